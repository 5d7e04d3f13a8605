#!/usr/bin/env python3
"""objects.py -- random models with classes, and the same models written out by hand.

    objects.py SEED COUNT FOLDER

writes FOLDER/classes/N.eml and FOLDER/written-out/N.eml.  What a name means is decided here a second time, from
the texts that stand in the model: parameters first, then the class, then the outside.
"""
import random
import sys

KINDS = ('field', 'lock', 'proc', 'set')
POOL = {'field': ['x', 'y', 'z'], 'lock': ['m', 'n'], 'proc': ['p', 'q', 'r'],
        'set': ['A', 'B']}


class Proc:
    def __init__(self, name, owner, params):
        self.name, self.owner, self.params, self.body = name, owner, params, []


class Model:
    def __init__(self, seed):
        self.r = r = random.Random(seed)
        self.classes = {}       # name -> kind -> names; 'sets' -> set -> fields
        self.procs = {}         # (class or None, name) -> Proc
        self.objects = {}       # name -> class
        self.bodies = {}        # name in the written-out model -> text
        for c in ['C', 'D'][:r.randint(1, 2)]:
            self.make_class(c)
        for o in ['a', 'b', 'c'][:r.randint(1, 3)]:
            self.objects[o] = r.choice(list(self.classes))
        self.fields = r.sample(POOL['field'], r.randint(0, 2))
        self.locks = r.sample(POOL['lock'], r.randint(0, 2))
        self.make_sets()
        for name in r.sample(POOL['proc'], r.randint(1, 3)):
            self.procs[None, name] = Proc(name, None, self.make_params())
        self.fix_params()
        for proc in self.procs.values():
            proc.body = self.make_block(proc, 2)
        self.processes = [Proc('P%d[2]' % i, None, []) for i in range(r.randint(1, 2))]
        for process in self.processes:
            process.body = self.make_block(process, 2)

    def make_class(self, c):
        r = self.r
        names = {k: r.sample(POOL[k], r.randint(1, 2)) for k in KINDS}
        names['sets'] = {}
        if r.random() < 0.5:
            names['set'] = []
        fields = list(names['field'])
        for s in list(names['set']):
            some = [f for f in fields if r.random() < 0.6] or fields[:1]
            if not some:
                names['set'].remove(s)
                continue
            names['sets'][s] = some
            fields = [f for f in fields if f not in some]
        self.classes[c] = names
        for name in names['proc']:
            self.procs[c, name] = Proc(name, c, self.make_params())

    def make_params(self):
        r = self.r
        names = r.sample(['x', 'm', 'a', 'u', 'v'], r.randint(0, 2))
        return [(r.choice(['field', 'lock', 'object']), name) for name in names]

    def make_sets(self):
        """Atomic sets outside of classes, perhaps of fields of objects whose class has none."""
        r = self.r
        self.sets = {}
        if r.random() < 0.5:
            return
        members = [f for f in self.fields if r.random() < 0.7]
        for o, c in self.objects.items():
            fields = self.classes[c]['field']
            if not self.classes[c]['set'] and len(fields) > 1 and r.random() < 0.5:
                members.append('%s.%s' % (o, fields[0]))
        if members:
            self.sets['A'] = members

    def fix_params(self):
        """Parameters that are objects get a class."""
        for proc in self.procs.values():
            proc.params = [(self.r.choice(list(self.classes)) if k == 'object' else k, n)
                           for k, n in proc.params]

    # ---- What a text means. ----

    def resolve(self, text, kind, proc, binding):
        """The full name, or (class, object) for an object, or None."""
        names = dict((n, (k, binding[n])) for k, n in proc.params)
        head, dot, rest = text.partition('.')
        if text in names:
            k, value = names[text]
            if k == kind:
                return value
            if kind == 'object' and k in self.classes:
                return value
        if text == 'this' and proc.owner and kind == 'object':
            return binding['this']
        this = binding.get('this')
        around = None
        if text in names and names[text][0] in self.classes:
            around = names[text][1]
        elif text == 'this' and proc.owner:
            around = this
        if kind == 'set' and around and not self.classes[self.objects[around]]['set']:
            return around
        if proc.owner and kind in KINDS and text in self.classes[proc.owner][kind]:
            return this + '.' + text
        if dot:
            value = names[head][1] if head in names and names[head][0] in self.classes else None
            if value is None and head == 'this' and proc.owner:
                value = this
            if value is not None:
                ok = kind in KINDS and rest in self.classes[self.objects[value]][kind]
                return value + '.' + rest if ok else None
            ok = (head in self.objects and kind in KINDS
                  and rest in self.classes[self.objects[head]][kind])
            return text if ok else None
        if kind == 'object':
            return text if text in self.objects else None
        if kind == 'set' and text in self.objects and not self.classes[self.objects[text]]['set']:
            return text
        outside = {'field': self.fields, 'lock': self.locks, 'set': list(self.sets),
                   'proc': [n for c, n in self.procs if c is None]}
        return text if text in outside[kind] else None

    def texts(self, kind, proc):
        heads = list(self.objects) + [n for k, n in proc.params] + ['this']
        plain = POOL.get(kind, []) + heads
        return plain + [h + '.' + n for h in heads for n in POOL.get(kind, [])]

    def sample_binding(self, proc):
        """Some binding: what a text means is of the same kind under all of them."""
        binding = {'this': None}
        if proc.owner:
            binding['this'] = '?' + proc.owner
        for k, n in proc.params:
            binding[n] = '?' + k
        return binding

    def pick(self, kind, proc):
        """A text that means something of KIND in PROC, and what it means for a sample."""
        texts = self.texts(kind, proc)
        self.r.shuffle(texts)
        kept = self.objects
        self.objects = dict(kept, **{'?' + c: c for c in self.classes})
        try:
            for text in texts:
                value = self.resolve(text, kind, proc, self.sample_binding(proc))
                if value is not None:
                    return text, value
        finally:
            self.objects = kept
        return None, None

    def class_of(self, value):
        return value[1:] if value.startswith('?') else self.objects[value]

    # ---- Statements: (word, names, block). ----

    def make_block(self, proc, depth):
        block = []
        for _ in range(self.r.randint(1, 4)):
            stmt = self.make_stmt(proc, depth)
            if stmt:
                block.append(stmt)
        return block

    def make_stmt(self, proc, depth):
        r = self.r
        word = r.choice(['read', 'write', 'sync', 'unit', 'call', 'call', 'if', 'goto'])
        if word in ('read', 'write'):
            text, _ = self.pick('field', proc)
            return text and (word, [text], None)
        if word == 'goto':
            self.label = getattr(self, 'label', 0) + 1
            return ('loop', ['l%d' % self.label], [])
        if word == 'call':
            return self.make_call(proc)
        if depth == 0:
            return ('skip', [], None)
        if word == 'sync':
            text, _ = self.pick('lock', proc)
            return text and (word, [text], self.make_block(proc, depth - 1))
        if word == 'unit':
            text, _ = self.pick('set', proc) if r.random() < 0.6 else (None, None)
            return (word, [text] if text else [], self.make_block(proc, depth - 1))
        return ('if (*)', [], self.make_block(proc, depth - 1))

    def make_call(self, proc):
        text, value = self.pick('proc', proc)
        if not text:
            return None
        owner, _, name = value.rpartition('.')
        callee = self.procs[self.class_of(owner) if owner else None, name]
        arguments = []
        for k, _ in callee.params:
            for _ in range(20):
                argument, what = self.pick('object' if k in self.classes else k, proc)
                if argument and (k not in self.classes or self.class_of(what) == k):
                    break
            else:
                return None
            arguments.append(argument)
        return ('call', [text] + arguments, None)

    # ---- The model with classes. ----

    def block_text(self, block, indent, name):
        out = ''
        for word, names, inner in block:
            if word == 'loop':
                out += '%slabel %s: if (*) { goto %s; }\n' % (indent, names[0], names[0])
            elif word == 'call':
                out += '%scall %s;\n' % (indent, name(names))
            else:
                out += '%s%s %s' % (indent, word, name([word] + names) if names else '')
                out += (';\n' if inner is None else
                        '{\n' + self.block_text(inner, indent + '  ', name) + indent + '}\n')
        return out

    @staticmethod
    def plain(names):
        if names[0] in ('read', 'write', 'sync', 'unit'):
            return ', '.join(names[1:])
        return names[0] + ('(%s)' % ', '.join(names[1:]) if len(names) > 1 else '')

    def proc_text(self, proc, indent=''):
        params = ', '.join('%s %s' % param for param in proc.params)
        return '%sproc %s%s {\n%s%s}\n' % (
            indent, proc.name, '(%s)' % params if params else '',
            self.block_text(proc.body, indent + '  ', self.plain), indent)

    def outside_text(self):
        out = ''
        if self.fields:
            out += 'field %s;\n' % ', '.join(self.fields)
        if self.locks:
            out += 'lock %s;\n' % ', '.join(self.locks)
        for s, members in self.sets.items():
            out += 'atomicset %s { %s }\n' % (s, ', '.join(members))
        return out

    def text(self):
        out = self.outside_text()
        for c, names in self.classes.items():
            out += 'class %s {\n' % c
            for k in ('field', 'lock'):
                out += ''.join('  %s %s;\n' % (k, n) for n in names[k])
            for s, fields in names['sets'].items():
                out += '  atomicset %s { %s }\n' % (s, ', '.join(fields))
            out += ''.join(self.proc_text(p, '  ') for (o, _), p in self.procs.items() if o == c)
            out += '}\n'
        out += ''.join('object %s %s;\n' % (c, o) for o, c in self.objects.items())
        out += ''.join(self.proc_text(p) for (o, _), p in self.procs.items() if o is None)
        for process in self.processes:
            out += 'process %s {\n%s}\n' % (
                process.name, self.block_text(process.body, '  ', self.plain))
        return out

    # ---- Written out. ----

    def body_name(self, proc, binding):
        name = (binding['this'] + '.' if proc.owner else '') + proc.name
        if proc.params:
            name += '(%s)' % ', '.join(binding[n] for _, n in proc.params)
        return name

    def write_body(self, proc, binding):
        name = self.body_name(proc, binding)
        if name not in self.bodies:
            self.bodies[name] = None
            self.bodies[name] = self.block_text(
                proc.body, '  ', lambda names: self.bound(names, proc, binding))
        return name

    def bound(self, names, proc, binding):
        kind = {'read': 'field', 'write': 'field', 'sync': 'lock', 'unit': 'set'}.get(names[0])
        if kind:
            return ', '.join('"%s"' % self.resolve(n, kind, proc, binding) for n in names[1:])
        callee_name = self.resolve(names[0], 'proc', proc, binding)
        owner, _, name = callee_name.rpartition('.')
        callee = self.procs[self.objects[owner] if owner else None, name]
        inner = {'this': owner or None}
        for (k, n), argument in zip(callee.params, names[1:]):
            inner[n] = self.resolve(argument, 'object' if k in self.classes else k, proc, binding)
        return '"%s"' % self.write_body(callee, inner)

    def written_out(self):
        out = self.outside_text()
        claimed = [f for members in self.sets.values() for f in members]
        for o, c in self.objects.items():
            names = self.classes[c]
            for k in ('field', 'lock'):
                out += ''.join('%s %s.%s;\n' % (k, o, n) for n in names[k])
            for s, fields in names['sets'].items():
                out += 'atomicset %s.%s { %s }\n' % (
                    o, s, ', '.join('%s.%s' % (o, f) for f in fields))
        for o, c in self.objects.items():
            names = self.classes[c]
            rest = [f for f in names['field'] if '%s.%s' % (o, f) not in claimed]
            if not names['set'] and rest:
                out += 'atomicset %s { %s }\n' % (o, ', '.join('%s.%s' % (o, f) for f in rest))
        if not self.sets and self.fields:
            out += 'atomicset all { %s }\n' % ', '.join(self.fields)
        for process in self.processes:
            out += 'process %s {\n%s}\n' % (process.name, self.block_text(
                process.body, '  ', lambda names, p=process: self.bound(names, p, {})))
        for name, text in self.bodies.items():
            out += 'proc "%s" {\n%s}\n' % (name, text)
        return out


def main():
    sys.setrecursionlimit(100000)
    seed, count, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    for i in range(seed, seed + count):
        model = Model(i)
        with open('%s/classes/%d.eml' % (folder, i), 'w') as file:
            file.write(model.text())
        with open('%s/written-out/%d.eml' % (folder, i), 'w') as file:
            file.write(model.written_out())


main()
