#!/usr/bin/env bash
# Rebuilds the label embedder and prints how well it tells apart intents that were held back.
#
#   scripts/train/run.sh labels DATA_FOLDER OUT_FOLDER [STEPS [SHARE]]
#
# DATA_FOLDER holds train/ and the measured sets that training texts are kept apart from. STEPS of training (default 970,
# 14 minutes of two CPU cores); SHARE of the trained weights in what ships (default 0.5), the rest is bge-small-en-v1.5. Needs Java and
# Maven, which finds the package that holds its weights. A training that is there already is not run again: delete
# labels-trained.safetensors where the data changed.
source "$(dirname "$0")/../environment.sh"
steps="${3:-970}"
share="${4:-0.5}"
shipped="$scripts/../../data/models/sentence-embedder-int8.onnx"

cd "$scripts"
"$python" -m embedder.bge_small "$out/bge-small"
[ -e "$out/labels-trained.safetensors" ] || "$python" -m embedder.train "$data" "$out/labels-trained.safetensors" --steps "$steps" --labels "$out/bge-small"
"$python" -m embedder.mix "$out/labels.safetensors" "$share" "$out/labels-trained.safetensors" --labels "$out/bge-small" --common "$data/train/hwu64.jsonl"
"$python" ../models/compact.py labels "$out/labels.safetensors" "$out/label-embedder-int8.onnx"
"$python" -m embedder.reference "$out/label-embedder-int8.onnx" "$out/label-embedder-floats.json"
cd "$scripts/../.."
sha256sum "$out/label-embedder-int8.onnx"
bun scripts/train/embedder/held-labels.ts "$out/label-embedder-int8.onnx" "$shipped" "$out/labels-trained.held.jsonl"
