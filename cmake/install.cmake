# Installs the program, the public headers and the rooms' libraries, so that another project says
#
#     find_package(carom REQUIRED)
#     target_link_libraries(its_target PRIVATE carom::carom)
#
# or, where it needs neither files nor threads nor machines,
#
#     find_package(carom REQUIRED COMPONENTS core)
#     target_link_libraries(its_target PRIVATE carom::core)
#
# tests/install does exactly this.

include(CMakePackageConfigHelpers)

# carom_name(NAME ROOM…): the name carom::NAME to link, for these rooms and all that they stand on.
set(exported carom_options)
function(carom_name name)
  add_library(carom_library_${name} INTERFACE)
  foreach(room ${ARGN})
    target_link_libraries(carom_library_${name} INTERFACE carom_${room})
  endforeach()
  set_target_properties(carom_library_${name} PROPERTIES EXPORT_NAME ${name})
  add_library(carom::${name} ALIAS carom_library_${name})
  set(exported ${exported} carom_library_${name} PARENT_SCOPE)
endfunction()
get_property(core GLOBAL PROPERTY CAROM_CORE)
carom_name(core ${core})
if(NOT CAROM_ONLY_CORE)
  carom_name(carom facade)
endif()

# Reproductions of papers are in the program, not in the library.
get_property(rooms GLOBAL PROPERTY CAROM_ROOMS)
list(REMOVE_ITEM rooms reproductions)
foreach(room ${rooms})
  set_target_properties(carom_${room} PROPERTIES EXPORT_NAME ${room})
  list(APPEND exported carom_${room})
endforeach()
set_target_properties(carom_options PROPERTIES EXPORT_NAME options)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
install(TARGETS ${exported} EXPORT carom_targets)
if(TARGET carom)
  install(TARGETS carom)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE TYPE DOC)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/carom TYPE INCLUDE FILES_MATCHING PATTERN "*.hpp")
install(EXPORT carom_targets NAMESPACE carom:: DESTINATION ${package_folder})

configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/caromConfig.cmake.in ${PROJECT_BINARY_DIR}/caromConfig.cmake
  INSTALL_DESTINATION ${package_folder})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/caromConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/caromConfig.cmake ${PROJECT_BINARY_DIR}/caromConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/FindSerialHDF5.cmake ${CMAKE_CURRENT_LIST_DIR}/FindxxHash.cmake
  DESTINATION ${package_folder})
