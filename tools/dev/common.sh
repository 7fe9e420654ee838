# Sourced by ./dev and its commands. Everything said here goes to stderr: stdout belongs to octavo.
OCTAVO_DEPS_DIR="${OCTAVO_DEPS_DIR:-$OCTAVO_ROOT/.deps}"
export OCTAVO_DEPS_DIR

say() { echo "octavo dev: $*" >&2; }
die() { say "$*"; exit 1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo > /dev/null; then sudo "$@"
  else die "needs root for: $* (run it as root, or install sudo)"; fi
}

# system_packages run|test: installs what is missing of the list.
system_packages() {
  local wanted missing
  wanted=$(awk -v all="$1" '$1 == "run" || $1 == all { print $2 }' "$OCTAVO_ROOT/tools/setup/system-packages.txt")
  # shellcheck disable=SC2086
  missing=$(comm -23 <(echo "$wanted" | sort) \
    <(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' $wanted 2> /dev/null | awk '$1 == "ii" { print $2 }' | sort -u))
  [ -z "$missing" ] && return 0
  command -v apt-get > /dev/null || die "this system has no apt-get; install the equivalents of: $missing"
  say "installing system packages:" $missing
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2 || say "apt-get update failed; trying with what is known"
  # shellcheck disable=SC2086
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing > /dev/null \
    || die "apt-get install failed: fix that and run again"
}

# The interpreter of the pinned wheels where there is one; any python3 can do the set-up.
find_python() {
  for candidate in /usr/bin/python3.11 python3.11 /usr/bin/python3 python3; do
    command -v "$candidate" > /dev/null && { echo "$candidate"; return; }
  done
  die "no python3"
}

ensure_venv() {
  [ -x "$OCTAVO_DEPS_DIR/venv/bin/python" ] && return 0
  say "making a Python environment in .deps/venv"
  "$(find_python)" -m venv "$OCTAVO_DEPS_DIR/venv" >&2 || die "python venv failed"
}

# ensure_setup run|test: quick when everything is there.
ensure_setup() {
  system_packages "$1"
  local want have=""
  want=$(cat "$OCTAVO_ROOT/tools/setup/wheels.lock" "$OCTAVO_ROOT/tools/setup/files.lock" | sha256sum)
  [ -f "$OCTAVO_DEPS_DIR/stamp" ] && have=$(cat "$OCTAVO_DEPS_DIR/stamp")
  [ "${want%% *}" = "$have" ] && return 0
  mkdir -p "$OCTAVO_DEPS_DIR"
  ensure_venv
  "$OCTAVO_DEPS_DIR/venv/bin/python" "$OCTAVO_ROOT/tools/setup/install.py" || exit 1
}

# ensure_tools: the Python packages of the scripts (scorer, samples, checks), in .deps/venv.
ensure_tools() {
  ensure_venv
  local lock="$OCTAVO_ROOT/tools/setup/python-tools.lock" stamp="$OCTAVO_DEPS_DIR/venv/tools.stamp"
  cmp -s "$lock" "$stamp" && return 0
  say "installing Python tools into .deps/venv"
  "$OCTAVO_DEPS_DIR/venv/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: \
    --require-hashes -r "$lock" >&2 || die "pip install of the tools failed"
  cp "$lock" "$stamp"
}

# ensure_built PRESET [TARGET...]
ensure_built() {
  local preset=$1 log
  shift
  local build="$OCTAVO_ROOT/build/$preset"
  mkdir -p "$build"
  if [ ! -f "$build/build.ninja" ]; then
    say "configuring $preset"
    (cd "$OCTAVO_ROOT" && cmake --preset "$preset" "-DOCTAVO_DEPS_DIR=$OCTAVO_DEPS_DIR") > "$build/configure.log" 2>&1 \
      || { cat "$build/configure.log" >&2; die "configure failed"; }
  fi
  if [ -n "${OCTAVO_VERBOSE_BUILD:-}" ] || { ! ninja -C "$build" -n "$@" 2> /dev/null | grep -q "no work to do" && say "building $preset $*"; }; then
    ninja -C "$build" "$@" >&2 || die "build failed"
  fi
}
