# doc.sh -- for tests of documents: their examples work, to the letter.
# Source it after tap.sh.
#
#     doc_cut FILE           its indented blocks as block.001, ... in $scratch
#     doc_files FOLDER       blocks that begin with `// NAME' become files there;
#                            prints the names
#     doc_is_commands BLOCK  does it begin with `$ '?
#     doc_without_java WHAT  drop the blocks that call javac, or use classes or fixed,
#                            the folders that it fills, if there is no javac
#     doc_commands FOLDER    run the commands of all blocks there, compare the output
#
# In a block that begins with `$ ', each line with `$ ' is a command and the lines
# after it are all that it prints, on both streams.  `phaselock' and `./run'
# are the program under test.  Times ("ms":0.4, 0.41 s, 0.9 ms), ids and counts of
# the BDD library may differ.

doc_cut () {
  rm -f "$scratch"/block.*
  awk -v folder="$scratch" '
    /^    / { if (!inside) { inside = 1; n++ }
              else for (; blank; blank--) print "" > file
              blank = 0; file = sprintf ("%s/block.%03d", folder, n)
              print substr ($0, 5) > file; next }
    /^$/    { if (inside) blank++; next }
            { inside = blank = 0 }
  ' "$1"
}

doc_files () {
  local block name
  for block in "$scratch"/block.*; do
    name=$(sed -nE '1s/^\/\/ ([A-Za-z]+\.[a-z]+)$/\1/p' "$block")
    [ -z "$name" ] || { cp "$block" "$1/$name"; echo "$name"; }
  done
}

doc_without_java () { # WHAT
  command -v javac >/dev/null && return
  local block
  for block in "$scratch"/block.*; do
    if doc_is_commands "$block" && grep -qE '^\$ .*\b(javac|classes|fixed)\b' "$block"; then
      skip "$1: ${block##*/}" "no javac"
      rm "$block"
    fi
  done
}

doc_is_commands () { head -1 "$1" | grep -q '^\$ '; }

# doc_run COMMAND: its output, both streams; the status is in $doc_status.
doc_run () {
  local command
  command=$(sed -E 's/(^|\| *)(\.\/run|phaselock) /\1"$PHASELOCK" /g' <<<"$1")
  env -u COLUMNS NO_COLOR=1 LC_ALL=C bash -c "(exit $doc_status); $command" \
    >"$scratch/doc.printed" 2>&1 </dev/null
  doc_status=$?
}

doc_without_times () {
  sed -E 's/"id":"[0-9a-f]{32}"/"id":""/g; s/"((old_|new_)?ms|peak_nodes|operations)":[0-9.]+/"\1":0/g; s/[0-9.]+ (m?s)\b/0 \1/g' "$1"
}

doc_compare () { # COMMAND, its expected output in doc.expected
  doc_run "$1"
  ok "\$ $1" diff <(doc_without_times "$scratch/doc.expected") \
                  <(doc_without_times "$scratch/doc.printed")
  doc_count=$((doc_count + 1))
}

doc_block () { # BLOCK
  local line command=
  doc_status=0
  while IFS= read -r line; do
    if [[ $line == '$ '* ]]; then
      [ -z "$command" ] || doc_compare "$command"
      command=${line#'$ '}
      : >"$scratch/doc.expected"
    else
      printf '%s\n' "$line" >>"$scratch/doc.expected"
    fi
  done <"$1"
  doc_compare "$command"
}

doc_commands () {
  local block
  doc_count=0
  for block in "$scratch"/block.*; do
    if doc_is_commands "$block"; then
      cd "$1" || return
      doc_block "$block"
    fi
  done
}
