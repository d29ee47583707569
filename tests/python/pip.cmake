# pip install --no-build-isolation . in a virtual environment, with Debian's packages and without network.
file(REMOVE_RECURSE ${WORK})
unset(ENV{PYTHONPATH})
set(ENV{CAROM_BUILD} ${BUILD})
set(ENV{PIP_NO_INDEX} 1)
set(ENV{PIP_DISABLE_PIP_VERSION_CHECK} 1)
execute_process(COMMAND ${PYTHON} -m venv --system-site-packages ${WORK} COMMAND_ERROR_IS_FATAL ANY)
# In a copy: setuptools leaves folders where it builds.
file(MAKE_DIRECTORY ${WORK}/source)
foreach(name setup.py pyproject.toml CMakeLists.txt LICENSE python)
  file(COPY ${ROOT}/${name} DESTINATION ${WORK}/source)
endforeach()
execute_process(COMMAND ${WORK}/bin/python -m pip install -q --no-build-isolation ${WORK}/source
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${WORK}/bin/python -c
    "import carom, sys; print(carom.__file__); carom.load(sys.argv[1]).strike()"
    ${ROOT}/examples/three_link.toml
  WORKING_DIRECTORY ${WORK} OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
if(NOT found MATCHES "^${WORK}/")
  message(FATAL_ERROR "another module was found: ${found}")
endif()
