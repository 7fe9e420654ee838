#!/bin/bash
# ./dev build [PRESET] [TARGET...]
set -euo pipefail
source "$OCTAVO_ROOT/tools/dev/common.sh"
preset="${1:-release}"
[ $# -gt 0 ] && shift
if [ "$preset" = fuzz ]; then system_packages fuzz; fi
ensure_setup test
[ "$preset" != arm64 ] || arm64_packages
ensure_built "$preset" "$@"
