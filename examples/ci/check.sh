#!/bin/sh
# Ends with 0 where the set passes its tests, and with 1 where it does not. Needs no server, no key and no network.
set -eu
here=$(dirname "$0")
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
export DRAGOMAN_DATA="$data"

app=$(dragoman app create ci --json | sed 's/.*"app_id":"\([^"]*\)".*/\1/')
dragoman import "$here/toolset.json" --app "$app" > /dev/null
dragoman test home-v1 "$here/cases.jsonl" --app "$app" --min-accuracy 75% --max-wrong 10% \
  --html "${REPORT:-report}.html" --junit "${REPORT:-report}.xml" --force
