#!/usr/bin/env bash
# Rebuilds the read-back and prints what it does to the product's calls, on sources that it never saw and on measured sets.
#
#   scripts/train/run.sh read-back DATA_FOLDER OUT_FOLDER [STEPS]
#
# DATA_FOLDER holds train/ and the measured sets. STEPS of each of two trainings (default 2200, some 20 minutes of two cores). They start
# from the joint extractor, and their mean is the read-back. A training that is there already is not run again: delete
# read-back-*.safetensors where the data changed.
source "$(dirname "$0")/../environment.sh"
steps="${3:-2200}"
export PYTHONPATH="$scripts"
here="$scripts/read-back"
# What scripts/train/run.sh made in OUT_FOLDER, or else what ships.
shipped="$out/joint-extractor-compact.onnx"
[ -e "$shipped" ] || shipped="$scripts/../../data/models/joint-extractor-int8.onnx"

cd "$scripts"
"$python" shipped.py "$shipped" "$out/extractor.safetensors"
"$python" read-back/taken_records.py "$data" "$out/read-back-records.jsonl"
bun "$here/answers.ts" "$data/train/everyday" "$out/read-back-answers.jsonl"
bun "$here/record-answers.ts" "$out/read-back-records.jsonl" "$out/read-back-record-answers.jsonl"
bun "$here/pairs.ts" "$data/train/everyday" "$out/read-back-answers.jsonl" "$out/read-back-pairs.jsonl" "$out/read-back-records.jsonl" "$out/read-back-record-answers.jsonl"
seed=0
for mix in broad product; do
  seed=$((seed + 1))
  made="$out/read-back-$mix.safetensors"
  [ -e "$made" ] || nice -n 5 "$python" read-back/train.py "$out/read-back-pairs.jsonl" "$out/extractor.safetensors" "$made" --steps "$steps" --seed "$seed" --mix "$mix"
done
"$python" mean.py "$out/read-back.safetensors" "$out/read-back-broad.safetensors" "$out/read-back-product.safetensors"
"$python" ../models/compact.py read-back "$out/read-back.safetensors" "$out/read-back-int8.onnx"
[ -e "$out/word-vectors-int8.bin" ] || cp "$scripts/../../data/models/word-vectors-int8.bin" "$out/"
"$python" read-back/reference.py "$out/read-back-int8.onnx" "$out/read-back-floats.json"
sha256sum "$out/read-back-int8.onnx"

bun "$here/answers.ts" "$data/everyday" "$out/everyday-answers.jsonl"
bun "$here/pairs.ts" "$data/everyday" "$out/everyday-answers.jsonl" "$out/everyday-pairs.jsonl"
bun "$here/measured.ts" "$data" "$out/measured-pairs.jsonl"
"$python" read-back/fit.py "$out/read-back-int8.onnx" "$out/read-back-pairs.jsonl" "$out/everyday-pairs.jsonl" "$out/measured-pairs.jsonl"
