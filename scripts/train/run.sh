#!/usr/bin/env bash
# Rebuilds the joint extractor from the training data and prints its figures.
#
#   scripts/train/run.sh DATA_FOLDER OUT_FOLDER [STEPS [CHECKPOINT]]
#
# DATA_FOLDER holds train/, bfcl/ and the other measured sets. STEPS of training (default 9000, about 60 minutes of two idle CPU
# cores), from all-MiniLM-L6-v2 or on from CHECKPOINT, which is one of these checkpoints or an int8 file that shipped (.onnx).
# OUT_FOLDER gets the environment, the data, the checkpoint and the ONNX files.
#
#   scripts/train/run.sh embedder DATA_FOLDER OUT_FOLDER [STEPS [SHARE]]
#
# does the same for the sentence embedder, see embedder/run.sh, and
#
#   scripts/train/run.sh labels DATA_FOLDER OUT_FOLDER [STEPS [SHARE]]
#
# for the label embedder, see embedder/labels.sh.
case "${1:-}" in
  embedder) exec "$(dirname "$0")/embedder/run.sh" "${@:2}" ;;
  labels) exec "$(dirname "$0")/embedder/labels.sh" "${@:2}" ;;
esac
source "$(dirname "$0")/environment.sh"
steps="${3:-9000}"
before="${4:+$(realpath "$4")}"

cd "$scripts"
python3 -m unittest test_queries
"$python" data.py "$data" "$out/data"
init=()
if [ -n "$before" ]; then
  if [[ "$before" == *.onnx ]]; then
    "$python" shipped.py "$before" "$out/before.safetensors"
    before="$out/before.safetensors"
  fi
  init=(--init "$before" --rate 0.8)
fi
nice -n 19 "$python" train.py "$out/data" "$out/checkpoint.safetensors" --steps "$steps" ${init[@]+"${init[@]}"}
"$python" export.py "$out/checkpoint.safetensors" "$out"

cd "$scripts/../.."
model="$out/joint-extractor-compact.onnx"
"$python" scripts/models/compact.py extractor "$out/joint-extractor-int8.onnx" "$model"
sha256sum "$model"
bun scripts/train/none/fit.ts "$data" "$out/rows" "$model"
"$python" "$scripts/reference.py" "$model" "$out/joint-extractor-floats.json"
