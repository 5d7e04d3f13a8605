# assemble.sh -- put the page together: template, style, scripts.
#
#     sh assemble.sh page.html page.css a.js b.js... >page
#
# Lines of the template that are @style@ or @script@ become the files; the
# scripts share one scope, closed to the outside.  The policy in the template
# allows only this style and this script, by their hashes: whatever a name in
# the data contains, it can not be run.
set -eu
template=$1 style=$2
shift 2
AWK=${AWK:-awk}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{ echo; cat "$style"; } >"$work/style"
{ echo; echo '(() => {'; echo '"use strict";'; cat "$@"; echo '})();'; } >"$work/script"

# Hexadecimal digits to base64, as policies want it.
hash () {
  sha256sum "$1" | LC_ALL=C $AWK '{
    code = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    hex = substr($1, 1, 64) "00"    # 33 bytes: whole groups of three
    for (i = 1; i <= 66; i += 6) {
      bits = 0
      for (j = 0; j < 6; j++)
        bits = 16 * bits + index("0123456789abcdef", substr(hex, i + j, 1)) - 1
      four = ""
      for (j = 0; j < 4; j++) {
        four = substr(code, bits % 64 + 1, 1) four
        bits = int(bits / 64)
      }
      out = out four
    }
    print substr(out, 1, 43) "="
  }'
}

LC_ALL=C $AWK -v style="$work/style" -v script="$work/script" \
  -v style_hash="$(hash "$work/style")" -v script_hash="$(hash "$work/script")" '
  # The text of a file without its first line end: what was printed before has one.
  function insert(file,    line) {
    getline line <file
    while ((getline line <file) > 0) print line
    close(file)
  }
  /^@style@$/ { insert(style); next }
  /^@script@$/ { insert(script); next }
  { sub(/@style-hash@/, style_hash); sub(/@script-hash@/, script_hash); print }
' "$template"
