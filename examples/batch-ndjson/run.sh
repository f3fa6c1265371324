#!/bin/sh
# Sends all requests of the file beside this one at once, and reads each answer as it comes: one line for each, and a last one.
set -eu
here=$(dirname "$0")
. "$here/../session.sh"

curl -sSN "$SERVER_URL/v1/batch" -H "authorization: Bearer $token" -H 'content-type: application/json' \
  -H 'accept: application/x-ndjson' -d "@$here/requests.json" |
  sed -E -u \
    -e '/^\{"id"/s/,"(metadata|confidence|message)":.*//' \
    -e 's/^\{"id":"([^"]*)","status":([0-9]+).*("(label|error|resolved)":.*)/\1 \2 \3/' \
    -e 's/^\{"metadata":.*"requests_used":([0-9]+).*"failed":([0-9]+).*/charged \1, failed \2/'
