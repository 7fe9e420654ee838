#!/bin/bash
# ./dev bench accuracy|parse|robust|determinism|mini|ask|engine|pages|remote|serve|python [arguments of
# tools/bench/accuracy.py, speed.py, robust.py, determinism.py, mini.py, ask.py, engine.py, pages.py, remote.py, serve.py, python.py]
set -euo pipefail
source "$OCTAVO_ROOT/tools/dev/common.sh"
kind="${1:-}"
[ $# -gt 0 ] && shift
ensure_setup test
ensure_tools
ensure_built release octavo
octavo="$OCTAVO_ROOT/build/release/apps/cli/octavo"
bench="$OCTAVO_ROOT/tools/bench"
python="$OCTAVO_DEPS_DIR/venv/bin/python"

install_peers() {
  say "installing the readers to compare with into .deps/peers"
  "$(find_python)" -m venv --clear "$OCTAVO_DEPS_DIR/peers"
  "$OCTAVO_DEPS_DIR/peers/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: --require-hashes \
    -r "$bench/peers.lock" >&2 || return 1
  cp "$bench/peers.lock" "$OCTAVO_DEPS_DIR/peers/tools.stamp"
}

have_peers() {
  cmp -s "$bench/peers.lock" "$OCTAVO_DEPS_DIR/peers/tools.stamp" || one_at_a_time setup install_peers
}

# only_tells ARGUMENTS...: they ask for a text, and nothing is measured.
only_tells() {
  case " $* " in *" --list "* | *" --help "* | *" -h "*) return 0 ;; esac
  return 1
}

case "$kind" in
  accuracy) exec "$python" "$bench/accuracy.py" --octavo "$octavo" --scorer-python "$python" "$@" ;;
  determinism) exec "$python" "$bench/determinism.py" --octavo "$octavo" "$@" ;;
  ask) exec "$python" "$bench/ask.py" --octavo "$octavo" "$@" ;;
  mini) exec "$python" "$bench/mini.py" --octavo "$octavo" "$@" ;;
  serve) exec "$python" "$bench/serve.py" --octavo "$octavo" "$@" ;;
  python)
    inputs="$OCTAVO_ROOT/build/release/case_inputs" package="$OCTAVO_DEPS_DIR/python-package/bin/python"
    ensure_python_package
    "$python" "$OCTAVO_ROOT/tools/fixtures/make_cases.py" "$inputs"
    "$package" "$OCTAVO_ROOT/tests/python/build_wheel.py" "$OCTAVO_ROOT/build/release/python_wheel" "$OCTAVO_DEPS_DIR"
    exec "$python" "$bench/python.py" --octavo "$octavo" --package "$package" --inputs "$inputs" "$@" ;;
  robust) exec "$python" "$bench/robust.py" --octavo "$octavo" "$@" ;;
  parse)
    inputs="$OCTAVO_ROOT/build/release/case_inputs"
    "$python" "$OCTAVO_ROOT/tools/fixtures/make_cases.py" "$inputs"
    peers=(--peers "$OCTAVO_DEPS_DIR/peers/bin/python")
    have_peers || {
      say "the peers are not to be had; octavo alone is measured"
      peers=()
    }
    exec "$python" "$bench/speed.py" --octavo "$octavo" --scorer-python "$python" --inputs "$inputs" "${peers[@]}" "$@" ;;
  engine)
    # shellcheck source=tools/bench/engine_peers.sh
    source "$bench/engine_peers.sh"
    if ! only_tells "$@"; then
      ensure_built release octavo_write_made_models
      ensure_full_size_model release
      [[ " $* " == *" --against  "* ]] || one_at_a_time setup install_engine_peers
    fi
    exec "$python" "$bench/engine.py" --octavo "$octavo" --peers "$ENGINE_PEERS" "$@" ;;
  pages)
    # shellcheck source=tools/bench/engine_peers.sh
    source "$bench/engine_peers.sh"
    if ! only_tells "$@"; then
      ensure_built release octavo_write_made_models
      ensure_full_size_model release
      if [[ " $* " == *" --against"* ]]; then
        one_at_a_time setup install_engine_peers
        have_peers || say "nothing is there to draw the pages for the engine to compare with"
      fi
    fi
    exec "$python" "$bench/pages.py" --octavo "$octavo" --build "$OCTAVO_ROOT/build/large" --peers "$ENGINE_PEERS" \
      --renderer "$OCTAVO_DEPS_DIR/peers/bin/python" "$@" ;;
  remote)
    # shellcheck source=tools/bench/engine_peers.sh
    source "$bench/engine_peers.sh"
    only_tells "$@" || one_at_a_time setup install_engine_peers
    exec "$python" "$bench/remote.py" --octavo "$octavo" --peers "$ENGINE_PEERS" "$@" ;;
  *) die "bench what? accuracy, parse, robust, determinism, mini, ask, engine, pages, remote, serve or python" ;;
esac
