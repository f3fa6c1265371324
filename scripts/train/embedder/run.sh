#!/usr/bin/env bash
# Rebuilds the sentence embedder and prints how well it tells apart intents that were held back.
#
#   scripts/train/embedder/run.sh DATA_FOLDER OUT_FOLDER [MINUTES [SHARE]]
#
# DATA_FOLDER holds train/ and the measured sets that training texts are kept apart from. MINUTES of training (default 6, on two CPU
# cores); SHARE of the trained weights in what ships (default 0.6), the rest is all-MiniLM-L6-v2.
set -euo pipefail

scripts="$(cd "$(dirname "$0")/.." && pwd)"
data="$(realpath "$1")"
mkdir -p "$2"
out="$(realpath "$2")"
minutes="${3:-6}"
share="${4:-0.6}"

source "$scripts/environment.sh"
cd "$scripts"
"$python" -m embedder.train "$data" "$out/embedder-trained.safetensors" --minutes "$minutes"
"$python" -m embedder.mix "$out/embedder.safetensors" "$share" "$out/embedder-trained.safetensors"
"$python" ../models/compact.py embedder "$out/embedder.safetensors" "$out/sentence-embedder-int8.onnx"
cd "$scripts/../.."
sha256sum "$out/sentence-embedder-int8.onnx"
bun scripts/train/embedder/held-labels.ts data/models/label-embedder-int8.onnx "$out/sentence-embedder-int8.onnx" "$out/embedder-trained.held.jsonl"
