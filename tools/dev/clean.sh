#!/bin/bash
set -euo pipefail
rm -rf "$OCTAVO_ROOT/build"
