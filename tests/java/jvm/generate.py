"""generate.py -- random Java programs, each twice: plain, and with its accesses told to Turns.

    generate.py SEED COUNT FOLDER MODE...

Program pN is a package.  FOLDER/plain/pN has what phaselock reads; FOLDER/told/pN the same classes,
where each access, acquisition, start and join is announced first, and a class Run, which makes
objects and threads.  FOLDER/programs has a line for each: "pN class" or "pN main".  MODEs, class or main, take turns;
so do values and values-main, of the same two kinds: in these programs numbers decide what happens (class Deciding).

A class C has fields, arrays, lists, locks, helper objects, nodes, decorators, inner classes and
lambdas; names of fields are different in all classes of a program, so that a location is known by
its last name.  Every statement is written into both texts at once.  Methods call only methods
that were written before them: all programs end, or are stopped by Turns.
"""
import os
import random
import sys


class Writer:
    """Two texts, line by line."""

    def __init__(self):
        self.plain, self.told = [], []

    def both(self, line):
        self.put(line, line)

    def put(self, plain, told):
        if plain:
            self.plain.append(plain)
        if told:
            self.told.append(told)


class Value:
    """An expression with a type: its plain text; what is announced before it, and its text then."""

    def __init__(self, type_name, plain, before="", told=None):
        self.type, self.plain, self.before, self.told = type_name, plain, before, told or plain


class Method:
    def __init__(self, owner, name, parameters, static=False, returns=False, public=True):
        self.owner, self.name, self.parameters = owner, name, parameters
        self.static, self.returns, self.public = static, returns, public


class Class:
    """Fields by kind, and methods that can be called."""

    def __init__(self, name):
        self.name = name
        self.ints, self.static_ints = [], []
        self.arrays = []     # (name, whether it changes)
        self.lists = []      # (name, whether it changes, type of elements)
        self.refs = []       # (name, type, whether it changes)
        self.locks = []      # final, of type Object
        self.reentrant = []
        self.runs = []       # final, of type Runnable
        self.methods = []


class Program:
    def __init__(self, seed, name, mode):
        self.chance = random.Random(seed)
        self.name, self.mode = name, mode
        self.places, self.number = [], 0
        self.classes = {}
        self.w = Writer()
        self.resets = []  # statements that set statics again

    def pick(self, *items):
        return self.chance.choice(items)

    def one_in(self, n):
        return self.chance.randrange(n) == 0

    def place(self, name):
        if name not in self.places:
            self.places.append(name)
        return self.places.index(name)

    def fresh(self, stem="t"):
        self.number += 1
        return "%s%d" % (stem, self.number)

    def made(self, type_name):
        """A new object, or null if there is none without arguments."""
        if type_name == "S":
            return self.pick("new B()", "new D(new B())")
        if type_name == "D":
            return "new D(new B())"
        if type_name == "Runnable":
            return None
        return "new %s()" % type_name


