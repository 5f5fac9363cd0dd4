#!/bin/sh
# Checks documents of platectl by the rules beside this script; needs jq 1.6. Usage: check.sh DOCUMENT.json ...
# A rule is a jq filter that prints a line for each objection. Its name begins with the kind of document: plan-, report- or audit-.
# Ends with 0 when no rule objects, with 1 when one does, and with 3 when a document or a rule cannot be read.
set -eu
rules=$(dirname "$0")
code=0
for document in "$@"; do
  kind=$(jq -er '.kind | ltrimstr("platectl/")' "$document") || exit 3
  for rule in "$rules/$kind"-*.jq; do
    [ -e "$rule" ] || continue
    # As JSON in ASCII, and never two # in a row: nothing of a server's text can move a cursor or command a CI runner.
    objections=$(jq -a -f "$rule" "$document") || exit 3
    [ -z "$objections" ] && continue
    printf '%s\n' "$objections" | sed -e 's/##/# #/g' -e "s|^|$(basename "$rule" .jq): |"
    code=1
  done
done
exit "$code"
