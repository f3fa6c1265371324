#!/bin/sh
# Registers the toolset beside this file, and asks it four things.
set -eu
here=$(dirname "$0")
. "$here/../session.sh"

register toolsets restaurant-v1 "$here/toolset.json"

# The answer without its metadata: the call, and the words that say it.
for query in \
  "Book a table for four at Chez Anna on 24 December 2026, outside" \
  "Book a table for four" \
  "Please cancel my booking ab 1234" \
  "What is the capital of France?"; do
  echo "$query"
  ask POST /v1/resolve-respond "{\"query\": \"$query\", \"toolsets\": [\"restaurant-v1\"]}" | sed 's/,"metadata":.*/}/'
  echo
done
