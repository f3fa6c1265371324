#!/usr/bin/env bash
# Trains the joint extractor and the ranker further on a machine with CUDA: some four minutes of one H200.
#
#   scripts/train/run.sh gpu DATA_FOLDER OUT_FOLDER CHECKPOINT
#
# DATA_FOLDER holds train/ and the measured sets; CHECKPOINT is the joint extractor that both go on from, an int8 file as it ships. The
# trainings of one network differ in the data's order, and for the ranker in dropout; what ships is their mean, as a GPU does not give the
# same bits twice: figures come back, files do not. A training that is there already is not run again.
source "$(dirname "$0")/environment.sh"
export PYTHONPATH="$scripts"
before="$(realpath "${3:?CHECKPOINT is missing}")"

cd "$scripts"
[ -e "$out/data/train.jsonl" ] || "$python" data.py "$data" "$out/data"
[ -e "$out/data/trades.jsonl" ] || bun trades/records.ts "$data" "$out/data/trades.jsonl"
[ -e "$out/lists.jsonl" ] || "$python" ranking/lists.py "$data" "$out/lists.jsonl"
"$python" shipped.py "$before" "$out/gpu-start.safetensors"

extractor() {
  [ -e "$out/$1" ] || "$python" train.py "$out/data" "$out/$1" --trades "$out/data/trades.jsonl" --steps 1100 --rate 0.8 --init "$out/gpu-start.safetensors" "${@:2}"
}
ranker() {
  [ -e "$out/$1" ] || "$python" ranking/train.py "$out/lists.jsonl" "$out/gpu-start.safetensors" "$out/$1" "${@:2}"
}
extractor gpu-extractor-1.safetensors --seed 3
extractor gpu-extractor-2.safetensors --seed 4
ranker gpu-ranker-1.safetensors --steps 1050
ranker gpu-ranker-2.safetensors --steps 508 --dropout 0.1
ranker gpu-ranker-3.safetensors --steps 445 --dropout 0.1 --seed 2
"$python" mean.py "$out/gpu-extractor.safetensors" "$out"/gpu-extractor-[12].safetensors
"$python" mean.py "$out/ranker.safetensors" "$out/gpu-ranker-1.safetensors@0.65" "$out/gpu-ranker-2.safetensors@0.175" "$out/gpu-ranker-3.safetensors@0.175"

mkdir -p "$out/gpu"
"$python" export.py "$out/gpu-extractor.safetensors" "$out/gpu"
"$python" ../models/compact.py extractor "$out/gpu/joint-extractor-int8.onnx" "$out/joint-extractor-trades.onnx"
"$python" ../models/compact.py words "$out/gpu/joint-extractor-int8.onnx" "$out/word-vectors-int8.bin"
"$python" ../models/compact.py ranker "$out/ranker.safetensors" "$out/ranker-int8.onnx"
"$python" reference.py "$out/joint-extractor-trades.onnx" "$out/joint-extractor-floats.json"
"$python" ranking/reference.py "$out/ranker-int8.onnx" "$out/ranker-floats.json"
sha256sum "$out/joint-extractor-trades.onnx" "$out/ranker-int8.onnx"
