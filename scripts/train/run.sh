#!/usr/bin/env bash
# Rebuilds the joint extractor from the training data and prints its figures.
#
#   scripts/train/run.sh DATA_FOLDER OUT_FOLDER [STEPS [CHECKPOINT]]
#
# DATA_FOLDER holds train/, bfcl/ and the other measured sets. STEPS is how many steps each training has (default "9000 3000", about
# 80 minutes of two idle CPU cores), from all-MiniLM-L6-v2 or on from CHECKPOINT, which is one of these checkpoints or an int8 file
# that shipped (.onnx); the mean of their weights is what comes out. OUT_FOLDER gets the environment, the data, the checkpoints and
# the ONNX files. A training that is there already is not run again: delete its training-N.safetensors where the data changed.
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
read -ra steps <<< "${3:-9000 3000}"
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
trained=()
for at in "${!steps[@]}"; do
  order=$((at + 1))
  made="$out/training-$order.safetensors"
  trained+=("$made")
  [ -e "$made" ] && continue
  nice -n 19 "$python" train.py "$out/data" "$out/unfinished.safetensors" --seed "$order" --steps "${steps[at]}" ${init[@]+"${init[@]}"}
  mv "$out/unfinished.safetensors" "$made"
done
"$python" mean.py "$out/checkpoint.safetensors" "${trained[@]}"
"$python" export.py "$out/checkpoint.safetensors" "$out"

cd "$scripts/../.."
model="$out/joint-extractor-compact.onnx"
"$python" scripts/models/compact.py extractor "$out/joint-extractor-int8.onnx" "$model"
sha256sum "$model"
bun scripts/train/none/fit.ts "$data" "$out/rows" "$model"
"$python" "$scripts/reference.py" "$model" "$out/joint-extractor-floats.json"