class Body:
    """Writes the statements of one method of class OWNER; VALUES can be used there."""

    def __init__(self, program, owner, values, this, leave, size=0):
        self.p, self.w, self.owner = program, program.w, owner
        self.values, self.this, self.leave = list(values), this, leave
        self.size = size
        self.k = "k"

    def both(self, line):
        self.put(line, line)

    def put(self, plain, told):
        self.w.put(plain and plain.replace("$k", self.k), told and told.replace("$k", self.k))

    # ---- Values. ----

    def field(self, name, type_name, changes):
        """A field of this that holds an object."""
        if not changes:
            return Value(type_name, name)
        local = self.p.fresh()
        return Value(type_name, name, "Turns.r(%s, %d); %s %s = %s; " % (
            self.this, self.p.place(name), type_name, local, name), local)

    def candidates(self, *types):
        """Objects in reach."""
        out = list(self.values)
        if self.this:
            out.append(Value(self.owner.name, self.this))
            out += [self.field(*ref) for ref in self.owner.refs]
        return [v for v in out if not types or v.type in types]

    def argument(self, type_name):
        options = self.candidates(*({"S": ("S", "B", "D")}.get(type_name, (type_name,))))
        made = self.p.made(type_name)
        if made and (not options or self.p.one_in(3)):
            options.append(Value(type_name, made))
        return self.p.pick(*options)

    # ---- Statements. ----

    def block(self, n=None):
        values = list(self.values)
        for _ in range(n or self.p.chance.randint(1, 3)):
            self.statement()
        self.values = values

    def statement(self):
        self.size += 1
        kinds = [self.int_access] * 6 + [self.array_access, self.list_access]
        if self.size < 10:
            kinds += [self.guard] * 5 + [self.call] * 5 + [
                self.branch, self.loop, self.attempt, self.runnable, self.anonymous, self.replace, self.switch,
                self.local_object, self.early, self.run_kept, self.text]
        self.p.pick(*kinds)()

    def access(self, value, name, plain, place):
        """A read, a write or both of a field; VALUE is None for a static."""
        before = value.before if value else ""
        told = value.told + "." + name if value else plain
        r = "Turns.r(%s, %d);" % (value.told, place) if value else "Turns.rs(%d);" % place
        w = r.replace("Turns.r", "Turns.w", 1)
        kind = self.p.chance.randrange(4)
        if kind == 0:
            self.put("$k += %s;" % plain, "{ %s%s $k += %s; }" % (before, r, told))
        elif kind == 1:
            self.put("%s = $k;" % plain, "{ %s%s %s = $k; }" % (before, w, told))
        else:
            add = self.p.pick("1", "$k")
            self.put("%s += %s;" % (plain, add), "{ %s%s int v = %s; %s %s = v + %s; }" % (before, r, told, w, told, add))

    def int_access(self):
        options = []
        for value in self.candidates():
            of = self.p.classes.get(value.type)
            options += [(value, of, f) for f in (of.ints if of else [])]
        for of in self.p.classes.values():
            if of is self.owner or self.p.one_in(4):
                options += [(None, of, f) for f in of.static_ints]
        if not options:
            return
        value, of, f = self.p.pick(*options)
        if value is None:
            self.access(None, f, "%s.%s" % (of.name, f), self.p.place(f))
        else:
            self.access(value, f, value.plain + "." + f, self.p.place(f))

    def array_access(self):
        if not (self.this and self.owner.arrays):
            return
        name, changes = self.p.pick(*self.owner.arrays)
        if changes and self.p.one_in(4):
            self.put("%s = new int[2];" % name, "{ Turns.w(%s, %d); %s = new int[2]; }" % (self.this, self.p.place(name), name))
            return
        value = self.field(name, "int[]", changes)
        at = (value.told, self.p.place(name + "[]"), value.told)
        if self.p.one_in(2):
            self.put("%s[0] = $k;" % name, "{ " + value.before + "Turns.w(%s, %d); %s[0] = $k; }" % at)
        else:
            self.put("$k += %s[0];" % name, "{ " + value.before + "Turns.r(%s, %d); $k += %s[0]; }" % at)

    def list_access(self):
        if not (self.this and self.owner.lists):
            return
        name, changes, element = self.p.pick(*self.owner.lists)
        value = self.field(name, "java.util.List<%s>" % element, changes)
        place = self.p.place(name + "[]")
        r = "Turns.r(%s, %d);" % (value.told, place)
        kind = self.p.chance.randrange(3)
        if kind == 0:
            made = "$k" if element == "Integer" else self.argument(element)
            if element != "Integer":
                value.before += made.before
            self.put("%s.add(%s);" % (name, made if element == "Integer" else made.plain),
                     "{ %s%s Turns.w(%s, %d); %s.add(%s); }" % (
                         value.before, r, value.told, place, value.told, made if element == "Integer" else made.told))
        elif kind == 1:
            self.put("$k += %s.size();" % name, "{ %s%s $k += %s.size(); }" % (value.before, r, value.told))
        else:
            local = self.p.fresh("e")
            self.put("for (%s %s : %s) {" % (element, local, name),
                     "{ %s%s for (%s %s : new java.util.ArrayList<>(%s)) {" % (value.before, r, element, local, value.told))
            self.values.append(Value(element, local))
            self.block(1)
            self.values.pop()
            self.put("}", r + " } }")

    def locks(self):
        out = []
        if self.this:
            out += [Value("Object", self.this)] * 4
            out += [Value("Object", name) for name in self.owner.locks] * 3
            out += [self.field(*ref) for ref in self.owner.refs]
        out += [Value("Object", "%s.class" % self.p.pick(*self.p.classes))]
        return out + self.values

    def guard(self):
        """synchronized, or a ReentrantLock."""
        if self.this and self.owner.reentrant and self.p.one_in(4):
            self.reentrant_guard()
            return
        lock = self.p.pick(*self.locks())
        local = self.p.fresh("g")
        self.put("synchronized (%s) {" % lock.plain,
                 "{ %sfinal Object %s = %s; Turns.enter(%s); try {" % (lock.before, local, lock.told, local))
        self.block()
        if not lock.before and self.p.one_in(6):
            self.put("try { %s.wait(1); } catch (InterruptedException %s) { }" % (lock.plain, self.p.fresh("x")), "Turns.await(%s);" % local)
            self.block(1)
        self.put("}", "} finally { Turns.exit(%s); } }" % local)

    def reentrant_guard(self):
        lock = self.p.pick(*self.owner.reentrant)
        if self.p.one_in(3):
            self.put("if (%s.tryLock()) {" % lock, "if (Turns.tries(%s)) {" % lock)
        else:
            self.put("{ %s.lock();" % lock, "{ Turns.enter(%s);" % lock)
        self.both("try {")
        self.block()
        self.put("} finally { %s.unlock(); } }" % lock, "} finally { Turns.exit(%s); } }" % lock)

    def branch(self):
        self.both("if (($k & %d) == 0) {" % self.p.pick(1, 2))
        self.block()
        if self.p.one_in(2):
            self.both("} else {")
            self.block(1)
        self.both("}")

    def switch(self):
        self.both("switch ($k & 3) { case 0: {")
        self.block(1)
        self.both("} case 1: {")
        self.block(1)
        self.both("break; } default: }")

    def loop(self):
        local = self.p.fresh("i")
        self.both("for (int %s = 0; %s < 2; %s++) {" % (local, local, local))
        self.block(1)
        if self.p.one_in(3):
            self.both("if (($k & 1) == 1) %s;" % self.p.pick("break", "continue"))
        self.both("}")

    def attempt(self):
        self.both("try {")
        self.block(1)
        if self.p.one_in(2):
            self.both("if (($k & 2) == 0) throw new IllegalStateException();")
        self.both(self.p.pick("} finally {", "} catch (RuntimeException %s) {" % self.p.fresh("x")))
        self.block(1)
        self.both("}")

    def early(self):
        self.both("if (($k & 4) == 4) %s" % self.leave)

    def call(self):
        options = []
        for value in self.candidates():
            of = self.p.classes.get(value.type)
            options += [(value, m) for m in (of.methods if of else []) if not m.static]
        options += [(None, m) for of in self.p.classes.values() for m in of.methods if m.static]
        if not options:
            return
        value, method = self.p.pick(*options)
        arguments = [self.argument(t) for t in method.parameters]
        before = (value.before if value else "") + "".join(a.before for a in arguments)
        assign = "$k += " if method.returns else ""
        self.put("%s%s.%s(%s);" % (assign, value.plain if value else method.owner, method.name,
                                   ", ".join(["$k"] + [a.plain for a in arguments])),
                 "{ %s%s%s.%s(%s); }" % (before, assign, value.told if value else method.owner, method.name,
                                         ", ".join(["$k"] + [a.told for a in arguments])))

    def nested(self, this):
        """The statements of a lambda or an anonymous class."""
        inner = Body(self.p, self.owner, self.values, this, "return;", self.size + 5)
        inner.k = self.p.fresh("k")
        inner.both("int $k = 1;")
        inner.block(self.p.chance.randint(1, 2))
        self.size += 2

    def runnable(self):
        local = self.p.fresh("r")
        self.both("Runnable %s = () -> {" % local)
        self.nested(self.this)
        self.both("}; %s.run();" % local)

    def anonymous(self):
        local = self.p.fresh("r")
        self.both("Runnable %s = new Runnable() { public void run() {" % local)
        self.nested(self.this and self.owner.name + ".this" if self.this == "this" else self.this)
        self.both("} }; %s.run();" % local)

    def run_kept(self):
        if self.this and self.owner.runs:
            self.both("%s.run();" % self.p.pick(*self.owner.runs))

    def replace(self):
        """A field gets another object."""
        options = [(v, n, t) for v in self.candidates() if v.type in self.p.classes
                   for n, t, changes in self.p.classes[v.type].refs if changes]
        if not options:
            return
        value, name, of = self.p.pick(*options)
        what = self.argument(of)
        self.put("%s.%s = %s;" % (value.plain, name, what.plain), "{ %s%sTurns.w(%s, %d); %s.%s = %s; }" % (
            value.before, what.before, value.told, self.p.place(name), value.told, name, what.told))

    def local_object(self):
        made = [c for c in self.p.classes if c in ("H", "N", "B", "D")]
        if not made:
            return
        of = self.p.pick(*made)
        local = self.p.fresh("o")
        self.both("%s %s = %s;" % (of, local, self.p.made(of)))
        self.values.append(Value(of, local))

    def text(self):
        """A helper as text: its toString() is called."""
        helpers = self.candidates("H")
        if helpers:
            value = self.p.pick(*helpers)
            self.put('$k += ("" + %s).length();' % value.plain,
                     '{ %s$k += ("" + %s).length(); }' % (value.before, value.told))


