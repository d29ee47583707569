# The serial build of HDF5, also where an MPI build is installed beside it: Debian keeps each in a
# folder and under a name of its own, and the plain name may be either. Gives SerialHDF5::hdf5.

find_path(SerialHDF5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(SerialHDF5_LIBRARY NAMES hdf5_serial hdf5)
mark_as_advanced(SerialHDF5_INCLUDE_DIR SerialHDF5_LIBRARY)

set(SerialHDF5_IS_SERIAL FALSE)
if(SerialHDF5_INCLUDE_DIR)
  file(GLOB settings ${SerialHDF5_INCLUDE_DIR}/H5pubconf*.h)
  set(SerialHDF5_IS_SERIAL TRUE)
  foreach(file ${settings})
    file(STRINGS ${file} parallel REGEX "^#define H5_HAVE_PARALLEL 1")
    file(STRINGS ${file} version REGEX "^#define H5_VERSION ")
    if(parallel)
      set(SerialHDF5_IS_SERIAL FALSE)
    endif()
    if(version MATCHES "\"([0-9.]+)")
      set(SerialHDF5_VERSION ${CMAKE_MATCH_1})
    endif()
  endforeach()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SerialHDF5
  REQUIRED_VARS SerialHDF5_LIBRARY SerialHDF5_INCLUDE_DIR SerialHDF5_IS_SERIAL
  VERSION_VAR SerialHDF5_VERSION)

if(SerialHDF5_FOUND AND NOT TARGET SerialHDF5::hdf5)
  add_library(SerialHDF5::hdf5 UNKNOWN IMPORTED)
  set_target_properties(SerialHDF5::hdf5 PROPERTIES
    IMPORTED_LOCATION ${SerialHDF5_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${SerialHDF5_INCLUDE_DIR})
endif()
