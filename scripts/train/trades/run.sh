#!/usr/bin/env bash
# Trains the joint extractor further with the requests of trades, beside the data of its first training, and prints its figures.
#
#   scripts/train/run.sh trades DATA_FOLDER OUT_FOLDER [STEPS [CHECKPOINT]]
#
# DATA_FOLDER holds train/ and the measured sets. It goes on from CHECKPOINT, an int8 file as it ships, by default what
# scripts/train/run.sh made in OUT_FOLDER. STEPS (default 2200) take 15 minutes of two idle cores. A training that is there already is
# not run again: delete trades-trained.safetensors where the data changed.
source "$(dirname "$0")/../environment.sh"
steps="${3:-2200}"
before="$(realpath "${4:-$out/joint-extractor-compact.onnx}")"
here="$scripts/trades"
model="$out/joint-extractor-trades.onnx"

cd "$scripts"
[ -e "$out/data/train.jsonl" ] || "$python" data.py "$data" "$out/data"
bun "$here/records.ts" "$data" "$out/data/trades.jsonl"
"$python" shipped.py "$before" "$out/before-trades.safetensors"
if [ ! -e "$out/trades-trained.safetensors" ]; then
  nice -n 19 "$python" train.py "$out/data" "$out/unfinished.safetensors" --steps "$steps" --seed 3 --rate 0.8 --init "$out/before-trades.safetensors" --trades "$out/data/trades.jsonl"
  mv "$out/unfinished.safetensors" "$out/trades-trained.safetensors"
fi
mkdir -p "$out/trades"
"$python" export.py "$out/trades-trained.safetensors" "$out/trades"

cd "$scripts/../.."
"$python" scripts/models/compact.py extractor "$out/trades/joint-extractor-int8.onnx" "$model"
sha256sum "$model"
bun scripts/train/none/fit.ts "$data" "$out/trades/rows" "$model"
"$python" "$scripts/reference.py" "$model" "$out/joint-extractor-floats.json"
