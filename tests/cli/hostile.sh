#!/usr/bin/env bash
# hostile.sh -- texts that break parsers: each is read, or refused with a clear
# error.
source "$(dirname "$0")/common.sh"
P='process P { skip; }'

printf 'field a;\r\nprocess P { unit {\r\nread a; } }\r\n' >x.eml; accepts "CRLF"
printf '\xef\xbb\xbf%s\n' "$P" >x.eml; accepts "a byte order mark"
printf '%s' "$P" >x.eml; accepts "no final newline"
printf '%s // \xe6\xbc\xa2' "$P" >x.eml; accepts "a comment at the end of the file"
printf '\f\v\t%s' "$P" >x.eml; accepts "all kinds of blanks"
printf '' >x.eml; refuses "an empty file" "x.eml: error: the model is empty: it declares nothing [empty-model]"
printf '\xef\xbb\xbf' >x.eml; refuses "only a byte order mark" "[empty-model]"
printf '// nothing\n/* at all */' >x.eml; refuses "only comments" "[empty-model]"
printf 'model M;' >x.eml; refuses "only a name" "[empty-model]"
printf '%s\xef\xbb\xbf' "$P" >x.eml; refuses "a byte order mark in the middle" "[bad-character]"
printf '\xff\xfep\0r\0o\0c\0' >x.eml; refuses "UTF-16" "x.eml:1:1: error: this byte is not UTF-8 text [broken-utf8]"
printf 'field a;\r%s' "$P" >x.eml; refuses "a lone CR" "x.eml:1:9: error: a carriage return"
printf '%s\r' "$P" >x.eml; refuses "a lone CR at the end" "[lone-cr]"
printf 'field a;\n\0%s' "$P" >x.eml; refuses "a NUL byte" "x.eml:2:1: error: a NUL byte"
printf '%s\n\0' "$P" >x.eml; refuses "a NUL byte at the end" "[nul-byte]"
printf '\0' >x.eml; refuses "only a NUL byte" "x.eml:1:1: error: a NUL byte"
for bytes in '\xff' '\xc3' '\xc0\xaf' '\xe0\x80\xaf' '\xed\xa0\x80' '\xf4\x90\x80\x80' '\xf8\x88\x80\x80\x80' '\x80'; do
  printf "%s // $bytes" "$P" >x.eml; refuses "broken UTF-8 $bytes" "[broken-utf8]"
done
printf '%s fie' "$P" >x.eml; refuses "the end in a word" "did you mean 'field'?"
printf 'field a' >x.eml; refuses "the end in a declaration" "but the file ends here"
printf 'process P { read' >x.eml; refuses "the end in a statement" "but the file ends here"
printf 'field "a' >x.eml; refuses "the end in a string" "[open-quote]"
printf 'field "a\\' >x.eml; refuses "the end after a backslash" "[open-quote]"
printf '%s /*' "$P" >x.eml; refuses "the end in a comment" "[open-comment]"
printf '%s /* *' "$P" >x.eml; refuses "the end in the end of a comment" "[open-comment]"
printf '%s /' "$P" >x.eml; refuses "the end in the start of a comment" "[syntax]"
printf 'process P[4294967297] { skip; }' >x.eml; refuses "a number beyond 32 bits" "[bad-count]"
printf 'process P[99999999999999999999999999] { skip; }' >x.eml; refuses "a number beyond 64 bits" "[bad-number]"
expect 2 "refused: /dev/zero" careful lint /dev/zero
says "refused: /dev/zero: says why" "/dev/zero:1:1: error: a NUL byte"
truncate -s 300M sparse.eml
expect 2 "refused: a file of 300 MB of zeros" careful lint sparse.eml
plain=$(plain_program) # with sanitizers it is slow
large () { yes '// a line of a text that is larger than it may be' | timeout 300 "$plain" lint -q -; }
if [ -z "$plain" ]; then
  skip "refused: a text without end" "there is no build without sanitizers"
else
  expect 2 "refused: a text without end" large
  says "refused: a text without end: says why" "-: error: larger than 256 MiB [too-large]"
fi
done_testing
