#!/bin/bash
# ./dev web build    checks types, and makes apps/server/web/dist anew: what is compiled into octavo
# ./dev web [serve] [--port N] [--page-ms N] [--key KEY] [--no-model]
#                    builds it and shows it with recorded answers, no octavo needed
# ./dev web test [--pictures FOLDER]
#                    its tests in Chromium against recorded answers, and against the program that OCTAVO
#                    names, if it does; screenshots are kept in FOLDER
set -euo pipefail
source "$OCTAVO_ROOT/tools/dev/common.sh"
page="$OCTAVO_ROOT/apps/server/web"
command="${1:-serve}"
case "$command" in
  build | serve | test) [ $# -eq 0 ] || shift ;;
  --*) command=serve ;;
  *) die "web has no part named '$command'" ;;
esac
ensure_web
node=$(node_program)

build() {
  (cd "$page" && "$node" node_modules/typescript/bin/tsc --noEmit && "$node" node_modules/vite/bin/vite.js build --logLevel warn)
}

case "$command" in
  build) build ;;
  serve)
    build
    exec "$node" "$OCTAVO_ROOT/tests/web/mock/server.mjs" "$@" ;;
  test)
    if [ "${1:-}" = --pictures ]; then OCTAVO_WEB_PICTURES=$(realpath -m "$2"); export OCTAVO_WEB_PICTURES; fi
    ensure_browser
    tests=("$OCTAVO_ROOT"/tests/web/{bundle,flow,lasting,access,hostile}.test.mjs)
    [ -z "${OCTAVO:-}" ] || tests+=("$OCTAVO_ROOT/tests/web/real.test.mjs")
    exec "$node" --test --test-concurrency=1 "${tests[@]}" ;;
esac
