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

# The examples for programs, as their heads say, with the warnings of a careful stranger. Those that
# link carom::core do so on a machine that has nothing of what reads files and keeps results.
file(GLOB examples RELATIVE ${EXAMPLES} ${EXAMPLES}/*)
foreach(example ${examples})
  set(lacking "")
  file(STRINGS ${EXAMPLES}/${example}/CMakeLists.txt core REGEX "^[^#]*carom::core")
  if(core)
    foreach(package SerialHDF5 HDF5 TBB MPI tomlplusplus nlohmann_json xxHash fmt Boost Eigen3)
      list(APPEND lacking -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
    endforeach()
  endif()
  step("${example}'s configuration" ${CMAKE_COMMAND} -G ${GENERATOR} -S ${EXAMPLES}/${example}
    -B ${WORK}/${example} -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${COMPILER}
    "-DCMAKE_CXX_FLAGS=${FLAGS} -Wall -Wextra -Wpedantic -Werror" ${lacking})
  step("${example}'s build" ${CMAKE_COMMAND} --build ${WORK}/${example})
  if(core)
    step("what ${example} needs" ldd ${WORK}/${example}/${example})
    if(output MATCHES "hdf5|tbb|mpi|fmt|toml")
      message(FATAL_ERROR "${example} links carom::core and needs\n${output}")
    endif()
  endif()
  step("${example}" ${WORK}/${example}/${example})
  file(READ ${EXAMPLES}/${example}/expected.txt expected)
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "${example} printed:\n${output}\nand not:\n${expected}")
  endif()
endforeach()

# The core alone is configured where nothing else is installed.
foreach(package SerialHDF5 HDF5 TBB MPI tomlplusplus nlohmann_json xxHash CLI11)
  list(APPEND absent -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
step("the core's configuration" ${CMAKE_COMMAND} -G ${GENERATOR} -S ${EXAMPLES}/../.. -B ${WORK}/core
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCAROM_ONLY_CORE=ON ${absent})

file(READ ${LICENSE} license)
file(GLOB_RECURSE installed ${WORK}/prefix/*/LICENSE)
if(NOT installed)
  message(FATAL_ERROR "LICENSE is not installed")
endif()
file(READ ${installed} text)
if(NOT text STREQUAL license)
  message(FATAL_ERROR "${installed} is another text than LICENSE")
endif()
step("the installed program" ${WORK}/prefix/bin/carom --help)