class Deciding(Body):
    """Statements of a class whose fields decide what its methods do: flags, states and counters."""

    def statement(self):
        self.size += 1
        kinds = [self.assign] * 4 + [self.count, self.keep]
        if self.size < 9:
            kinds += [self.guard] * 3 + [self.decide] * 4 + [self.ask_method, self.turn, self.early_end, self.choose]
        self.p.pick(*kinds)()

    def locks(self):
        return [Value("Object", "this")] * 3 + [Value("Object", name) for name in self.owner.locks]

    def read(self, name):
        local = self.p.fresh("v")
        return local, "Turns.r(this, %d); int %s = %s; " % (self.p.place(name), local, name)

    def number(self):
        return self.p.chance.randint(-1, 2)

    def condition(self):
        """Its plain text; what is announced, and its text then."""
        if self.p.one_in(6):
            return "$k > 3", "", "$k > 3"
        name = self.p.pick(*self.owner.ints)
        local, before = self.read(name)
        test = self.p.pick("%%s == %d" % self.number(), "%%s != %d" % self.number(), "%%s > %d" % self.number(),
                           "(%s & 1) == 0", "%%s * 2 - 1 <= %d" % self.number(), "(long) %%s < %dL" % self.number())
        return test % name, before, test % local

    def assign(self):
        name = self.p.pick(*self.owner.ints)
        w = "Turns.w(this, %d); " % self.p.place(name)
        if self.p.one_in(8):
            self.put("%s = $k;" % name, "{ %s%s = $k; }" % (w, name))
            return
        value = self.number()
        self.put("%s = %d;" % (name, value), "{ %s%s = %d; }" % (w, name, value))

    def count(self):
        name, by = self.p.pick(*self.owner.ints), self.p.pick("+ 1", "- 1", "* 2")
        local, before = self.read(name)
        self.put("%s = %s %s;" % (name, name, by),
                 "{ %sTurns.w(this, %d); %s = %s %s; }" % (before, self.p.place(name), name, local, by))

    def keep(self):
        name = self.p.pick(*self.owner.ints)
        local, before = self.read(name)
        self.put("$k = %s;" % name, "{ %s$k = %s; }" % (before, local))

    def decide(self):
        plain, before, told = self.condition()
        self.put("if (%s) {" % plain, "{ %sif (%s) {" % (before, told))
        self.block(self.p.chance.randint(1, 2))
        if self.p.one_in(2):
            self.both("} else {")
            self.block(1)
        self.put("}", "} }")

    def choose(self):
        name = self.p.pick(*self.owner.ints)
        local, before = self.read(name)
        self.put("switch (%s) { case 0: {" % name, "{ %sswitch (%s) { case 0: {" % (before, local))
        self.block(1)
        self.both("break; } case 2: {")
        self.block(1)
        self.put("} default: }", "} default: } }")

    def early_end(self):
        plain, before, told = self.condition()
        end = self.p.pick(self.leave, "throw new IllegalStateException();")
        self.put("if (%s) %s" % (plain, end), "{ %sif (%s) %s }" % (before, told, end))

    def turn(self):
        local = self.p.fresh("i")
        self.both("for (int %s = 0; %s < 2; %s++) {" % (local, local, local))
        plain, before, told = self.condition()
        self.put("if (%s) %s;" % (plain, "break"), "{ %sif (%s) break; }" % (before, told))
        self.block(1)
        self.both("}")

    def ask_method(self):
        if self.owner.methods:
            method = self.p.pick(*self.owner.methods)
            argument = self.p.pick("$k", str(self.number()))
            self.both("%s%s(%s);" % ("$k = " if method.returns else "", method.name, argument))


