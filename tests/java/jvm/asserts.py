"""asserts.py -- random programs with assertions, against what a JVM does.

    asserts.py SEED COUNT FOLDER            writes FOLDER/pN/M.java (and Noise.java)
    asserts.py --compare PHASELOCK FOLDER SEEN

Program pN has shared volatile fields, arrays, locks, atomics, semaphores and latches; three threads, main being one of
them, do random things to them and assert what they find.  Noise.yields () is called everywhere: on the JVM it gives others a chance. SEEN has a line
"pN LINE" for each assertion that failed on the JVM: phaselock must not call it safe.
"""
import json
import os
import random
import subprocess
import sys


class Program:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.lines = []
        self.depth = 0
        self.locals = 0

    def put(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    def number(self):
        return self.chance.randrange(4)

    def value(self, names):
        kind = self.chance.randrange(9)
        if kind < 3:
            return "s." + self.chance.choice("abc")
        if kind == 3:
            return "s.cells[%s]" % self.index(names)
        if kind == 4:
            return "s.n.get()"
        if kind == 5 and names:
            return self.chance.choice(names)
        if kind == 6:
            return "(%s %s %d)" % (self.value(names), self.chance.choice(["+", "-", "*", "^", "&", "|", "%", "/", "<<", ">>"]), self.number() + 1)
        return str(self.number())

    def index(self, names):
        return self.chance.choice(["0", "1", "me"] + ["(%s & 1)" % n for n in names])

    def condition(self, names):
        return "%s %s %s" % (self.value(names), self.chance.choice(["==", "!=", "<", ">=", ">"]), self.chance.choice([str(self.number()), self.value(names)]))

    def block(self, names, size=None):
        self.depth += 1
        names = list(names)
        for _ in range(size or self.chance.randint(1, 3)):
            self.statement(names)
        self.depth -= 1

    def statement(self, names):
        self.put("Noise.yields();")
        kind = self.chance.randrange(24 if self.depth < 4 else 9)
        if kind < 3:
            self.put("s.%s = %s;" % (self.chance.choice("abc"), self.value(names)))
        elif kind == 3:
            self.put("s.cells[%s] = %s;" % (self.index(names), self.value(names)))
        elif kind == 4:
            self.put(self.chance.choice(["s.n.incrementAndGet();", "s.n.addAndGet(2);", "s.n.compareAndSet(%d, %d);" % (self.number(), self.number()),
                                         "s.n.updateAndGet(v -> v * 2);", "s.latch.countDown();", "s.c++;", "s.ref = s.other;", "s.ref = new Box(%d);" % self.number()]))
        elif kind < 7:
            self.put("assert %s;" % self.condition(names))
        elif kind < 9:
            name = "x%d" % self.locals
            self.locals += 1
            self.put("int %s = %s;" % (name, self.value(names)))
            names.append(name)
        elif kind < 13:
            self.wrap("synchronized (s.%s) {" % self.chance.choice(["l0", "l1"]), names)
        elif kind < 15:
            self.wrap("if (%s) {" % self.condition(names), names)
            if self.chance.randrange(2):
                self.wrap("else {", names)
        elif kind == 15:
            name = "i%d" % self.locals
            self.locals += 1
            self.put("for (int %s = 0; %s < 2; %s++) {" % (name, name, name))
            self.block(names + [name])
            self.put("}")
        elif kind == 16:
            self.put("if (s.gate.tryAcquire()) {")
            self.block(names)
            self.put("  s.gate.release(); }")
        elif kind == 17:
            self.put("s.lock.lock(); try {")
            self.block(names)
            self.put("} finally { s.lock.unlock(); }")
        elif kind == 18:
            self.put("if (s.lock.tryLock()) { try {")
            self.block(names)
            self.put("} finally { s.lock.unlock(); } }")
        elif kind == 19:
            self.put("try {")
            self.block(names, 1)
            self.put("  if (%s) throw new Own();" % self.condition(names))
            self.block(names, 1)
            self.locals += 1
            self.put("} catch (Own e%d) {" % self.locals)
            self.block(names, 1)
            self.put("}")
        elif kind == 20:
            self.put("switch (%s) {" % self.value(names))
            for number in range(2):
                self.put("case %d:" % number)
                self.block(names, 1)
                self.put("  break;")
            self.put("default:")
            self.block(names, 1)
            self.put("}")
        elif kind == 21:
            self.locals += 1
            self.put("try { s.a = 6 / %s; } catch (ArithmeticException e%d) {" % (self.value(names), self.locals))
            self.block(names, 1)
            self.put("}")
        elif kind == 22:
            self.locals += 1
            self.put("{ Box r%d = s.ref; if (r%d != null && r%d.value %s %d) {" % (self.locals, self.locals, self.locals, self.chance.choice(["==", ">"]), self.number()))
            self.block(names, 1)
            self.put("} }")
        else:
            self.put("synchronized (s.l0) { s.%s(%s); }" % (self.chance.choice(["add", "twice"]), self.value(names)))

    def wrap(self, head, names):
        self.put(head)
        self.block(names)
        self.put("}")

    def text(self):
        for thread in range(3):
            self.lines.append("  static void t%d(S s) {" % thread)
            self.put("int me = %d & 1;" % thread)
            self.block([], self.chance.randint(2, 4))
            self.lines.append("  }")
        body = "\n".join(self.lines)
        return HEAD + body + TAIL


HEAD = """import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class M {
  static class Own extends RuntimeException { }
  static class Box { final int value; Box(int value) { this.value = value; } }
  static class S {
    volatile int a, b, c;
    volatile Box ref;
    final Box other = new Box(2);
    final AtomicIntegerArrayLike cells = null;
    final Object l0 = new Object(), l1 = new Object();
    final AtomicInteger n = new AtomicInteger();
    final Semaphore gate = new Semaphore(1);
    final CountDownLatch latch = new CountDownLatch(1);
    final ReentrantLock lock = new ReentrantLock();
    synchronized void add(int k) { b = b + k; }
    void twice(int k) { add(k); Noise.yields(); add(k); }
  }
""".replace("    final AtomicIntegerArrayLike cells = null;\n", "    final int[] cells = new int[2];\n")
TAIL = """
  public static void main(String[] args) throws Exception {
    S s = new S();
    Thread a = new Thread(() -> t0(s)), b = new Thread(() -> t1(s));
    a.start();
    b.start();
    try { t2(s); } finally { a.join(); b.join(); }
  }
}
"""
QUIET = "public class Noise { static void yields() { } }\n"
NOISY = """public class Noise {
  static void yields() {
    int x = java.util.concurrent.ThreadLocalRandom.current().nextInt(12);
    if (x < 4) Thread.yield();
    else if (x == 4) java.util.concurrent.locks.LockSupport.parkNanos(20000);
  }
}
"""
RUN = """import java.util.*;
public class Run {
  public static void main(String[] args) throws Exception {
    int runs = Integer.parseInt(args[1]);
    for (int p = 2; p < args.length; p++) {
      String name = args[p];
      java.net.URLClassLoader loader = new java.net.URLClassLoader(new java.net.URL[] { new java.io.File(args[0] + "/" + name + "/noisy/").toURI().toURL() });
      loader.setDefaultAssertionStatus(true);
      java.lang.reflect.Method main = loader.loadClass("M").getMethod("main", String[].class);
      Set<String> seen = Collections.synchronizedSet(new TreeSet<>());
      Thread.setDefaultUncaughtExceptionHandler((t, e) -> tell(seen, e));
      for (int i = 0; i < runs; i++) {
        Thread t = new Thread(() -> {
          try { main.invoke(null, (Object) new String[0]); }
          catch (java.lang.reflect.InvocationTargetException e) { tell(seen, e.getCause()); }
          catch (IllegalAccessException e) { throw new RuntimeException(e); }
        });
        t.setDaemon(true);
        t.start();
        t.join(2000);
      }
      for (String line : seen) System.out.println(name + " " + line);
    }
    System.exit(0);
  }
  static void tell(Set<String> seen, Throwable e) {
    if (e instanceof AssertionError || e.getClass().getName().endsWith("Own"))
      seen.add("" + e.getStackTrace()[0].getLineNumber());
  }
}
"""


def generate(seed, count, folder):
    os.makedirs(folder, exist_ok=True)
    with open(folder + "/Run.java", "w") as out:
        out.write(RUN)
    for i in range(count):
        for kind, noise in (("quiet", QUIET), ("noisy", NOISY)):
            path = "%s/p%d/%s" % (folder, i, kind)
            os.makedirs(path, exist_ok=True)
            with open(path + "/M.java", "w") as out:
                out.write(Program("%d %d" % (seed, i)).text())
            with open(path + "/Noise.java", "w") as out:
                out.write(noise)


def compare(phaselock, folder, seen_path):
    seen = {}
    with open(seen_path) as lines:
        for line in lines:
            name, number = line.split()
            seen.setdefault(name, set()).add(int(number))
    counts = {}
    for name in sorted(os.listdir(folder)):
        if not os.path.isdir(folder + "/" + name + "/quiet"):
            continue
        run = subprocess.run([phaselock, "check", "-p", "assert", "--values", "on", "--main", "M", "--class", "M.main", "--format", "jsonl", folder + "/" + name + "/quiet"],
                             capture_output=True, text=True, check=False)
        if run.returncode not in (0, 5, 10):
            print("%s: status %d: %s" % (name, run.returncode, run.stderr.strip()[-200:]))
            counts["status"] = counts.get("status", 0) + 1
        verdicts = {}
        for line in run.stdout.splitlines():
            record = json.loads(line)
            if "verdict" in record:
                verdict = "gap" if record["verdict"] == "safe" and record.get("gaps") else record["verdict"] + " " + record.get("grade", "")
                verdicts[int(record["source"].split(":")[1])] = verdict.strip()
                counts[verdict.strip()] = counts.get(verdict.strip(), 0) + 1
        for number in sorted(seen.get(name, ())):
            said = verdicts.get(number, "nothing")
            counts["seen"] = counts.get("seen", 0) + 1
            if said in ("safe", "nothing"):
                print("%s: WRONG line %d: %s" % (name, number, said))
                counts["wrong"] = counts.get("wrong", 0) + 1
    print("# " + ", ".join("%s %d" % item for item in sorted(counts.items())))
    return 1 if counts.get("wrong") or counts.get("status") else 0


if sys.argv[1] == "--compare":
    sys.exit(compare(*sys.argv[2:5]))
generate(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
