# The beginning of every run, which sources it with its own arguments, DATA_FOLDER and OUT_FOLDER first: gives `scripts`, `data`, `out`
# and `python`, and makes the Python environment of requirements.lock in $out, once. `data` is DATA_FOLDER with the requests of
# trades/requests beside those of its train/everyday.
set -euo pipefail

scripts="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
given="$(realpath "${1:?DATA_FOLDER is missing}")"
mkdir -p "${2:?OUT_FOLDER is missing}"
out="$(realpath "$2")"

data="$out/gathered"
rm -rf "$data"
mkdir -p "$data/train/everyday"
for entry in "$given"/*; do [ "$entry" = "$given/train" ] || ln -s "$entry" "$data/"; done
for entry in "$given"/train/*; do [ "$entry" = "$given/train/everyday" ] || ln -s "$entry" "$data/train/"; done
ln -s "$given"/train/everyday/*.json "$scripts"/trades/requests/*.json "$data/train/everyday/"

# No downloads by the libraries; threads that wait must not spin where cores are shared; memory is kept, not returned.
export HF_HUB_OFFLINE=1 TRANSFORMERS_VERBOSITY=error OMP_WAIT_POLICY=PASSIVE
export MALLOC_MMAP_THRESHOLD_=4294967296 MALLOC_TRIM_THRESHOLD_=8589934592

python="$out/environment/bin/python"
if [ ! -x "$python" ]; then
  python3 -m venv "$out/environment"
  "$python" -m pip install --quiet --require-hashes --no-deps -r "$scripts/requirements.lock"
fi
