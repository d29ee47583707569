# A room is a folder of src/ and one static library, carom_<room>. Which rooms a room
# may include is said here, by its dependencies, and checked by tests/includes.

add_library(carom_options INTERFACE)
target_include_directories(carom_options INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(carom_options INTERFACE cxx_std_20)

add_library(carom_build INTERFACE)
# The same bits whatever the threads, ranks and build: no fused multiply-add behind our back.
target_compile_options(carom_build INTERFACE -ffp-contract=off)
# To look for what is worth a warning takes a compiler an eighth of its time.
if(CAROM_WARNINGS)
  target_compile_options(carom_build INTERFACE -Wall -Wextra -Wpedantic
    $<$<NOT:$<STREQUAL:$<TARGET_PROPERTY:CAROM_NAMES_APART>,OFF>>:-Wshadow> -Wnon-virtual-dtor
    -Wold-style-cast -Woverloaded-virtual -Wdouble-promotion -Wimplicit-fallthrough)
else()
  target_compile_options(carom_build INTERFACE -w)
endif()
# At -O3 g++ 12 reports overlapping copies in "text" + std::string and temporaries of aggregates as
# uninitialised where neither is so (GCC bug 105329). The other builds keep both warnings.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(carom_build INTERFACE
    $<$<CONFIG:Release>:-Wno-restrict> $<$<CONFIG:Release>:-Wno-maybe-uninitialized>)
endif()
if(CAROM_WARNINGS_AS_ERRORS)
  target_compile_options(carom_build INTERFACE -Werror)
endif()

# carom_room(NAME [SOURCES …] [MADE …] [ROOMS …] [HEADERS …] [LIBRARIES …]): the room of this folder. Its
# sources are every .cpp file here, unless SOURCES names them; MADE are those that the build makes.
# HEADERS are libraries of headers alone: whoever links the room does not need them. CAROM_OPTIMISATION,
# where it is set, is how far a release and the tests go.
function(carom_room room)
  cmake_parse_arguments(ROOM "" "" "SOURCES;MADE;ROOMS;HEADERS;LIBRARIES" ${ARGN})
  if(NOT ROOM_SOURCES)
    file(GLOB_RECURSE ROOM_SOURCES CONFIGURE_DEPENDS *.cpp)
  endif()
  set(target carom_${room})
  add_library(${target} STATIC ${ROOM_SOURCES} ${ROOM_MADE})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PUBLIC carom_options PRIVATE $<BUILD_INTERFACE:carom_build>)
  foreach(dependency ${ROOM_ROOMS})
    target_link_libraries(${target} PUBLIC carom_${dependency})
  endforeach()
  if(CAROM_OPTIMISATION)
    # With less of it the compiler does not see what is always set.
    target_compile_options(${target} PRIVATE
      $<$<CONFIG:Release,RelWithDebInfo>:${CAROM_OPTIMISATION}> -Wno-maybe-uninitialized)
  endif()
  # What a file keeps to itself is seen by the others that are compiled with it: in the rooms above the
  # core, which name their parts as reports do, it may have a name of theirs.
  if(CMAKE_UNITY_BUILD AND CAROM_OPTIMISATION)
    set_target_properties(${target} PROPERTIES CAROM_NAMES_APART OFF)
  endif()
  foreach(library ${ROOM_HEADERS})
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:${library}>)
  endforeach()
  target_link_libraries(${target} PRIVATE ${ROOM_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY CAROM_ROOMS ${room})
  set_property(GLOBAL PROPERTY CAROM_ROOM_${room} "${ROOM_ROOMS}")
endfunction()

# carom_wide(): a room's files for a processor (base/wide.hpp) are compiled each by itself: what they say of
# the processor is not for others.
function(carom_wide)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *_avx2.cpp *_avx512.cpp)
  set_source_files_properties(${sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# carom_list(SOURCE HEADER TYPE FUNCTION ENDING FILE…): a list of what files define, so that a new
# entry is its file and nothing else. For FILEs that end in a name each (a_verb.cpp, b_verb.cpp: the
# name without the folder and .cpp, and ENDING) it makes
#
#     std::span<const TYPE* const> FUNCTION();   // declared in HEADER, as are no others
#
# with the objects `extern const TYPE a_verb, b_verb`, sorted by their member `place`, and puts the
# name of the C++ file that defines it into SOURCE.
function(carom_list source header type function ending)
  set(names "")
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME_WE)
    list(APPEND names ${name}${ending})
  endforeach()
  list(JOIN names ", " declared)
  list(JOIN names ", &" listed)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  file(CONFIGURE OUTPUT ${output} CONTENT "#include <algorithm>
#include <array>

#include \"${header}\"

namespace carom {

extern const ${type} ${declared};

std::span<const ${type}* const> ${function}() {
  static const auto all = [] {
    std::array list{&${listed}};
    std::ranges::sort(list, {}, &${type}::place);
    return list;
  }();
  return all;
}

}  // namespace carom
" @ONLY)
  # By itself, so that another program can have another list.
  set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set(${source} ${output} PARENT_SCOPE)
endfunction()
