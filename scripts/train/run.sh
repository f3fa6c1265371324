#!/usr/bin/env bash
# Rebuilds the weights that ship from the training data, prints their figures, and says whether they came out the same.
#
#   scripts/train/run.sh all DATA_FOLDER OUT_FOLDER
#
# DATA_FOLDER holds train/, bfcl/ and the other measured sets; OUT_FOLDER gets the environment, the data, the checkpoints and the ONNX
# files. About two hours of two idle CPU cores. A training that is there already is not run again: delete its
# *-trained.safetensors or training-N.safetensors where the data changed. One network alone:
#
#   scripts/train/run.sh DATA_FOLDER OUT_FOLDER [STEPS [CHECKPOINT]]
#
# makes the joint extractor. STEPS is how many steps each training has (default "9000 3000", about
# 80 minutes of two idle CPU cores), from all-MiniLM-L6-v2 or on from CHECKPOINT, which is one of these checkpoints or an int8 file
# that shipped (.onnx); the mean of their weights is what comes out. What ships has learned the requests of trades besides:
#
#   scripts/train/run.sh trades DATA_FOLDER OUT_FOLDER [CHECKPOINT]
#
# goes on with them, see trades/run.sh.
#
#   scripts/train/run.sh embedder DATA_FOLDER OUT_FOLDER [STEPS [SHARE]]
#
# makes the sentence embedder, see embedder/run.sh, and
#
#   scripts/train/run.sh labels DATA_FOLDER OUT_FOLDER [STEPS [SHARE]]
#
# the label embedder, see embedder/labels.sh, and
#
#   scripts/train/run.sh read-back DATA_FOLDER OUT_FOLDER [STEPS]
#
# the network that reads calls back, see read-back/run.sh, and
#
#   scripts/train/run.sh ranking DATA_FOLDER OUT_FOLDER [STEPS]
#
# the network that ranks tools, see ranking/run.sh, and
#
#   scripts/train/run.sh tool-search DATA_FOLDER OUT_FOLDER [STEPS]
#
# the maps of the tool search, of the vectors of the embedders that ship, see tool-search/maps.sh, and
#
#   scripts/train/run.sh gpu DATA_FOLDER OUT_FOLDER CHECKPOINT
#
# the extractor and the ranker that ship, further than a processor gets in time, see gpu.sh.
set -euo pipefail

# What was made beside what ships: "the same", or "another one" where the processor, the data or the settings differ.
compare() {
  if cmp --silent "$1" "$(dirname "$0")/../../data/models/$2"; then echo "$2: the same as ships"; else echo "$2: another one than ships"; fi
}

case "${1:-}" in
  all)
    [ $# -eq 3 ] || { echo "usage: scripts/train/run.sh all DATA_FOLDER OUT_FOLDER" >&2; exit 2; }
    for network in embedder labels "" read-back trades ranking tool-search; do "$0" ${network:+"$network"} "$2" "$3"; done
    compare "$3/sentence-embedder-int8.onnx" sentence-embedder-int8.onnx
    compare "$3/label-embedder-int8.onnx" label-embedder-int8.onnx
    compare "$3/joint-extractor-trades.onnx" joint-extractor-int8.onnx
    compare "$3/read-back-int8.onnx" read-back-int8.onnx
    compare "$3/ranker-int8.onnx" ranker-int8.onnx
    compare "$3/tool-search-maps.bin" tool-search-maps.bin
    exit
    ;;
  embedder) exec "$(dirname "$0")/embedder/run.sh" "${@:2}" ;;
  trades) exec "$(dirname "$0")/trades/run.sh" "${@:2}" ;;
  labels) exec "$(dirname "$0")/embedder/labels.sh" "${@:2}" ;;
  read-back) exec "$(dirname "$0")/read-back/run.sh" "${@:2}" ;;
  ranking) exec "$(dirname "$0")/ranking/run.sh" "${@:2}" ;;
  tool-search) exec "$(dirname "$0")/tool-search/maps.sh" "${@:2}" ;;
  gpu) exec "$(dirname "$0")/gpu.sh" "${@:2}" ;;
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
"$python" scripts/models/compact.py words "$out/joint-extractor-int8.onnx" "$out/word-vectors-int8.bin"
sha256sum "$model"
bun scripts/train/none/fit.ts "$data" "$out/rows" "$model"
"$python" "$scripts/reference.py" "$model" "$out/joint-extractor-floats.json"
