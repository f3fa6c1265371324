#!/usr/bin/env bash
# Trains the joint extractor further with the requests of trades, beside the data of its first training, and prints its figures.
#
#   scripts/train/run.sh trades DATA_FOLDER OUT_FOLDER [CHECKPOINT]
#
# DATA_FOLDER holds train/ and the measured sets. It goes on from CHECKPOINT, an int8 file as it ships, by default what
# scripts/train/run.sh made in OUT_FOLDER: 600 steps at a high rate, and 160 that settle what these found, 8 minutes of two idle cores.
# A training that is there already is not run again: delete trades-first.safetensors and trades-trained.safetensors where the data
# changed.
source "$(dirname "$0")/../environment.sh"
before="$(realpath "${3:-$out/joint-extractor-compact.onnx}")"
here="$scripts/trades"
model="$out/joint-extractor-trades.onnx"

cd "$scripts"
[ -e "$out/data/train.jsonl" ] || "$python" data.py "$data" "$out/data"
bun "$here/records.ts" "$data" "$out/data/trades.jsonl"
"$python" shipped.py "$before" "$out/before-trades.safetensors"
train() {
  local made="$out/$1"
  [ -e "$made" ] && return
  nice -n 19 "$python" train.py "$out/data" "$out/unfinished.safetensors" --trades "$out/data/trades.jsonl" "${@:2}"
  mv "$out/unfinished.safetensors" "$made"
}
train trades-first.safetensors --steps 2000 --until 600 --seed 3 --rate 0.8 --init "$out/before-trades.safetensors"
train trades-trained.safetensors --steps 160 --seed 4 --rate 0.5 --init "$out/trades-first.safetensors"
mkdir -p "$out/trades"
"$python" export.py "$out/trades-trained.safetensors" "$out/trades"

cd "$scripts/../.."
"$python" scripts/models/compact.py extractor "$out/trades/joint-extractor-int8.onnx" "$model"
"$python" scripts/models/compact.py words "$out/trades/joint-extractor-int8.onnx" "$out/word-vectors-int8.bin"
sha256sum "$model"
bun scripts/train/none/fit.ts "$data" "$out/trades/rows" "$model"
"$python" "$scripts/reference.py" "$model" "$out/joint-extractor-floats.json"
