"""random_classes.py -- random Java classes, and with each of them what it does.

    random_classes.py SEED COUNT FILE.java

A class has a few fields, an array, a list, two locks and a ReentrantLock; its methods read, write,
lock, branch, loop, return early, call each other, throw and catch.  While the generator
writes a statement of Java it writes the statement's trace (expectations.py), too: it
knows what it means.  No statement depends on how the extraction works.
"""
import random
import sys

FIELDS = ["f0", "f1", "f2"]


class Method:
    """Writes one method body: lines of Java, and a trace."""

    def __init__(self, chance, name, callable_names, public):
        self.chance, self.name, self.callable, self.public = chance, name, callable_names, public
        self.lines, self.size, self.locals = [], 0, 0
        self.k = "k"  # the local that everything is computed with

    def put(self, depth, line):
        self.lines.append("  " * depth + line.replace("K", self.k))

    def condition(self):
        return self.chance.choice(["K > %d", "K == %d", "(K | 1) == %d", "(K & 4) != %d"]) % self.chance.randrange(3)

    def throws(self):
        """Something here can throw, and nobody catches it: the method ends.  Rule 8: its
        caller goes on either way.  A public method has no caller, and that its unit may end
        earlier changes nothing."""
        return [] if self.public else ["(", "return", "|", ".", ")"]

    def block(self, depth, loop, plain=False):
        """A few statements; the trace of them.  LOOP: inside one.  PLAIN: nothing that can
        throw, and nothing that leaves."""
        trace = []
        for _ in range(self.chance.randint(1, 3)):
            part, leaves = self.statement(depth, loop, plain)
            trace += part
            if leaves:
                break
        return trace

    def access(self, depth, plain):
        f = self.chance.choice(FIELDS)
        kind = self.chance.randrange(3 if plain else 6)
        if kind == 0:
            self.put(depth, "%s = K;" % f)
            return ["W", f]
        if kind == 1:
            self.put(depth, "K += %s;" % f)
            return ["R", f]
        if kind == 2:
            self.put(depth, "%s++;" % f)
            return ["R", f, "W", f]
        if kind == 3:
            self.put(depth, "a[K & 7] = K;")
            return self.throws() + ["W", "a[]"]
        if kind == 4:
            self.put(depth, "K ^= a[K & 7];")
            return self.throws() + ["R", "a[]"]
        self.put(depth, self.chance.choice(["list.add(K);", "list.remove(0);"]))
        return ["R", "list[]", "W", "list[]"] + self.throws()

    def statement(self, depth, loop, plain):
        """(trace, whether nothing comes after it)"""
        self.size += 1
        if depth > 6 or self.size > 14:
            return self.access(depth, plain), False
        kind = self.chance.randrange(10) if plain else self.chance.randrange(20)
        if kind < 4:
            return self.access(depth, plain), False
        if kind < 6:
            lock, name = self.chance.choice([("this", None), ("this", None), ("l0", "l0"), ("l1", "l1")])
            self.put(depth, "synchronized (%s) {" % lock)
            inner = self.block(depth + 1, loop, plain)
            self.put(depth, "}")
            return (["["] + inner + ["]"] if name is None else [name + "<"] + inner + [">"]), False
        if kind < 8:
            self.put(depth, "if (%s) {" % self.condition())
            then = self.block(depth + 1, loop, plain)
            other = ["."]
            if self.chance.randrange(2):
                self.put(depth, "} else {")
                other = self.block(depth + 1, loop, plain)
            self.put(depth, "}")
            return ["("] + then + ["|"] + other + [")"], False
        if kind < 9:
            self.put(depth, "while (%s) {" % self.condition())
            self.put(depth + 1, "K--;")
            inner = self.block(depth + 1, True, plain)
            self.put(depth, "}")
            return ["("] + inner + [")*"], False
        if plain:
            return self.access(depth, plain), False
        if kind < 11 and self.callable:
            callee = self.chance.choice(self.callable)
            if callee == self.name:
                # A recursion has an end. Without one, nothing after it would run (classes/Exceptions.java).
                self.put(depth, "if (K > 0)")
                self.put(depth + 1, "%s(K - 1);" % callee)
                return ["(", "call", callee] + self.throws() + ["|", ".", ")"], False
            self.put(depth, "%s(K);" % callee)
            return ["call", callee] + self.throws(), False
        if kind < 12:
            self.put(depth, "k0.lock();")
            self.put(depth, "try {")
            inner = self.block(depth + 1, loop, plain)
            self.put(depth, "} finally {")
            self.put(depth + 1, "k0.unlock();")
            self.put(depth, "}")
            return ["k0<"] + inner + [">"], False
        if kind < 13:
            # What can throw is the call of parseInt alone.
            self.put(depth, "try {")
            before = self.block(depth + 1, loop, True)
            self.put(depth + 1, 'K = Integer.parseInt("1" + K);')
            after = self.block(depth + 1, loop, True)
            self.locals += 1
            self.put(depth, "} catch (NumberFormatException e%d) {" % self.locals)
            handler = self.block(depth + 1, loop)
            self.put(depth, "}")
            return before + self.throws() + ["("] + after + ["|"] + handler + [")"], False
        if kind < 14:
            # The monitor is given back before the handler runs.
            self.put(depth, "try {")
            self.put(depth + 1, "synchronized (l0) {")
            before = self.block(depth + 2, loop, True)
            self.put(depth + 2, 'K = Integer.parseInt("2" + K);')
            after = self.block(depth + 2, loop, True)
            self.put(depth + 1, "}")
            self.locals += 1
            self.put(depth, "} catch (NumberFormatException e%d) {" % self.locals)
            handler = self.block(depth + 1, loop)
            self.put(depth, "}")
            return ["(", "l0<"] + before + self.throws() + after + [">", "|", "l0<"] + before + [">"] + handler + [")"], False
        if kind < 15:
            self.put(depth, "switch (K) {")
            parts = []
            for i in range(self.chance.randint(2, 3)):
                self.put(depth + 1, "case %d: {" % (i * self.chance.choice([1, 100])))
                parts.append(self.block(depth + 2, False))
                self.put(depth + 2, "break;")
                self.put(depth + 1, "}")
            self.put(depth + 1, "default:")
            self.put(depth, "}")
            trace = ["("]
            for part in parts:
                trace += part + ["|"]
            return trace + [".", ")"], False
        if kind < 16:
            self.locals += 1
            name = "r%d" % self.locals
            self.put(depth, "Runnable %s = () -> {" % name)
            outer, self.k = self.k, "q%d" % self.locals
            self.put(depth + 1, "int K = f0;")
            inner = self.block(depth + 1, False, True)
            self.k = outer
            self.put(depth, "};")
            self.put(depth, "%s.run();" % name)
            return ["R", "f0"] + inner, False
        if kind < 17 and loop:
            self.put(depth, "if (%s)" % self.condition())
            word = self.chance.choice(["break", "continue"])
            self.put(depth + 1, word + ";")
            return ["(", word, "|", ".", ")"], False
        if kind < 18:
            self.put(depth, "if (%s)" % self.condition())
            self.put(depth + 1, "return;")
            return ["(", "return", "|", ".", ")"], False
        return self.access(depth, plain), False


