#!/usr/bin/env bash
# libraries.sh -- bugs that are known of libraries of Debian show by plain `check JAR', in little
# time; each library only if it is installed.  (Those of the JDK: jdk.sh.)
source "$SOURCE/tests/lib/tap.sh"
export LC_ALL=C.UTF-8 NO_COLOR=1
cd "$scratch" || exit
jars=/usr/share/java
tried=0
# The causes are found with sanitizers; the list of all violations, which is found in the same way, without.
quick=$(plain_program)

check () { # JAR OPTION...: what text shows goes to `shown', the violations to `found'
  local jar=$1; shift
  [ -r "$jars/$jar" ] || return 1
  tried=$((tried + 1))
  expect 10 "$jar: there are findings" timeout 300 "$PHASELOCK" check "$@" "$jars/$jar"
  printf '%s\n' "$out" >shown
  timeout 300 "${quick:-$PHASELOCK}" check -q "$@" "$jars/$jar" >found 2>errors </dev/null || true
}
first () { # COUNT TEXT...: one of the first COUNT causes has them all
  local count=$1 text lines; shift
  lines=$(grep -E '^ ?[0-9]+\. ' shown | head -n "$count")
  for text in "$@"; do lines=$(grep -F -- "$text" <<<"$lines"); done
  [ -n "$lines" ]
}
shows () { # TEXT...: one violation has them all
  local text lines; lines=$(grep ^VIOLATION found)
  for text in "$@"; do lines=$(grep -F -- "$text" <<<"$lines"); done
  [ -n "$lines" ]
}

# close () holds the data source and asks for the registry; reregister () the other way round.
if check c3p0.jar; then
  ok "c3p0: close() against reregister() is among the first three causes" \
    first 3 deadlock "C3P0Registry.reregister(IdentityTokenized)" "AbstractPoolBackedDataSource.close()"
fi

# The monitor of a category is held while its appenders are closed, whose close () logs; and the
# list of appenders is looked up without the lock with which it is made.
if check log4j-1.2.jar; then
  # A Logger is a Category.  Several pairs of entries lead there; one of them is the finding.
  ok "log4j: a category and its appender wait for each other" \
    grep -qE '^VIOLATION  deadlock .*"(Category|Logger) a".*"WriterAppender a"|^VIOLATION  deadlock .*"WriterAppender a".*"(Category|Logger) a"' found
  ok "log4j: two categories wait for each other" \
    grep -qE '^VIOLATION  deadlock .*"(Category|Logger) [ab]".*"(Category|Logger) [ab]"' found
  ok "log4j: deadlocks of categories are among the first ten causes" first 10 deadlock Category
  ok "log4j: AppenderAttachableImpl, race" \
    shows "race  AppenderAttachableImpl.appenderList " addAppender isAttached
  ok "log4j: AppenderAttachableImpl, two looks" \
    shows "pattern 2  AppenderAttachableImpl.appenderList " isAttached addAppender
fi

# close () goes through the map of pools, and getConnection () adds to it with the lock.
if check commons-dbcp.jar; then
  ok "commons-dbcp: PerUserPoolDataSource.managers" \
    shows "race  PerUserPoolDataSource.managers[] " getConnection "close()"
  ok "commons-dbcp: InstanceKeyObjectFactory.instanceMap" \
    shows "race  InstanceKeyObjectFactory.instanceMap[] " "closeAll()"
fi

# A series has no lock at all: it is asked about only if it is named.
if check jfreechart.jar --class org.jfree.data.xy.XYSeries; then
  ok "jfreechart: XYSeries, a lost update" shows "pattern 1  XYSeries.data[] "
  ok "jfreechart: XYSeries, a race" shows "race  XYSeries.data[] "
fi

if [ "$tried" -eq 0 ]; then
  echo "1..0 # SKIP not installed (Debian: libc3p0-java liblog4j1.2-java libcommons-dbcp-java libjfreechart-java)"
  exit 0
fi
done_testing
