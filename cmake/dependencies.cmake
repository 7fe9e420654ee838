# System packages (tools/setup/system-packages.txt) and the pinned runtime in .deps (tools/setup/*.lock).
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(JPEG REQUIRED)
find_package(TIFF REQUIRED)
pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc)
pkg_check_modules(pcre2 REQUIRED IMPORTED_TARGET libpcre2-8)
pkg_check_modules(spng REQUIRED IMPORTED_TARGET spng)
pkg_check_modules(webp REQUIRED IMPORTED_TARGET libwebp)
find_package(GIF REQUIRED)
if(OCTAVO_TESTS AND CMAKE_CROSSCOMPILING)
  add_subdirectory(/usr/src/googletest googletest EXCLUDE_FROM_ALL)  # libgtest-dev has it in source
elseif(OCTAVO_TESTS)
  find_package(GTest REQUIRED)
endif()
if(OCTAVO_ENGINE_ONLY)
  return()
endif()
find_package(CLI11 2.1 REQUIRED)
pkg_check_modules(curl REQUIRED IMPORTED_TARGET libcurl>=7.85)
pkg_check_modules(archive REQUIRED IMPORTED_TARGET libarchive)
find_package(Boost 1.81 REQUIRED)  # headers alone: Beast and Asio, for octavo serve

# OpenVINO out of its Python wheel: the shared libraries and their headers, no Python.
set(octavo_openvino "${OCTAVO_DEPS_DIR}/runtime/openvino")
if(SKBUILD AND NOT EXISTS "${OCTAVO_DEPS_DIR}/stamp")
  # pip install . on a fresh clone: the same files by the same hashes.
  find_package(Python REQUIRED COMPONENTS Interpreter)
  execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND "${CMAKE_COMMAND}" -E env "OCTAVO_DEPS_DIR=${OCTAVO_DEPS_DIR}"
    "${Python_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/tools/setup/install.py")
endif()
if(NOT EXISTS "${octavo_openvino}/include/openvino/openvino.hpp")
  message(FATAL_ERROR "OpenVINO is not in ${octavo_openvino}: run ./dev setup")
endif()
add_library(octavo_openvino SHARED IMPORTED)
set_target_properties(octavo_openvino PROPERTIES
  IMPORTED_LOCATION "${octavo_openvino}/libs/libopenvino.so.2641"
  INTERFACE_INCLUDE_DIRECTORIES "${octavo_openvino}/include")
set(CMAKE_BUILD_RPATH "${octavo_openvino}/libs")
# libopenvino itself needs libtbb from the same folder.
add_link_options("-Wl,-rpath-link,${octavo_openvino}/libs")