def write_deciding_class(p):
    """Class C with private numbers, some volatile, and methods that look at them."""
    c = p.classes["C"] = Class("C")
    p.w.both("class C {")
    for name in ("c0", "c1", "c2"):
        initial = p.pick("", "", " = 0", " = 1")
        p.w.both("private %sint %s%s;" % (p.pick("", "", "volatile "), name, initial))
        c.ints.append(name)
    c.locks = ["clock0"][:p.chance.randint(0, 1)]
    for lock in c.locks:
        p.w.both("private final Object %s = new Object();" % lock)
    if p.one_in(3):
        p.w.both("public C() { this(%d); } private C(int k) { c0 = k; }" % p.chance.randint(0, 2))
    for i in range(p.chance.randint(0, 2)):
        write_method(p, c, "q%d" % i, [], [], "private", returns=p.one_in(2), kind=Deciding)
    for i in range(p.chance.randint(2, 3)):
        write_method(p, c, "m%d" % i, [], [], "public", returns=p.one_in(4), unit=p.mode == "main", kind=Deciding)
    p.w.both("}")


def write_deciding_main(p):
    """Two threads, each from its own place, and what main does before and after."""
    publics = [m for m in p.classes["C"].methods if m.name.startswith("m")]
    p.w.both("class Main { static Object mlock = new Object();")
    p.w.both("public static void main(String[] args) throws InterruptedException { int k = args.length;")
    p.w.both("final C c = new C();")
    body = Body(p, Class("Main"), [], None, "return;", 8)
    if p.one_in(2):
        call_public(p, body, "c", publics)
    threads = []
    for _ in range(2):
        local, k = p.fresh("t"), p.fresh("k")
        p.w.both("Thread %s = new Thread(() -> { int %s = 1;" % (local, k))
        inner = Body(p, body.owner, [], None, "return;", 8)
        inner.k = k
        for _ in range(p.chance.randint(1, 2)):
            call_public(p, inner, "c", publics)
        p.w.both("});")
        p.w.put("%s.start();" % local, "Turns.start(%s);" % local)
        threads.append(local)
    if p.one_in(2):
        call_public(p, body, "c", publics)
    for local in threads:
        if not p.one_in(3):
            p.w.put("%s.join();" % local, "Turns.join(%s);" % local)
    if p.one_in(2):
        call_public(p, body, "c", publics)
    p.w.both("} }")


