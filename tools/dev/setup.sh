#!/bin/bash
set -euo pipefail
source "$OCTAVO_ROOT/tools/dev/common.sh"
ensure_setup test
ensure_tools
say "ready: ./dev run parse samples/report.pdf -o out"
