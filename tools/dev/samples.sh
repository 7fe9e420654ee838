#!/bin/bash
# ./dev samples: makes samples/ again; a file that changes shows in git.
set -euo pipefail
source "$OCTAVO_ROOT/tools/dev/common.sh"
system_packages samples
ensure_tools
"$OCTAVO_DEPS_DIR/venv/bin/python" "$OCTAVO_ROOT/tools/samples/make.py"