# ---- Classes. ----

def write_method(p, of, name, parameters, values, modifiers="", static=False, returns=False, unit=False, tail=None,
                 kind=Body):
    """A method with its statements; SYNCHRONIZED at random."""
    synchronized = p.one_in(3)
    listed = ", ".join(["int k"] + ["%s p%d" % (t, i) for i, t in enumerate(parameters)])
    head = "%s%s %s %s(%s) {" % (modifiers, " static" if static else "", "int" if returns else "void", name, listed)
    lock = "%s.class" % of.name if static else "this"
    p.w.put(("synchronized " if synchronized else "") + head,
            head + (" Turns.begin(); try {" if unit else "")
            + (" Turns.enter(%s); try {" % lock if synchronized else ""))
    body = kind(p, of, values + [Value(t, "p%d" % i) for i, t in enumerate(parameters)], None if static else "this",
                "return k;" if returns else "return;")
    body.block(p.chance.randint(1, 4))
    if tail:
        tail(body)
    if returns:
        p.w.both("return k;")
    p.w.put("}", ("} finally { Turns.exit(%s); }" % lock if synchronized else "")
            + ("} finally { Turns.end(); }" if unit else "") + " }")
    of.methods.append(Method(of.name, name, parameters, static, returns))


def declare_refs(p, of, names, types):
    """Fields that hold objects, and how constructors set them."""
    sets = []
    for name in names:
        t = p.pick(*types)
        made = p.made(t)
        how = p.chance.randrange(5)
        if how == 0:
            p.w.both("final %s %s = %s;" % (t, name, made))
        elif how == 1:
            p.w.both("final %s %s;" % (t, name))
            sets.append("%s = %s;" % (name, made))
        elif how == 2:
            p.w.both("%s %s = null;" % (t, name))
            sets.append("%s = %s;" % (name, made))
        elif how == 3:
            p.w.both("%s %s = %s;" % (t, name, made))
            sets.append("%s = %s;" % (name, p.made(t)))
        else:
            p.w.both("%s %s = %s;" % (t, name, made))
        of.refs.append((name, t, how == 4))
    return sets


def write_helper(p):
    of = p.classes["H"] = Class("H")
    p.w.both("class H {")
    of.ints = ["h0", "h1"]
    p.w.both("int h0, h1;")
    if p.one_in(2):
        of.arrays = [("harr", p.one_in(2))]
        p.w.both("int[] harr = new int[2];")
    if p.one_in(3):
        of.locks = ["hlock"]
        p.w.both("final Object hlock = new Object();")
    if p.one_in(3) and "N" in p.classes:
        for line in declare_refs(p, of, ["hn"], ["N"]):
            p.w.both("{ %s }" % line)
    if p.one_in(2):
        p.w.both("C back;")
        of.refs.append(("back", "C", True))
    for i in range(p.chance.randint(1, 3)):
        write_method(p, of, "x%d" % i, p.pick([], [], ["C"]), [], static=p.one_in(6), returns=p.one_in(3))
    if p.one_in(3):
        p.w.both("public String toString() { int k = 0;")
        Body(p, of, [], "this", "return null;").block(1)
        p.w.both('return "h" + k; }')
    p.w.both("}")


def write_node(p):
    of = p.classes["N"] = Class("N")
    p.w.both("class N { int n0; N next;")
    of.ints, of.refs = ["n0"], [("next", "N", True)]
    if p.one_in(2):
        write_method(p, of, "y0", [], [])
    p.w.both("}")


