# Installs the build to a prefix under WORK, builds the consumer against it and runs it.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${WORK})

function(step what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${what} failed (${result}):\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

step("the installation" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
step("the consumer's configuration" ${CMAKE_COMMAND} -G ${GENERATOR} -S ${CONSUMER}
  -B ${WORK}/consumer -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${COMPILER}
  "-DCMAKE_CXX_FLAGS=${FLAGS}" -DEXPECTED_VERSION=${VERSION})
step("the consumer's build" ${CMAKE_COMMAND} --build ${WORK}/consumer)
step("the consumer" ${WORK}/consumer/consumer)
if(NOT output STREQUAL "degrees of freedom: 5\n")
  message(FATAL_ERROR "the consumer printed:\n${output}")
endif()
step("the installed program" ${WORK}/prefix/bin/carom --help)
