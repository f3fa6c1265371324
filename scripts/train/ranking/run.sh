#!/usr/bin/env bash
# Rebuilds the ranker, and prints how often it and the product choose the right tool on sources that it never saw.
#
#   scripts/train/run.sh ranking DATA_FOLDER OUT_FOLDER [STEPS]
#
# DATA_FOLDER holds train/ and the measured sets. STEPS of training (default 1000, 17 minutes of two idle cores without arithmetic of 16
# bits). It starts from the joint extractor: what scripts/train/run.sh trades made in OUT_FOLDER, or else what ships. A training that is
# there already is not run again: delete ranker.safetensors where the data changed.
source "$(dirname "$0")/../environment.sh"
steps="${3:-1000}"
export PYTHONPATH="$scripts"
extractor="$out/joint-extractor-trades.onnx"
[ -e "$extractor" ] || extractor="$scripts/../../data/models/joint-extractor-int8.onnx"

cd "$scripts"
"$python" shipped.py "$extractor" "$out/ranking-start.safetensors"
[ -e "$out/lists.jsonl" ] || "$python" ranking/lists.py "$data" "$out/lists.jsonl"
[ -e "$out/ranker.safetensors" ] || nice -n 5 "$python" ranking/train.py "$out/lists.jsonl" "$out/ranking-start.safetensors" "$out/ranker.safetensors" --steps "$steps"
"$python" ../models/compact.py ranker "$out/ranker.safetensors" "$out/ranker-int8.onnx"
[ -e "$out/word-vectors-int8.bin" ] || cp "$scripts/../../data/models/word-vectors-int8.bin" "$out/"
"$python" ranking/reference.py "$out/ranker-int8.onnx" "$out/ranker-floats.json"
sha256sum "$out/ranker-int8.onnx"
bun ranking/choice.ts "$data"
