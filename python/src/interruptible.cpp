#include "interruptible.hpp"

#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace carom::python {

namespace py = pybind11;

bool interruptible(std::atomic<bool>& stop, const std::function<void()>& work,
                   const std::function<void()>& look) {
  constexpr std::chrono::milliseconds between_looks{20};
  std::exception_ptr error;
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  {
    const py::gil_scoped_release release;
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    std::jthread worker([&] {
      try {
        work();
      } catch (...) {
        error = std::current_exception();
      }
      const std::lock_guard guard(mutex);
      done = true;
      ended.notify_one();
    });
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, between_looks, [&] { return done; })) {
      if (look) look();
      if (stop) continue;
      lock.unlock();
      {
        const py::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) {
          PyErr_Fetch(&type, &value, &traceback);
          stop = true;
        }
      }
      lock.lock();
    }
  }
  if (error && type == nullptr) std::rethrow_exception(error);
  if (type == nullptr) return false;
  PyErr_Restore(type, value, traceback);
  return true;
}

}  // namespace carom::python