def write_services(p):
    """An interface, an implementation, a decorator."""
    s = p.classes["S"] = Class("S")
    p.w.both("%sinterface S { void act(int k%s); }" % ("", ", C c" if p.with_c else ""))
    parameters = ["C"] if p.with_c else []
    b = p.classes["B"] = Class("B")
    p.w.both("class B implements S {")
    p.w.both("int b0;")
    b.ints = ["b0"]
    write_method(p, b, "act", parameters, [], "public")
    b.methods = []
    p.w.both("}")
    d = p.classes["D"] = Class("D")
    p.w.both("class D implements S { int d0; %sS inner; D(S s) { inner = s; }" % p.pick("final ", ""))
    d.ints = ["d0"]
    hand_on = lambda body: body.both("inner.act($k%s);" % (", p0" if p.with_c else ""))
    write_method(p, d, "act", parameters, [], "public", tail=hand_on)
    d.methods = []
    p.w.both("}")
    for of in (s, b, d):
        of.methods = [Method(of.name, "act", parameters)]


def write_base(p):
    of = p.classes["A"] = Class("A")
    p.w.both("abstract class A { int a0; %sint a1;" % p.pick("", "volatile "))
    of.ints = ["a0", "a1"]
    write_method(p, of, "z0", [], [])
    hooked = lambda body: body.both("hook($k);")
    p.z1_public = p.one_in(2)
    write_method(p, of, "z1", [], [], "public" if p.z1_public else "", tail=hooked, unit=p.z1_public and p.mode == "main")
    p.w.both("abstract void hook(int k); }")


def write_class(p):
    c = p.classes["C"] = Class("C")
    base = "A" in p.classes
    p.w.both("class C%s {" % (" extends A" if base else ""))
    c.ints = ["c0", "c1", "c2"]
    p.w.both("int c0, c1; %sint c2;" % p.pick("", "", "volatile "))
    if base:
        c.ints += p.classes["A"].ints
    if p.one_in(2):
        c.static_ints = ["cs0"]
        p.w.both("static int cs0;")
        p.resets.append("C.cs0 = 0;")
    if p.one_in(2):
        changes = p.one_in(2)
        c.arrays = [("carr", changes)]
        p.w.both("int[] carr = new int[2];")
    if p.one_in(2):
        element = p.pick(*["Integer"] + [t for t in ("H", "N", "B") if t in p.classes])
        c.lists = [("clist", False, element)]
        p.w.both("final java.util.List<%s> clist = new java.util.ArrayList<>();" % element)
    c.locks = ["clock0", "clock1"][:p.chance.randint(0, 2)]
    for lock in c.locks:
        p.w.both("final Object %s = new Object();" % lock)
    if p.one_in(4):
        c.locks.append("cslock")
        p.w.both("static final Object cslock = new Object();")
    if p.one_in(3):
        c.reentrant = ["crl"]
        p.w.both("final java.util.concurrent.locks.ReentrantLock crl = new java.util.concurrent.locks.ReentrantLock();")
    types = [t for t in ("H", "N", "S", "B", "D") if t in p.classes]
    sets = declare_refs(p, c, ["cr%d" % i for i in range(p.chance.randint(0, 3))], types) if types else []
    if p.one_in(3):
        p.w.both("final Runnable ctask = () -> {")
        body = Body(p, c, [], "this", "return;", 5)
        # What is set in the constructor cannot be named yet.
        refs, c.refs = c.refs, []
        body.both("int $k = 1;")
        body.block(2)
        c.refs, c.runs = refs, ["ctask"]
        p.w.both("};")
    p.w.both("public C() {")
    for line in sets:
        p.w.both(line)
    p.w.both("}")
    for of in p.classes.values():
        if of.name == "A":
            c.methods += of.methods
    main = p.mode == "main"
    if p.one_in(2):
        write_inner(p, c)
    for i in range(p.chance.randint(0, 2)):
        write_method(p, c, "q%d" % i, p.pick([], ["C"], *([t] for t in types)), [], p.pick("private", ""),
                     static=p.one_in(4), returns=p.one_in(3))
    for i in range(p.chance.randint(2, 4)):
        parameters = p.pick([], [], [], ["C"], *([t] for t in types if t in "HN"))
        write_method(p, c, "m%d" % i, parameters, [], "public", returns=p.one_in(4), unit=main,
                     static=c.static_ints and p.one_in(8))
    if base:
        write_method(p, c, "hook", [], [])
    p.w.both("}")


def write_inner(p, c):
    """An inner class, made where it is used."""
    p.w.both("%sclass I {" % p.pick("", "private "))
    p.w.both("int i0;")
    p.w.both("void go() {")
    body = Body(p, c, [], "C.this", "return;", 4)
    body.both("int $k = 1;")
    body.put("i0++;", "{ Turns.r(this, %d); int v = i0; Turns.w(this, %d); i0 = v + 1; }" % (p.place("i0"), p.place("i0")))
    body.block(2)
    p.w.both("} }")
    if p.one_in(2):
        p.w.both("final I cinner = new I();")
        c.runs_inner = "cinner.go();"
    p.w.both("private void inner(int k) { %s }" % getattr(c, "runs_inner", "new I().go();"))
    c.methods.append(Method("C", "inner", []))


