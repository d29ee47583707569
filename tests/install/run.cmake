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

# The examples for programs, as their heads say, with the warnings of a careful stranger.
step("the example's configuration" ${CMAKE_COMMAND} -G ${GENERATOR} -S ${EXAMPLES}/own_law
  -B ${WORK}/own_law -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${COMPILER}
  "-DCMAKE_CXX_FLAGS=${FLAGS} -Wall -Wextra -Wpedantic -Werror")
step("the example's build" ${CMAKE_COMMAND} --build ${WORK}/own_law)
step("the example" ${WORK}/own_law/own_law)
string(CONCAT expected
  "beta -1.0: unique, leaves with (0.400, 1.800) m/s, lost 0.7600 J\n"
  "beta  0.0: unique, leaves with (0.000, 1.800) m/s, lost 0.8133 J\n"
  "beta  0.6: unique, leaves with (-0.240, 1.800) m/s, lost 0.7941 J\n")
if(NOT output MATCHES "bounces: [1-9][0-9]*, all by walton: yes" OR
   NOT output MATCHES "refused: .*tangential_restitution is 1.5; must be in \\[-1, 1\\]")
  message(FATAL_ERROR "the example printed:\n${output}")
endif()
string(FIND "${output}" "${expected}" place)
if(NOT place EQUAL 0)
  message(FATAL_ERROR "the example printed:\n${output}")
endif()
step("the installed program" ${WORK}/prefix/bin/carom --help)
