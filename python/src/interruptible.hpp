#pragma once

/// Work that Ctrl-C stops: it is done on a thread of its own, while the calling one lets other
/// threads of Python's run and looks for signals, as only Python's main thread may.

#include <atomic>
#include <functional>

namespace carom::python {

/// `work` must look at `stop`. With the GIL; what `work` throws is thrown. Whether it was
/// interrupted: then Python's error indicator is set (KeyboardInterrupt, or what a handler has
/// raised). `look` is called between looks, without the GIL.
bool interruptible(std::atomic<bool>& stop, const std::function<void()>& work,
                   const std::function<void()>& look = {});

}  // namespace carom::python
