#!/bin/sh
# Registers the classification set beside this file, waits until its examples are learned, and labels four texts.
set -eu
here=$(dirname "$0")
. "$here/../session.sh"

register classification-sets support-v1 "$here/classification-set.json"

# Texts are labelled at once; with all examples learned, better.
until ask GET /v1/classification-sets/support-v1 | grep -q '"learning":null'; do sleep 0.2; done

for text in \
  "It's been two weeks and still no package" \
  "These trousers are too small, can I give them back" \
  "I forgot my password" \
  "Do you know a good recipe for soup?"; do
  answer=$(ask POST /v1/classify "{\"data\": \"$text\", \"classification_set\": \"support-v1\"}")
  echo "$(echo "$answer" | sed 's/.*"label":"\([^"]*\)".*/\1/'): $text"
done
