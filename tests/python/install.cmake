# cmake --install puts the module where Python finds it.
file(REMOVE_RECURSE ${WORK})
set(ENV{PYTHONPATH} ${WORK}/${FOLDER})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK} --component python
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${PYTHON} -c "import carom, sys; print(carom.__file__); carom.load(sys.argv[1]).strike()"
    ${ROOT}/examples/three_link.toml
  OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
if(NOT found MATCHES "^${WORK}/")
  message(FATAL_ERROR "another module was found: ${found}")
endif()
