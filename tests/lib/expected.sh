# expected.sh -- for tests that compare verdicts with a file EXPECTED.
#
#     violations RECORDS               what was found: 1:count 12:count,data race:count deadlock ...
#     expected EXPECTED MODEL          what should have been found
#     expected_models EXPECTED         the models it knows
#     expected_differs EXPECTED RECORDS
#                                      prints what does not fit; nothing if all does
#
# EXPECTED has a line `MODEL: PATTERN:FIELD,FIELD ...' for each model, the
# violations in the order of the records (models/examples/EXPECTED); an assertion is
# `assert:LINE', a place that goes wrong `wrong:LINE' (models/data/EXPECTED).

violations () {
  sed -nE 's/.*"question":"assert","fields":\[\],"at":"[^"]*:([0-9]+):[0-9]+","wrong".*"verdict":"violation".*/wrong:\1/p; t
    s/.*"question":"assert","fields":\[\],"at":"[^"]*:([0-9]+):[0-9]+".*"verdict":"violation".*/assert:\1/p; t
    s/.*"(pattern|question)":([^,]*),"fields":\[([^]]*)\].*"verdict":"violation".*/\2:\3/p' "$1" \
    | tr -d '"' | sed 's/:$//' | tr '\n' ' ' | sed 's/ $//'
}

expected () { sed -n "s/^$2: *//p" "$1"; }

expected_models () { sed -n 's/^\([^#:][^:]*\):.*/\1/p' "$1"; }

expected_differs () {
  local model
  for model in $(expected_models "$1"); do
    grep -E "\"model\":\"([^\"]*/)?$model\"" "$2" >"$scratch/one.jsonl" || echo "$model: no records"
    [ "$(violations "$scratch/one.jsonl")" = "$(expected "$1" "$model")" ] || {
      echo "$model: found $(violations "$scratch/one.jsonl")"
      echo "$model: wanted $(expected "$1" "$model")"; }
  done
  ! grep '"verdict":"unknown"' "$2" | cut -c1-300
}
