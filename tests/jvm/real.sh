#!/usr/bin/env bash
# real.sh -- fifty classes of the JDK and of Debian's libraries, as they are, on a JVM: each ends
# by itself, every violation has a grade, and nothing is left behind.  (make campaign-jvm)
#
# Which grades they have is not asked: the libraries change.
source "$SOURCE/tests/cli/common.sh"
source "$SOURCE/tests/java/common.sh"
need javac java jimage python3
mkdir tmp
export XDG_CACHE_HOME=$scratch/cache TMPDIR=$scratch/tmp
home=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
jimage extract --dir out --include 'regex:/java\.base/java/(lang|util|io)/.*' "$home/lib/modules"
jdk=$scratch/out/java.base

# graded NAME STATUS: the run is over, its records have grades, and no folder or JVM is left.
graded () {
  case $2 in 0|5|10) ;; *) tap_result 1 "$1: exit status $2"; head -5 messages | sed 's/^/# /'; return ;; esac
  python3 - <<'END'
import json
for line in open("records"):
    r = json.loads(line)
    assert r["verdict"] != "violation" or r["confirmed"]["grade"] in ("harmful", "executed", "not executed"), r
END
  tap_result $? "$1: $(grep -o '"grade":"[^"]*"' records | sort | uniq -c | tr -s '\n ' ' ')"
  [ -z "$(ls tmp)" ] || tap_result 1 "$1: left behind: $(ls tmp)"
}
drive=("$PHASELOCK" confirm --format jsonl -o records --timeout 20 --confirm-time 10)
while read -r class; do
  timeout 300 "${drive[@]}" --jdk "$jdk" --class "$class" "$jdk/${class//.//}.class" 2>messages </dev/null
  graded "$class" $?
done <<'END'
java.io.BufferedOutputStream
java.io.BufferedWriter
java.io.ByteArrayInputStream
java.io.ByteArrayOutputStream
java.io.CharArrayReader
java.io.CharArrayWriter
java.io.PipedInputStream
java.io.PipedReader
java.io.PrintWriter
java.io.PushbackReader
java.io.StringReader
java.io.SequenceInputStream
java.lang.StringBuffer
java.util.concurrent.DelayQueue
java.util.Hashtable
java.util.Observable
java.util.Random
java.util.Stack
java.util.Timer
java.util.Vector
java.util.concurrent.ArrayBlockingQueue
java.util.concurrent.CopyOnWriteArrayList
java.util.concurrent.CyclicBarrier
java.util.concurrent.LinkedBlockingDeque
java.util.concurrent.Exchanger
END
while read -r jar class; do
  [ -f "/usr/share/java/$jar" ] || { echo "# no /usr/share/java/$jar"; continue; }
  timeout 300 "${drive[@]}" --class "$class" "/usr/share/java/$jar" 2>messages </dev/null
  graded "$class" $?
done <<'END'
commons-collections3.jar org.apache.commons.collections.FastArrayList
commons-collections3.jar org.apache.commons.collections.FastHashMap
commons-collections3.jar org.apache.commons.collections.StaticBucketMap
commons-collections3.jar org.apache.commons.collections.map.StaticBucketMap
commons-collections3.jar org.apache.commons.collections.buffer.BlockingBuffer
commons-pool.jar org.apache.commons.pool.impl.GenericObjectPool
commons-pool.jar org.apache.commons.pool.impl.StackObjectPool
commons-pool.jar org.apache.commons.pool.impl.SoftReferenceObjectPool
commons-pool2.jar org.apache.commons.pool2.impl.SoftReferenceObjectPool
commons-dbcp.jar org.apache.commons.dbcp.BasicDataSource
log4j-1.2.jar org.apache.log4j.helpers.AppenderAttachableImpl
log4j-1.2.jar org.apache.log4j.helpers.BoundedFIFO
log4j-1.2.jar org.apache.log4j.helpers.CyclicBuffer
log4j-1.2.jar org.apache.log4j.AsyncAppender
log4j-1.2.jar org.apache.log4j.RollingFileAppender
log4j-1.2.jar org.apache.log4j.Hierarchy
logback-core.jar ch.qos.logback.core.helpers.CyclicBuffer
logback-core.jar ch.qos.logback.core.BasicStatusManager
logback-core.jar ch.qos.logback.core.ContextBase
guava.jar com.google.common.util.concurrent.Monitor
guava.jar com.google.common.collect.MapMakerInternalMap
guava.jar com.google.common.util.concurrent.RateLimiter
quartz.jar org.quartz.simpl.RAMJobStore
quartz.jar org.quartz.simpl.SimpleThreadPool
proxool.jar org.logicalcobwebs.proxool.ConnectionPool
END
done_testing
