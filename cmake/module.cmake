# octavo_module(name SOURCES a.cc ... [DEPENDS target ...] [TESTS a_test.cc ...] [TEST_DEPENDS target ...])
# One folder of src/ is one static library octavo_<name>, and its tests are one program.
function(octavo_module name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;TESTS;TEST_DEPENDS" ${ARGN})
  add_library(octavo_${name} STATIC ${ARG_SOURCES})
  target_include_directories(octavo_${name} PUBLIC "${CMAKE_SOURCE_DIR}/include" "${CMAKE_SOURCE_DIR}/src")
  target_link_libraries(octavo_${name} PUBLIC ${ARG_DEPENDS})
  if(OCTAVO_TESTS AND ARG_TESTS)
    octavo_test(${name} SOURCES ${ARG_TESTS} DEPENDS octavo_${name} ${ARG_TEST_DEPENDS})
  endif()
endfunction()

configure_file("${CMAKE_SOURCE_DIR}/tests/support/test_places.h.in" "${CMAKE_BINARY_DIR}/test_places/test_places.h" @ONLY)

# octavo_test(name SOURCES ... DEPENDS ...): a GoogleTest program octavo_<name>_test; each case is a ctest.
function(octavo_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(octavo_${name}_test ${ARG_SOURCES})
  target_include_directories(octavo_${name}_test PRIVATE "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/test_places")
  target_link_libraries(octavo_${name}_test PRIVATE ${ARG_DEPENDS} GTest::gtest_main)
  gtest_discover_tests(octavo_${name}_test TEST_PREFIX "${name}/" DISCOVERY_MODE PRE_TEST
    PROPERTIES TIMEOUT 300)
endfunction()
