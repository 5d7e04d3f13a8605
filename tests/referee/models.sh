#!/usr/bin/env bash
# models.sh -- the referee finds what the files EXPECTED say of the models that ship.
source "$SOURCE/tests/lib/tap.sh"

# Recursion is not for the referee.
finds () { # FOLDER
  diff <(grep -v '^#' "$SOURCE/models/$1/EXPECTED" | grep -v '^vector' | sed 's/ *$//') \
    <("$BUILD/tests/referee/ask" "$SOURCE/models/$1"/*.eml | grep -v '^vector')
}
ok "models/examples" finds examples
ok "models/data" finds data
ok "models/dynamic" finds dynamic
done_testing