def client(p):
    """The most general client of C: calls of public methods, by two threads."""
    publics = [m for m in p.classes["C"].methods if m.name.startswith("m") or (m.name == "z1" and p.z1_public)]
    cases = []
    for i, m in enumerate(publics):
        arguments = ["k"] + [{"C": "arg"}.get(t, "k % 2 == 0 ? null : " + (p.made(t) or "null")) for t in m.parameters]
        cases.append("case %d: %s.%s(%s); break;" % (i, "C" if m.static else "on", m.name, ", ".join(arguments)))
    return """
  C self;
  public Object isolated() { return self; }
  public Runnable[] set(java.util.Random chance) {
    %s
    self = new C();
    C other = new C();
    Runnable[] threads = new Runnable[2];
    for (int i = 0; i < threads.length; i++) {
      int[] what = { chance.nextInt(%d), chance.nextInt(%d), chance.nextInt(%d) };
      int[] k = { chance.nextInt(8), chance.nextInt(8), chance.nextInt(8) };
      boolean swap = chance.nextInt(4) == 0, same = chance.nextInt(16) == 0;
      threads[i] = () -> {
        for (int c = 0; c < 3; c++)
          call(what[c], k[c], swap ? other : self, swap || same ? self : other);
      };
    }
    return threads;
  }
  void call(int what, int k, C on, C arg) {
    Turns.begin();
    try {
      switch (what) { %s }
    } catch (RuntimeException e) {
    } finally {
      Turns.end();
    }
  }
""" % (" ".join(p.resets), len(publics), len(publics), len(publics), " ".join(cases))


# ---- Programs with main. ----

def write_main(p):
    c = p.classes["C"]
    publics = [m for m in c.methods if m.name.startswith("m")]
    p.w.both("class W extends Thread { final C wc; %sint w0; W(C c) { wc = c; }" % p.pick("", "static "))
    p.w.both("public void run() { int k = 1;")
    body = Body(p, Class("W"), [Value("C", "wc")], None, "return;", 8)
    for _ in range(p.chance.randint(1, 3)):
        call_public(p, body, "wc", publics)
    p.w.both("} }")
    p.w.both("class T implements Runnable { C tc; T(C c) { tc = c; } public void run() { int k = 2;")
    body = Body(p, Class("T"), [], None, "return;", 8)
    for _ in range(p.chance.randint(1, 2)):
        call_public(p, body, "tc", publics)
    p.w.both("} }")
    p.w.both("class Main {")
    p.w.both("static Thread first; static Thread[] many; static java.util.List<Thread> listed;")
    p.w.put("static java.util.concurrent.ExecutorService pool;", "static Turns.Pool pool;")
    p.w.both("static Object mlock = new Object(); static C shared;")
    p.resets.append("Main.first = null; Main.many = null; Main.listed = null; Main.pool = null; Main.mlock = new Object(); Main.shared = null;")
    p.w.both("public static void main(String[] args) throws InterruptedException {")
    p.w.both("int k = args == null ? 1 : args.length;")
    if p.one_in(3):
        p.w.both("mlock = new Object();")
    p.w.both("final C c = new C();")
    if p.one_in(3):
        p.w.both("shared = c;")
    body = Body(p, Class("Main"), [], None, "return;", 8)
    for _ in range(p.chance.randint(1, 2)):
        start_threads(p, body, publics)
    if p.one_in(2):
        call_public(p, body, "c", publics)
    finish_threads(p)
    if p.one_in(2):
        call_public(p, body, "c", publics)
    p.w.both("} }")


def call_public(p, body, on, publics):
    m = p.pick(*publics)
    guarded = p.one_in(4)
    if guarded:
        p.w.put("synchronized (Main.mlock) {", "{ Object g = Main.mlock; Turns.enter(g); try {")
    arguments = ["$k"] + [on if t == "C" else p.made(t) for t in m.parameters]
    body.both("%s.%s(%s);" % ("C" if m.static else on, m.name, ", ".join(arguments)))
    if guarded:
        p.w.put("}", "} finally { Turns.exit(g); } }")


def thread_made(p, body, publics):
    """An expression that makes a thread; its statements are written into both texts."""
    kind = p.chance.randrange(4)
    if kind == 0:
        return "new W(c)"
    if kind == 1:
        return "new Thread(new T(c))"
    local = p.fresh("r")
    p.w.both("Runnable %s = () -> {" % local)
    inner = Body(p, body.owner, [], None, "return;", 8)
    inner.k = p.fresh("k")
    inner.both("int $k = 1;")
    for _ in range(p.chance.randint(1, 2)):
        call_public(p, inner, "c", publics)
    p.w.both("};")
    return "new Thread(%s)" % local


