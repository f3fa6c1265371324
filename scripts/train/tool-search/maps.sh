#!/usr/bin/env bash
# Rebuilds the maps of the tool search, and prints how often the vectors alone find the right tool, on owners and tools that they were
# not learned from, before and after.
#
#   scripts/train/run.sh tool-search DATA_FOLDER OUT_FOLDER [STEPS]
#
# DATA_FOLDER holds train/ and the measured sets. STEPS of training (default 100, two minutes of two idle cores); the vectors that it learns from take a quarter
# of an hour before, and are made once: delete tool-search.f32 where the data or an embedder changed.
source "$(dirname "$0")/../environment.sh"
steps="${3:-100}"

cd "$scripts/../.."
[ -e "$out/tool-search.f32" ] || bun scripts/train/tool-search/examples.ts "$data" "$out/tool-search"
export PYTHONPATH="$scripts"
"$python" "$scripts/tool-search/maps.py" "$data" "$out/tool-search" "$out/tool-search-maps.bin" --steps "$steps"
sha256sum "$out/tool-search-maps.bin"
