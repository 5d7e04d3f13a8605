#!/usr/bin/env bash
# immutable.sh -- the library types that models take for immutable (VALUE in
# library_types.def), against the JDK that is installed: they have no field that is not
# final, but for those that only keep what can be computed again, and the stack traces of
# exceptions, which nobody asks about.
source "$(dirname "$0")/common.sh"
need javap

# Type and field: what is kept.
caches="
java.lang.String hash
java.lang.String hashIsZero
java.lang.Class *
java.lang.Throwable *
java.lang.Exception *
java.lang.RuntimeException *
java.lang.Error *
java.lang.StackTraceElement *
java.math.BigDecimal precision
java.math.BigDecimal stringCache
java.math.BigInteger *
java.util.Locale *
java.util.regex.Pattern *
java.net.URI *
java.net.URL *
java.io.File status
java.io.File filePath
java.nio.charset.Charset aliasSet
java.lang.Enum hash
"
known () { # TYPE FIELD
  grep -qxF -e "$1 $2" -e "$1 *" <<<"$caches"
}

mapfile -t types < <(sed -n 's/^TYPE (VALUE, "\(.*[^*]\)")$/\1/p' "$SOURCE/java/program/library_types.def" | tr / .)
ok "there are types" test "${#types[@]}" -gt 20
for type in "${types[@]}"; do
  if ! javap -p -cp . "$type" >members 2>/dev/null; then
    tap_result 0 "$type: not in this JDK"
    continue
  fi
  changed=
  while read -r line; do
    field=${line##* }
    known "$type" "${field%;}" || changed="$changed ${field%;}"
  done < <(grep -E '^  [^(]*;$' members | grep -vE '\b(static|final)\b')
  [ -z "$changed" ]
  tap_result $? "$type: nothing changes in it$changed"
done
done_testing
