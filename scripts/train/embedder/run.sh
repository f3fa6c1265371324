#!/usr/bin/env bash
# Rebuilds the sentence embedder and prints how well it tells apart intents that were held back.
#
#   scripts/train/run.sh embedder DATA_FOLDER OUT_FOLDER [STEPS [SHARE]]
#
# DATA_FOLDER holds train/ and the measured sets that training texts are kept apart from. STEPS of training (default 230,
# 2 minutes of two idle CPU cores); SHARE of the trained weights in what ships (default 0.75), the rest is
# all-MiniLM-L6-v2. A training that is there already is not run again: delete embedder-trained.safetensors where the data changed.
source "$(dirname "$0")/../environment.sh"
steps="${3:-230}"
share="${4:-0.75}"

cd "$scripts"
[ -e "$out/embedder-trained.safetensors" ] || "$python" -m embedder.train "$data" "$out/embedder-trained.safetensors" --steps "$steps"
"$python" -m embedder.mix "$out/embedder.safetensors" "$share" "$out/embedder-trained.safetensors"
"$python" ../models/compact.py embedder "$out/embedder.safetensors" "$out/sentence-embedder-int8.onnx"
"$python" -m embedder.reference "$out/sentence-embedder-int8.onnx" "$out/sentence-embedder-floats.json"
cd "$scripts/../.."
sha256sum "$out/sentence-embedder-int8.onnx"
bun scripts/train/embedder/held-labels.ts data/models/label-embedder-int8.onnx "$out/sentence-embedder-int8.onnx" "$out/embedder-trained.held.jsonl"
