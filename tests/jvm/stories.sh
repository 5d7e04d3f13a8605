#!/usr/bin/env bash
# stories.sh -- the stories of doc/confirm.md, in the JDK and the libraries that are here: each finding is harmful,
# and its reproducer shows it with nothing but a JDK.  (make campaign-jvm)
source "$SOURCE/tests/cli/common.sh"
source "$SOURCE/tests/java/common.sh"
need javac java jimage
export XDG_CACHE_HOME=$scratch/cache
home=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
jimage extract --dir out --include 'regex:/java\.base/java/(lang|util|io)/.*' "$home/lib/modules"
jdk=$scratch/out/java.base

# story CLASS JAR[:JAR...] PATTERN FIELD TEXT: the finding of CLASS in the first JAR ("jdk": none is needed), whose
# reproducer prints TEXT.  FIELD -: none.
story () {
  local first=/usr/share/java/${2%%:*} options=() class=$1
  [ "$2" = jdk ] || [ -f "$first" ] || { echo "# no $first"; return; }
  [ "$2" != jdk ] || { first=$jdk/${class//.//}.class; options=(--jdk "$jdk"); }
  [ "$4" = - ] || options+=(-f "$4")
  for more in $(tr : ' ' <<<"$2" | cut -s -d' ' -f2-); do options+=(--classpath "/usr/share/java/$more"); done
  rm -rf repros
  timeout 300 "$PHASELOCK" confirm -q --confirm-time 60 --reproducer repros --class "$class" -p "$3" "${options[@]}" "$first" >out.txt 2>messages
  ok "$class, $3 $4: harmful" grep -q '^HARMFUL' out.txt
  for repro in repros/*.java; do
    timeout 100 java -cp "$(sed 's,[^:]*,/usr/share/java/&,g' <<<"$2")" "$repro" >shown.txt 2>&1
    LC_ALL=C grep -aqE "$5" shown.txt && break
  done
  tap_result $? "its reproducer says '$5'"
}
story java.lang.StringBuffer jdk 2 AbstractStringBuilder.coder '^thread 1 returned [^f]'
story java.io.CharArrayWriter jdk 2 CharArrayWriter.count 'count is'
story java.util.Vector jdk 1 AbstractList.modCount 'modCount is'
story com.mchange.v2.c3p0.C3P0Registry c3p0.jar deadlock - 'does not return'
story org.apache.log4j.helpers.AppenderAttachableImpl log4j-1.2.jar 1 AppenderAttachableImpl.appenderList 'afterwards'
story ch.qos.logback.core.AsyncAppenderBase logback-core.jar 1 AsyncAppenderBase.appenderCount 'afterwards'
done_testing
