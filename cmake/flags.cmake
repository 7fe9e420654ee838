# One set of flags for all our code. Untrusted bytes pass through most of it, so the hardening of
# libstdc++ and the compiler stays on in release builds.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wcast-align
  # Designated initialisers name what matters; the rest has defaults in the class.
  -Wno-missing-field-initializers
  # GCC 12 reports overlaps that cannot happen inside std::string.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
# Floating point must not depend on the compiler's mood: no contraction into FMA, no -ffast-math.
add_compile_options(-ffp-contract=off)
if(OCTAVO_WERROR)
  add_compile_options(-Werror)
endif()

if(OCTAVO_SANITIZE)
  add_compile_options(-fsanitize=${OCTAVO_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${OCTAVO_SANITIZE})
else()
  add_compile_options(-fstack-protector-strong -fstack-clash-protection)
  add_compile_definitions($<$<NOT:$<CONFIG:Debug>>:_FORTIFY_SOURCE=2>)
endif()
if(OCTAVO_FUZZ)
  # Coverage counters in the libraries too: without them libFuzzer cannot tell what an input reached.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
add_compile_definitions(_GLIBCXX_ASSERTIONS)
add_link_options(-Wl,-z,relro,-z,now)

find_program(OCTAVO_CCACHE ccache)
if(OCTAVO_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${OCTAVO_CCACHE})
endif()
