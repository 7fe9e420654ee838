#!/bin/bash
# ./dev test [--preset P] [--only REGEX] [--large] [ctest arguments]
# --large: only the model of MinerU2.5's full size with made weights against the reference's results; needs
# 2.3 GB on the disk (build/large, made once), 5 GB of memory and some minutes.
set -euo pipefail
source "$OCTAVO_ROOT/tools/dev/common.sh"
preset=release
ctest_arguments=()
large=0
while [ $# -gt 0 ]; do
  case "$1" in
    --preset) preset=$2; shift 2 ;;
    --only) ctest_arguments+=(-R "$2"); shift 2 ;;
    --large) large=1; shift ;;
    *) ctest_arguments+=("$1"); shift ;;
  esac
done
# Otherwise oneTBB opens its libraries in a way that the sanitizers refuse, and tests with networks end.
case "$preset" in asan-ubsan | tsan) export TBB_ENABLE_SANITIZERS=1 ;; esac
ensure_setup test
ensure_tools
[ "$preset" = arm64 ] || ensure_api_clients
[ "$preset" != arm64 ] || arm64_packages
case "$preset" in asan-ubsan | tsan | arm64) ;; *) ensure_web; ensure_browser ;; esac
case "$preset" in asan-ubsan | tsan | arm64 | scalar-only) ;; *) ensure_python_package ;; esac
ensure_built "$preset"
if [ "$large" = 1 ]; then
  programs="$OCTAVO_ROOT/build/$preset/tests/engine" folder="$OCTAVO_ROOT/build/large"
  ensure_full_size_model "$preset"
  exec "$programs/octavo_full_size_check" "$folder/full_size" "$OCTAVO_ROOT/tests/golden/engine/models" "$(($(nproc) - 1))"
fi
if [ "$preset" = arm64 ]; then
  # On an old processor first: a kernel with an instruction that it lacks ends there.
  QEMU_CPU=cortex-a72 ctest --test-dir "$OCTAVO_ROOT/build/$preset" --output-on-failure -j "$(nproc)" -R '^engine_kernels/'
fi
exec ctest --test-dir "$OCTAVO_ROOT/build/$preset" --output-on-failure -j "$(nproc)" "${ctest_arguments[@]}"