def one_class(chance, name):
    privates = ["p%d" % i for i in range(chance.randint(0, 2))]
    publics = ["m%d" % i for i in range(chance.randint(2, 3))]
    traces, order = {}, []
    for i, method in enumerate(privates + publics):
        public = method in publics
        synchronized = chance.randrange(3) == 0
        # Private methods call later private ones, and sometimes themselves.
        callable_names = privates if public else privates[i + 1:] + ([method] if chance.randrange(4) == 0 else [])
        writer = Method(chance, method, callable_names, public)
        trace = writer.block(2, False)
        if synchronized:
            trace = ["["] + trace + ["]"]
        traces[method] = trace
        order.append("  %s%svoid %s(int n) {\n    int k = n;\n%s\n  }\n" % (
            "public " if public else "private ", "synchronized " if synchronized else "", method,
            "\n".join(writer.lines)))
    called = list(publics)
    for method in called:
        called += [t for t in dict.fromkeys(traces[method]) if t in privates and t not in called]
    heads = ["//: proc %s %s" % (m, " ".join(traces[m])) for m in called] + \
        ["//: unit %s call %s" % (m, m) for m in publics]
    return """//: class %s
//: traces
%s
class %s {
  private int f0;
  private int f1;
  private int f2;
  private final int[] a = new int[8];
  private final ArrayList<Integer> list = new ArrayList<>();
  private final Object l0 = new Object();
  private final Object l1 = new Object();
  private final ReentrantLock k0 = new ReentrantLock();

%s}
""" % (name, "\n".join(heads), name, "\n".join(order))


def main():
    seed, count, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    with open(path, "w", encoding="utf-8") as file:
        file.write("import java.util.ArrayList;\nimport java.util.concurrent.locks.ReentrantLock;\n\n")
        for i in range(count):
            file.write(one_class(random.Random("%d %d" % (seed, i)), "R%d" % i) + "\n")


main()
