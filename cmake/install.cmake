# Installs the program, the public headers and the rooms' libraries, so that another project says
#
#     find_package(carom REQUIRED)
#     target_link_libraries(its_target PRIVATE carom::carom)
#
# tests/install does exactly this.

include(CMakePackageConfigHelpers)

# The one name to link. Study stands on all other rooms and pulls them in.
add_library(carom_library INTERFACE)
target_link_libraries(carom_library INTERFACE carom_study)
set_target_properties(carom_library PROPERTIES EXPORT_NAME carom)
add_library(carom::carom ALIAS carom_library)

get_property(rooms GLOBAL PROPERTY CAROM_ROOMS)
set(exported carom_library carom_options)
foreach(room ${rooms})
  set_target_properties(carom_${room} PROPERTIES EXPORT_NAME ${room})
  list(APPEND exported carom_${room})
endforeach()
set_target_properties(carom_options PROPERTIES EXPORT_NAME options)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
install(TARGETS ${exported} EXPORT carom_targets)
install(TARGETS carom)
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
