# cmake -DPROGRAM=<program> -DEXPECTED=<file> -P compare.cmake
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE printed RESULT_VARIABLE status)
file(READ ${EXPECTED} expected)
if(NOT status EQUAL 0 OR NOT printed STREQUAL expected)
  message(FATAL_ERROR "status ${status}; printed:\n${printed}\nthe README says:\n${expected}")
endif()
