#!/bin/bash
# ./dev fuzz TARGET [SECONDS]: runs a libFuzzer target (default 60 s). New inputs go to build/fuzz/corpus/TARGET;
# a crash is left in fuzz/regressions/TARGET, where the tests replay it.
set -euo pipefail
source "$OCTAVO_ROOT/tools/dev/common.sh"
target="${1:-}" seconds="${2:-60}"
[ -f "$OCTAVO_ROOT/fuzz/${target}_fuzz.cc" ] || {
  say "targets:" "$(cd "$OCTAVO_ROOT/fuzz" && printf '%s ' *_fuzz.cc | sed 's/_fuzz\.cc//g')"
  die "fuzz what?"
}
system_packages fuzz
ensure_setup test
ensure_tools
ensure_built fuzz "octavo_${target}_fuzz"
inputs="$OCTAVO_ROOT/build/fuzz/case_inputs"
"$OCTAVO_DEPS_DIR/venv/bin/python" "$OCTAVO_ROOT/tools/fixtures/make_cases.py" "$inputs"
corpus="$OCTAVO_ROOT/build/fuzz/corpus/$target" regressions="$OCTAVO_ROOT/fuzz/regressions/$target"
mkdir -p "$corpus" "$regressions"
seeds="$OCTAVO_ROOT/fuzz/corpus/$target"
[ -d "$seeds" ] && cp "$seeds"/* "$corpus"
find "$inputs" -type f -size -64k -exec cp -n {} "$corpus" \;
"$OCTAVO_ROOT/build/fuzz/fuzz/octavo_${target}_fuzz" -max_total_time="$seconds" -max_len=65536 -timeout=30 \
  -rss_limit_mb=3000 -artifact_prefix="$regressions/" -print_final_stats=1 "$corpus" "$regressions"
