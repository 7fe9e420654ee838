#!/bin/bash
# ./dev test [--preset P] [--only REGEX] [ctest arguments]
set -euo pipefail
source "$OCTAVO_ROOT/tools/dev/common.sh"
preset=release
ctest_arguments=()
while [ $# -gt 0 ]; do
  case "$1" in
    --preset) preset=$2; shift 2 ;;
    --only) ctest_arguments+=(-R "$2"); shift 2 ;;
    *) ctest_arguments+=("$1"); shift ;;
  esac
done
ensure_setup test
ensure_tools
ensure_built "$preset"
exec ctest --test-dir "$OCTAVO_ROOT/build/$preset" --output-on-failure -j "$(nproc)" "${ctest_arguments[@]}"
