# cmake -DROOT=<the project> -DROOMS=<file: rooms, dependencies_of_ROOM> -P check.cmake
#
# Who may include whom:
#   src/ROOM        its own files, the rooms it stands on (transitively), the public headers
#   include/carom   public headers and the standard library
#   apps            its own files, study, pages, facade, reproductions and the public headers
# A file of a room is included by its room: "room/file.hpp", "carom/file.hpp".

cmake_minimum_required(VERSION 3.25)
include(${ROOMS})
set(violations "")

function(violation text)
  set(violations "${violations}  ${text}\n" PARENT_SCOPE)
endfunction()

# closure_of_ROOM, in one pass: a room may stand only on rooms declared above it.
set(above "")
foreach(room ${rooms})
  set(closure_of_${room} ${room})
  foreach(dependency ${dependencies_of_${room}})
    if(NOT dependency IN_LIST above)
      violation("room ${room} stands on ${dependency}, which is not a room above it")
    endif()
    list(APPEND closure_of_${room} ${closure_of_${dependency}})
  endforeach()
  list(REMOVE_DUPLICATES closure_of_${room})
  list(APPEND above ${room})
endforeach()

# check(FOLDER WHO ALLOWED…): every include in FOLDER leads to one of ALLOWED.
function(check folder who)
  set(allowed carom ${ARGN})
  file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/${folder}/*.hpp ${ROOT}/${folder}/*.cpp)
  foreach(file ${files})
    file(STRINGS ${ROOT}/${file} lines REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<]")
    foreach(line ${lines})
      string(REGEX MATCH "[\"<]([^\">]*)[\">]" included "${line}")
      set(path ${CMAKE_MATCH_1})
      string(REGEX MATCH "^[^/]*" place "${path}")
      if(included MATCHES "^\"")
        get_filename_component(here ${ROOT}/${file} DIRECTORY)
        if(folder STREQUAL apps AND EXISTS ${here}/${path})
          continue()
        elseif(NOT path MATCHES "/")
          violation("${file} includes \"${path}\": write \"room/file.hpp\"")
        elseif(NOT place IN_LIST allowed)
          violation("${file} includes \"${path}\": ${who} may not use ${place}")
        endif()
      elseif(path MATCHES "/" AND (place IN_LIST rooms OR place STREQUAL carom))
        violation("${file} includes <${path}>: write \"${path}\"")
      elseif(path MATCHES "/" AND folder STREQUAL include/carom)
        violation("${file} includes <${path}>: ${who} may not use other libraries")
      endif()
    endforeach()
  endforeach()
  set(violations "${violations}" PARENT_SCOPE)
endfunction()

foreach(room ${rooms})
  check(src/${room} "room ${room}" ${closure_of_${room}})
endforeach()
check(include/carom "a public header")
check(apps "the program" study pages facade reproductions)

if(violations)
  message(FATAL_ERROR "includes that the rooms do not allow:\n${violations}")
endif()
