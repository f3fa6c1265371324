#!/bin/sh
# Turns each of its arguments into a call of the imported operations.
set -eu
. "$(dirname "$0")/../session.sh"

for query in "$@"; do
  ask POST /v1/resolve "{\"query\": \"$query\", \"toolsets\": [\"library-v1\"]}" | sed 's/,"metadata":.*/}/'
  echo
done
