# A room is a folder of src/ and one static library, carom_<room>. Which rooms a room
# may include is said here, by its dependencies, and checked by tests/includes.

add_library(carom_options INTERFACE)
target_include_directories(carom_options INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(carom_options INTERFACE cxx_std_20)

add_library(carom_build INTERFACE)
# The same bits whatever the threads, ranks and build: no fused multiply-add behind our back.
target_compile_options(carom_build INTERFACE -ffp-contract=off
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast
  -Woverloaded-virtual -Wdouble-promotion -Wimplicit-fallthrough)
# At -O3 g++ 12 reports overlapping copies in "text" + std::string and temporaries of aggregates as
# uninitialised where neither is so (GCC bug 105329). The other builds keep both warnings.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(carom_build INTERFACE
    $<$<CONFIG:Release>:-Wno-restrict> $<$<CONFIG:Release>:-Wno-maybe-uninitialized>)
endif()
if(CAROM_WARNINGS_AS_ERRORS)
  target_compile_options(carom_build INTERFACE -Werror)
endif()

function(carom_room room)
  cmake_parse_arguments(ROOM "" "" "SOURCES;ROOMS;LIBRARIES" ${ARGN})
  set(target carom_${room})
  add_library(${target} STATIC ${ROOM_SOURCES})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PUBLIC carom_options PRIVATE $<BUILD_INTERFACE:carom_build>)
  foreach(dependency ${ROOM_ROOMS})
    target_link_libraries(${target} PUBLIC carom_${dependency})
  endforeach()
  target_link_libraries(${target} PRIVATE ${ROOM_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY CAROM_ROOMS ${room})
  set_property(GLOBAL PROPERTY CAROM_ROOM_${room} "${ROOM_ROOMS}")
endfunction()
