#!/bin/bash
# ./dev golden [NAME...]: what tests/cases expect word for word becomes what octavo gives now.
set -euo pipefail
source "$OCTAVO_ROOT/tools/dev/common.sh"
ensure_setup test
ensure_tools
ensure_built release octavo
inputs="$OCTAVO_ROOT/build/release/case_inputs"
"$OCTAVO_DEPS_DIR/venv/bin/python" "$OCTAVO_ROOT/tools/fixtures/make_cases.py" "$inputs"
cases=()
for name in "$@"; do cases+=("$OCTAVO_ROOT/tests/cases/$name.case"); done
[ ${#cases[@]} -gt 0 ] || cases=("$OCTAVO_ROOT"/tests/cases/*.case)
"$(find_python)" "$OCTAVO_ROOT/tests/run_cases.py" --update --inputs "$inputs" \
  --octavo "$OCTAVO_ROOT/build/release/apps/cli/octavo" "${cases[@]}"
say "look at the diff before you commit it: git diff tests/cases"
