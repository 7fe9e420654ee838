#!/bin/bash
# ./dev fuzz TARGET|all [SECONDS]: runs a libFuzzer target, or each in turn (default 60 s). New inputs go to
# build/fuzz/corpus/TARGET; a crash is left in fuzz/regressions/TARGET, where the tests replay it.
set -euo pipefail
source "$OCTAVO_ROOT/tools/dev/common.sh"
wanted="${1:-}" seconds="${2:-60}"
mapfile -t targets < <(cd "$OCTAVO_ROOT/fuzz" && printf '%s\n' *_fuzz.cc | sed 's/_fuzz\.cc//')
if [ "$wanted" != all ]; then
  [ -f "$OCTAVO_ROOT/fuzz/${wanted}_fuzz.cc" ] || { say "targets: all ${targets[*]}"; die "fuzz what?"; }
  targets=("$wanted")
fi
system_packages fuzz
ensure_setup test
ensure_tools
names=("${targets[@]/#/octavo_}")
ensure_built fuzz "${names[@]/%/_fuzz}"
inputs="$OCTAVO_ROOT/build/fuzz/case_inputs"
"$OCTAVO_DEPS_DIR/venv/bin/python" "$OCTAVO_ROOT/tools/fixtures/make_cases.py" "$inputs"

# fuzz_one TARGET: libFuzzer's own exit code.
fuzz_one() {
  local corpus="$OCTAVO_ROOT/build/fuzz/corpus/$1" regressions="$OCTAVO_ROOT/fuzz/regressions/$1" code=0
  local seeds="$OCTAVO_ROOT/fuzz/corpus/$1"
  mkdir -p "$corpus" "$regressions"
  if [ -d "$seeds" ]; then cp "$seeds"/* "$corpus"; fi
  find "$inputs" -type f -size -64k -exec cp -n {} "$corpus" \;
  say "fuzzing $1 for $seconds s"
  "$OCTAVO_ROOT/build/fuzz/fuzz/octavo_${1}_fuzz" -max_total_time="$seconds" -max_len=65536 -timeout=30 \
    -rss_limit_mb=3000 -artifact_prefix="$regressions/" -print_final_stats=1 "$corpus" "$regressions" || code=$?
  rmdir --ignore-fail-on-non-empty "$regressions"
  return "$code"
}

found=()
for target in "${targets[@]}"; do fuzz_one "$target" || found+=("$target"); done
[ ${#found[@]} -eq 0 ] || die "findings in fuzz/regressions: ${found[*]}"
