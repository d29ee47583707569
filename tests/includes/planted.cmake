# cmake -DWORK=<folder to use> -DCHECK=<check.cmake> -P planted.cmake
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${WORK})

file(WRITE ${WORK}/rooms.cmake "
set(rooms base model io study)
set(dependencies_of_base)
set(dependencies_of_model base)
set(dependencies_of_io base)
set(dependencies_of_study model io)
")
file(WRITE ${WORK}/src/base/a.hpp "#include <vector>\n#include \"carom/vec2.hpp\"\n")
file(WRITE ${WORK}/src/base/upward.hpp "#include \"model/tree.hpp\"\n")
file(WRITE ${WORK}/src/model/tree.hpp "#include \"base/a.hpp\"\n")
file(WRITE ${WORK}/src/model/parts/sideways.cpp "  #  include \"io/json.hpp\"  // why\n")
file(WRITE ${WORK}/src/model/local.cpp "#include \"tree.hpp\"\n")
file(WRITE ${WORK}/src/io/angled.cpp "#include <base/a.hpp>\n#include <fmt/format.h>\n")
file(WRITE ${WORK}/src/study/run.cpp "#include \"base/a.hpp\"\n#include \"io/json.hpp\"\n")
file(WRITE ${WORK}/include/carom/vec2.hpp "#include <cmath>\n#include \"base/a.hpp\"\n")
file(WRITE ${WORK}/include/carom/heavy.hpp "#include <Eigen/Core>\n")
file(WRITE ${WORK}/apps/carom/main.cpp
  "#include \"study/run.hpp\"\n#include \"verbs.hpp\"\n#include \"model/tree.hpp\"\n")
file(WRITE ${WORK}/apps/carom/verbs.hpp "#include \"io/json.hpp\"\n#include \"carom/vec2.hpp\"\n")

function(verdict_of_check)
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${WORK} -DROOMS=${WORK}/rooms.cmake -P ${CHECK}
    RESULT_VARIABLE result ERROR_VARIABLE message)
  set(result ${result} PARENT_SCOPE)
  set(message "${message}" PARENT_SCOPE)
endfunction()

verdict_of_check()
set(expected
  "src/base/upward.hpp includes \"model/tree.hpp\": room base may not use model"
  "src/model/parts/sideways.cpp includes \"io/json.hpp\": room model may not use io"
  "src/model/local.cpp includes \"tree.hpp\": write \"room/file.hpp\""
  "src/io/angled.cpp includes <base/a.hpp>: write \"base/a.hpp\""
  "include/carom/vec2.hpp includes \"base/a.hpp\": a public header may not use base"
  "include/carom/heavy.hpp includes <Eigen/Core>: a public header may not use other libraries"
  "apps/carom/main.cpp includes \"model/tree.hpp\": the program may not use model"
  "apps/carom/verbs.hpp includes \"io/json.hpp\": the program may not use io")
foreach(text ${expected})
  string(FIND "${message}" "${text}" found)
  if(found EQUAL -1)
    message(SEND_ERROR "not found by the check: ${text}")
  endif()
endforeach()
string(REGEX MATCHALL "[^\n]*includes [\"<][^\n]*" reported "${message}")
list(LENGTH reported count)
list(LENGTH expected expected_count)
if(NOT count EQUAL expected_count OR result EQUAL 0)
  message(SEND_ERROR "${count} violations of ${expected_count}, status ${result}:\n${message}")
endif()

# A room that stands on one below it.
file(REMOVE_RECURSE ${WORK}/src ${WORK}/include ${WORK}/apps)
file(APPEND ${WORK}/rooms.cmake "set(dependencies_of_base study)\n")
verdict_of_check()
if(result EQUAL 0 OR NOT message MATCHES "room base stands on study")
  message(SEND_ERROR "a room on top of one below it was not reported:\n${message}")
endif()
