#!/bin/bash
# ./dev check [format|layers|sizes|rules|scripts|tidy] [--fix] [--all]
# No argument: all but tidy, which is slow. `tidy` looks at the files that differ from the main branch's
# last push, or at those that are not committed; --all at every file. `format --fix` rewrites.
set -euo pipefail
source "$OCTAVO_ROOT/tools/dev/common.sh"
cd "$OCTAVO_ROOT"

fix=0 all=0 names=()
for argument in "$@"; do
  case "$argument" in
    --fix) fix=1 ;;
    --all) all=1 ;;
    format | layers | sizes | rules | scripts | tidy) names+=("$argument") ;;
    *) die "check has no part named '$argument'" ;;
  esac
done
[ ${#names[@]} -gt 0 ] || names=(format layers sizes rules scripts)

cpp_files() { find src include apps fuzz tests \( -name '*.cc' -o -name '*.h' \) | sort; }

check_format() {
  ensure_tools
  local clang_format="$OCTAVO_DEPS_DIR/venv/bin/clang-format" badly
  if [ "$fix" = 1 ]; then
    cpp_files | xargs "$clang_format" -i
    return
  fi
  badly=$(cpp_files | xargs "$clang_format" --dry-run -Werror 2>&1 | grep -oE '^[^ :]+:[0-9]+' | sort -u -t : -k 1,1 || true)
  [ -z "$badly" ] || {
    echo "$badly" | sed 's/$/: not as .clang-format says/'
    say "format: run ./dev check format --fix"
    return 1
  }
}

check_scripts() {
  if ! command -v shellcheck > /dev/null; then system_packages check; fi
  find dev .ci/run tools -type f \( -name '*.sh' -o -name dev -o -name run \) -print0 \
    | xargs -0 shellcheck --severity=warning --external-sources
}

changed_sources() {
  local base
  base=$(git merge-base HEAD '@{upstream}' 2> /dev/null || git rev-parse HEAD)
  { git diff --name-only --diff-filter=d "$base" -- '*.cc'
    git ls-files --others --exclude-standard -- '*.cc'; } | sort -u
}

check_tidy() {
  ensure_setup test
  ensure_tools
  configure dev
  local sources
  if [ "$all" = 1 ]; then sources=$(cpp_files | grep '\.cc$'); else sources=$(changed_sources); fi
  sources=$(grep -E '^(src|apps)/' <<< "$sources" || true)
  [ -n "$sources" ] || { say "tidy: no changed sources (--all looks at every file)"; return 0; }
  xargs -P "$(nproc)" -n 1 "$OCTAVO_DEPS_DIR/venv/bin/clang-tidy" -p build/dev --quiet --warnings-as-errors='*' \
    <<< "$sources" 2> >(grep -v 'warnings generated' >&2)
}

failed=()
for name in "${names[@]}"; do
  case "$name" in
    layers | sizes | rules) "$(find_python)" "tools/checks/check_$name.py" || failed+=("$name") ;;
    *) if "check_$name"; then echo "$name: ok"; else failed+=("$name"); fi ;;
  esac
done
[ ${#failed[@]} -eq 0 ] || die "check failed: ${failed[*]}"