def start_threads(p, body, publics):
    kind = p.chance.randrange(7)
    if kind == 6:
        p.w.put("pool = java.util.concurrent.Executors.newFixedThreadPool(2);", "pool = new Turns.Pool();")
        p.finishes.append(("pool.shutdown(); pool.awaitTermination(1, java.util.concurrent.TimeUnit.DAYS);",) * 2)
        for _ in range(2):
            p.w.both("pool.%s(new T(c));" % p.pick("execute", "submit"))
        return
    in_loop = kind in (1, 3, 5)
    if kind in (2, 3):
        p.w.both("many = new Thread[2];")
        p.finishes.append(("for (Thread t : many) t.join();", "for (Thread t : many) Turns.join(t);"))
    if kind in (4, 5):
        p.w.both("listed = new java.util.ArrayList<>();")
        p.finishes.append(("for (Thread t : listed) t.join();", "for (Thread t : listed) Turns.join(t);"))
    index = p.fresh("i")
    if in_loop:
        p.w.both("for (int %s = 0; %s < 2; %s++) {" % (index, index, index))
    for n in range(1 if in_loop else 2):
        made = thread_made(p, body, publics)
        at = index if in_loop else str(n)
        if kind in (0, 1):
            local = p.fresh("t")
            if p.one_in(2):
                p.w.put("%s.start();" % made, "Turns.start(%s);" % made)
            elif p.one_in(2):
                p.w.both("first = %s;" % made)
                p.w.put("first.start();", "Turns.start(first);")
            else:
                p.w.both("Thread %s = %s;" % (local, made))
                p.w.put("%s.start();" % local, "Turns.start(%s);" % local)
                if not in_loop:
                    p.finishes.append(("%s.join();" % local, "Turns.join(%s);" % local))
        elif kind in (2, 3):
            p.w.both("many[%s] = %s;" % (at, made))
            p.w.put("many[%s].start();" % at, "Turns.start(many[%s]);" % at)
        else:
            p.w.both("listed.add(%s);" % made)
    if in_loop:
        p.w.both("}")
    if kind in (4, 5):
        p.w.put("for (Thread t : listed) t.start();", "for (Thread t : listed) Turns.start(t);")


def finish_threads(p):
    for plain, told in p.finishes:
        if not p.one_in(3):
            p.w.put(plain, told)


def main_client(p):
    return """
  public Object isolated() { return null; }
  public Runnable[] set(java.util.Random chance) {
    %s
    String[] args = new String[chance.nextInt(8)];
    return new Runnable[] { () -> { try { Main.main(args); } catch (InterruptedException e) { } } };
  }
""" % " ".join(p.resets)


def write_program(seed, name, mode, folder):
    p = Program(seed, name, mode.rpartition("values-")[2].replace("values", "class"))
    p.finishes = []
    p.with_c = p.one_in(3)
    p.z1_public = False
    if mode.startswith("values"):
        write_deciding_class(p)
        if p.mode == "main":
            write_deciding_main(p)
    else:
        write_classes(p)
    run = main_client(p) if p.mode == "main" else client(p)
    for kind, lines in (("plain", p.w.plain), ("told", p.w.told)):
        os.makedirs("%s/%s/%s" % (folder, kind, name), exist_ok=True)
        with open("%s/%s/%s/C.java" % (folder, kind, name), "w") as out:
            out.write("package %s;\n" % name)
            if kind == "told":
                out.write("import turns.Turns;\n")
            out.write("\n".join(lines) + "\n")
    with open("%s/told/%s/Run.java" % (folder, name), "w") as out:
        out.write("package %s;\nimport turns.Turns;\npublic class Run extends turns.Runs.Program {%s" % (name, run))
        out.write("  public String[] places() { return new String[] { %s }; }\n}\n" % ", ".join('"%s"' % x for x in p.places))
    return p.mode


def write_classes(p):
    if p.one_in(2):
        write_node(p)
    if p.one_in(2):
        p.classes["C"] = Class("C")  # named by helpers before it is written
        p.classes["C"].ints = ["c0", "c1", "c2"]
        write_helper(p)
    if p.one_in(2):
        p.classes.setdefault("C", Class("C")).ints = ["c0", "c1", "c2"]
        write_services(p)
    if p.one_in(4):
        write_base(p)
    write_class(p)
    if p.mode == "main":
        write_main(p)


def main():
    seed, count, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    os.makedirs(folder, exist_ok=True)
    with open(folder + "/programs", "w") as listed:
        for i in range(count):
            mode = sys.argv[4 + i % (len(sys.argv) - 4)]
            mode = write_program("%d %d" % (seed, i), "p%d" % i, mode, folder)
            listed.write("p%d %s\n" % (i, mode))


main()
