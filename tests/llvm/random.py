#!/usr/bin/env python3
"""random.py -- random C programs, and what they can do, by exhaustive execution.

random.py write SEED FOLDER COUNT     COUNT programs into FOLDER, and the file `expected':
                                      a line for each, NAME yes|no: can an assertion fail?
                                      NAME.straight is the same program, one access a line

A program is made as a tree; C is printed from it, and the interpreter below executes the
same tree, over all schedules, one access to shared memory at a time.  The interpreter
knows nothing of LLVM, of ir or of the engines.
"""
import random
import sys

WIDTH = {'int': 32, 'unsigned': 32, 'signed char': 8, 'unsigned char': 8, 'short': 16,
         'long': 64, 'unsigned long': 64}


def is_unsigned(kind):
    return kind.startswith('unsigned')


def wrap(value, kind):
    bits = WIDTH[kind]
    value &= (1 << bits) - 1
    if not is_unsigned(kind) and value >> (bits - 1):
        value -= 1 << bits
    return value


def promote(a, b):
    """The usual arithmetic conversions."""
    rank = ['int', 'unsigned', 'long', 'unsigned long']
    pair = [k if k in rank else 'int' for k in (a, b)]
    return max(pair, key=rank.index)


# ---- Programs. ----

class Program:
    def __init__(self, rng):
        self.rng = rng
        self.globals = {}
        for name in 'xyz'[:rng.randint(1, 3)]:
            self.globals[name] = (rng.choice(list(WIDTH)), rng.randint(0, 3))
        self.has_array = rng.random() < 0.4
        self.array = [rng.randint(0, 2) for _ in range(3)]
        self.pointed = rng.random() < 0.3      # int *where, to one of two ints
        if self.pointed:
            self.globals['p0'] = ('int', 0)
            self.globals['p1'] = ('int', 1)
            self.where = rng.choice(['p0', 'p1'])
        self.has_mutex = rng.random() < 0.6
        self.has_atomic = rng.random() < 0.5
        self.has_semaphore = rng.random() < 0.2
        threads = rng.choice([1, 2, 2, 2])
        self.threads = [self.block(2, rng.randint(1, 4)) for _ in range(threads)]
        self.main = self.block(1, rng.randint(0, 2))
        self.joins = rng.random() < 0.8
        self.claim = self.guess()

    def expression(self, depth):
        rng = self.rng
        if depth == 0 or rng.random() < 0.35:
            kind = rng.random()
            if kind < 0.35:
                return ('number', rng.randint(0, 4))
            if kind < 0.6:
                return ('local', rng.choice('ab'))
            if kind < 0.7 and self.has_array:
                return ('cell', rng.randint(0, 2))
            if kind < 0.76 and self.pointed:
                return ('load',)
            return ('global', rng.choice(list(self.globals)))
        op = rng.choice(['+', '-', '*', '&', '|', '^', '+', '-', '<', '==', '/', '%', '>>'])
        left = self.expression(depth - 1)
        if op in '/%':
            return (op, left, ('number', rng.randint(1, 4)))
        if op == '>>':
            return (op, left, ('number', rng.randint(0, 3)))
        return (op, left, self.expression(depth - 1))

    def condition(self):
        op = self.rng.choice(['<', '==', '!=', '>', '<='])
        return (op, self.expression(1), self.expression(1))

    def guess(self):
        """What often holds: that a value is not a certain one."""
        return ('!=', ('global', self.rng.choice(list(self.globals))),
                ('number', self.rng.randint(0, 9)))

    def block(self, depth, count):
        return [self.statement(depth) for _ in range(count)]

    def statement(self, depth):
        rng = self.rng
        kind = rng.random()
        if depth > 0 and kind < 0.12:
            return ('if', self.condition(), self.block(depth - 1, rng.randint(1, 2)),
                    self.block(depth - 1, rng.randint(0, 1)))
        if depth > 0 and kind < 0.18:
            return ('repeat', rng.randint(1, 2), self.block(depth - 1, 1))
        if depth > 0 and kind < 0.32 and self.has_mutex:
            return ('locked', self.block(depth - 1, rng.randint(1, 2)))
        if kind < 0.42 and self.has_atomic:
            return ('fetch', rng.choice(list(self.globals)), rng.choice(['add', 'sub', 'xor', 'or']),
                    rng.randint(0, 3))
        if kind < 0.47 and self.has_atomic:
            return ('atomic', self.block(0, rng.randint(1, 2)))
        if kind < 0.52 and self.has_semaphore:
            return (rng.choice(['post', 'wait']),)
        if kind < 0.6 and self.has_array:
            return ('set-cell', rng.choice([('number', rng.randint(0, 2)),
                                            ('&', ('local', 'a'), ('number', 1))]),
                    self.expression(1))
        if kind < 0.66 and self.pointed:
            return ('store', self.expression(1))
        if kind < 0.69 and self.pointed:
            return ('point', rng.choice(['p0', 'p1']))
        if kind < 0.72:
            return ('assert', self.guess())
        if kind < 0.86:
            return ('set-local', rng.choice('ab'), self.expression(2))
        return ('set', rng.choice(list(self.globals)), self.expression(2))


# ---- C. ----

def c_expression(e):
    if e[0] == 'number':
        return str(e[1])
    if e[0] in ('local', 'global'):
        return e[1]
    if e[0] == 'cell':
        return 'cells[%d]' % e[1]
    if e[0] == 'load':
        return '*where'
    return '(%s %s %s)' % (c_expression(e[1]), e[0], c_expression(e[2]))


def c_block(block, indent, depth=0):
    pad, out = '  ' * indent, []
    for s in block:
        if s[0] == 'if':
            out.append('%sif %s {' % (pad, c_expression(s[1])))
            out += c_block(s[2], indent + 1, depth)
            out.append(pad + '} else {')
            out += c_block(s[3], indent + 1, depth)
            out.append(pad + '}')
        elif s[0] == 'repeat':
            out.append('%sfor (int i%d = 0; i%d < %d; i%d++) {' % (pad, depth, depth, s[1], depth))
            out += c_block(s[2], indent + 1, depth + 1)
            out.append(pad + '}')
        elif s[0] == 'locked':
            out.append(pad + 'pthread_mutex_lock (&m);')
            out += c_block(s[1], indent, depth)
            out.append(pad + 'pthread_mutex_unlock (&m);')
        elif s[0] == 'atomic':
            out.append(pad + '__VERIFIER_atomic_begin ();')
            out += c_block(s[1], indent, depth)
            out.append(pad + '__VERIFIER_atomic_end ();')
        elif s[0] == 'fetch':
            out.append('%s__sync_fetch_and_%s (&%s, %d);' % (pad, s[2], s[1], s[3]))
        elif s[0] == 'post':
            out.append(pad + 'sem_post (&s);')
        elif s[0] == 'wait':
            out.append(pad + 'sem_wait (&s);')
        elif s[0] == 'set-cell':
            out.append('%scells[%s] = %s;' % (pad, c_expression(s[1]), c_expression(s[2])))
        elif s[0] == 'store':
            out.append('%s*where = %s;' % (pad, c_expression(s[1])))
        elif s[0] == 'point':
            out.append('%swhere = &%s;' % (pad, s[1]))
        elif s[0] == 'assert':
            out.append('%sassert (%s);' % (pad, c_expression(s[1])))
        else:
            out.append('%s%s = %s;' % (pad, s[1], c_expression(s[2])))
    return out


# The system's headers are most of what clang has to read; these declarations are enough.
HEADERS = ['typedef unsigned long pthread_t;', 'typedef union { char size[40]; long align; } pthread_mutex_t;',
           '#define PTHREAD_MUTEX_INITIALIZER { { 0 } }',
           'typedef union { char size[32]; long align; } sem_t;',
           'int pthread_create (pthread_t *, const void *, void *(*) (void *), void *);',
           'int pthread_join (pthread_t, void **);', 'int pthread_mutex_lock (pthread_mutex_t *);',
           'int pthread_mutex_unlock (pthread_mutex_t *);', 'int sem_init (sem_t *, int, unsigned);',
           'int sem_post (sem_t *);', 'int sem_wait (sem_t *);', 'void reach_error (void);',
           '#define assert(x) ((x) ? (void) 0 : reach_error ())']


def declarations(p):
    out = HEADERS + ['void __VERIFIER_atomic_begin (void);', 'void __VERIFIER_atomic_end (void);',
           'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;', 'sem_t s;',
           'int cells[3] = { %d, %d, %d };' % tuple(p.array)]
    for name, (kind, value) in p.globals.items():
        out.append('%s %s = %d;' % (kind, name, value))
    if p.pointed:
        out.append('int *where = &%s;' % p.where)
    return out


def c_program(p):
    out = declarations(p)
    for i, block in enumerate(p.threads):
        out += ['void *thread%d (void *argument) {' % i, '  int a = 0; long b = 1;']
        out += c_block(block, 1) + ['  return argument;', '}']
    out += ['int main (void) {', '  int a = 0; long b = 1;', '  pthread_t t[%d];' % len(p.threads),
            '  sem_init (&s, 0, 1);']
    for i in range(len(p.threads)):
        out.append('  pthread_create (&t[%d], 0, thread%d, 0);' % (i, i))
    out += c_block(p.main, 1)
    if p.joins:
        for i in range(len(p.threads)):
            out.append('  pthread_join (t[%d], 0);' % i)
    out += ['  assert (%s);' % c_expression(p.claim), '  return 0;', '}']
    return '\n'.join(out) + '\n'


# ---- Code: a list of small steps for each thread. ----
# ('read', cell) pushes a value; ('index-read',) pops an index; ('write', cell, kind) pops;
# ('op', op); ('number', n); ('local', name); ('set-local', name, kind); jumps; locks.

class Code:
    def __init__(self, program):
        self.p = program
        self.list = []
        self.depth = 0

    def emit(self, *step):
        self.list.append((self.depth > 0,) + step)
        return len(self.list) - 1

    def expression(self, e):
        if e[0] == 'number':
            self.emit('number', e[1], 'int')
        elif e[0] == 'local':
            self.emit('local', e[1], 'int' if e[1] == 'a' else 'long')
        elif e[0] == 'global':
            self.emit('read', e[1], self.p.globals[e[1]][0])
        elif e[0] == 'cell':
            self.emit('read', 'cells%d' % e[1], 'int')
        elif e[0] == 'load':
            self.emit('read', 'where', 'pointer')
            self.emit('read-at')
        else:
            self.expression(e[1])
            self.expression(e[2])
            self.emit('op', e[0])

    def block(self, block):
        for s in block:
            self.statement(s)

    def statement(self, s):
        if s[0] == 'if':
            self.expression(s[1])
            test = self.emit('unless', None)
            self.block(s[2])
            jump = self.emit('jump', None)
            self.patch(test)
            self.block(s[3])
            self.patch(jump)
        elif s[0] == 'repeat':
            for _ in range(s[1]):
                self.block(s[2])
        elif s[0] == 'locked':
            self.emit('lock')
            self.block(s[1])
            self.emit('unlock')
        elif s[0] == 'atomic':
            self.depth += 1
            self.block(s[1])
            self.depth -= 1
            self.emit('nothing')
        elif s[0] == 'fetch':
            kind = self.p.globals[s[1]][0]
            self.depth += 1
            self.emit('read', s[1], kind)
            self.emit('number', s[3], kind)
            self.emit('op', {'add': '+', 'sub': '-', 'xor': '^', 'or': '|'}[s[2]])
            self.emit('write', s[1], kind)
            self.depth -= 1
            self.emit('nothing')
        elif s[0] in ('post', 'wait'):
            self.emit(s[0])
        elif s[0] == 'set-cell':
            # clang evaluates the right side first, then the index.
            self.expression(s[2])
            self.expression(s[1])
            self.emit('write-cell')
        elif s[0] == 'store':
            self.expression(s[1])
            self.emit('read', 'where', 'pointer')
            self.emit('write-at')
        elif s[0] == 'point':
            self.emit('number', s[1], 'pointer')
            self.emit('write', 'where', 'pointer')
        elif s[0] == 'assert':
            self.expression(s[1])
            self.emit('assert')
        elif s[0] == 'set-local':
            self.expression(s[2])
            self.emit('set-local', s[1], 'int' if s[1] == 'a' else 'long')
        else:
            self.expression(s[2])
            self.emit('write', s[1], self.p.globals[s[1]][0])

    def patch(self, at):
        self.list[at] = self.list[at][:2] + (len(self.list),)


def operate(op, left, right):
    (a, ka), (b, kb) = left, right
    if op == '>>':
        kind = promote(ka, ka)
        return (wrap(wrap(a, kind) >> b, kind), kind)
    kind = promote(ka, kb)
    a, b = wrap(a, kind), wrap(b, kind)
    if op in ('<', '==', '!=', '>', '<='):
        return (int({'<': a < b, '==': a == b, '!=': a != b, '>': a > b, '<=': a <= b}[op]), 'int')
    if op in '/%':
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        value = quotient if op == '/' else a - quotient * b
    else:
        value = {'+': a + b, '-': a - b, '*': a * b, '&': a & b, '|': a | b, '^': a ^ b}[op]
    return (wrap(value, kind), kind)


# ---- The small steps as C again: a program whose orders can be seen, and asked for. ----

STRAIGHT = ['#ifdef ORDER /* the threads of the steps in the order that was seen */',
            'static const unsigned char order[] = { ORDER };', 'static unsigned turn;',
            'void __VERIFIER_assume (int);',
            '#define STEP(me) __VERIFIER_atomic_begin (); \\',
            '  __VERIFIER_assume (turn < STEPS && order[turn] == me); turn++;',
            '#define DONE __VERIFIER_atomic_end ();', '#define FAIL(me) reach_error ();',
            '#else', 'void step (int), done (void), failed (int), seen (int);',
            'int printf (const char *, ...), fflush (void *);', 'void _exit (int);',
            '#define STEP(me) step (me);', '#define DONE done ();', '#define FAIL(me) failed (me);',
            '#endif']


class Straight:
    """One thread: a statement for each step, and one variable for each value."""

    def __init__(self, p, code, me):
        self.p, self.me = p, me
        self.stack, self.variables, self.lines = [], [], []
        targets = {step[2] for step in code if step[1] in ('unless', 'jump')}
        inside = False
        for i, step in enumerate(code):
            if inside and not step[0]:
                self.lines.append('DONE')
            if i in targets:
                self.lines.append('L%d:;' % i)
            if step[0] and not inside:
                self.lines.append('STEP (%d)' % me)
            inside = step[0]
            self.step(step[1], step[2:], inside)

    def variable(self, kind, text, inside=True):
        name = 't%d' % len(self.variables)
        self.variables.append('%s %s;' % (kind, name))
        self.shared('%s = %s;' % (name, text), inside)
        self.stack.append((name, kind))

    def shared(self, text, inside):
        self.lines.append(text if inside else 'STEP (%d) %s DONE' % (self.me, text))

    def step(self, op, more, inside):
        mark = '' if inside else ' STEP (%d) DONE ' % self.me
        if op == 'number':
            self.stack.append(('&' + more[0], 'int *') if more[1] == 'pointer' else ('((%s) %d)' % (more[1], more[0]), more[1]))
        elif op == 'local':
            self.stack.append(more)
        elif op == 'set-local':
            self.lines.append('%s = %s;' % (more[0], self.stack.pop()[0]))
        elif op == 'op':
            (right, kind), (left, first) = self.stack.pop(), self.stack.pop()
            kind = ('int' if more[0] in ('<', '==', '!=', '>', '<=') else
                    promote(first, first) if more[0] == '>>' else promote(first, kind))
            self.variable(kind, '%s %s %s' % (left, more[0], right))
        elif op == 'read':
            name = 'cells[%s]' % more[0][-1] if more[0].startswith('cells') else more[0]
            self.variable('int *' if more[1] == 'pointer' else more[1], name, inside)
        elif op == 'read-at':
            self.variable('int', '*' + self.stack.pop()[0], inside)
        elif op == 'write':
            self.shared('%s = %s;' % (more[0], self.stack.pop()[0]), inside)
        elif op == 'write-at':
            to = self.stack.pop()[0]
            self.shared('*%s = %s;' % (to, self.stack.pop()[0]), inside)
        elif op == 'write-cell':
            index = self.stack.pop()[0]
            self.shared('cells[%s] = %s;' % (index, self.stack.pop()[0]), inside)
        elif op == 'unless':
            self.lines.append('if (!%s) goto L%d;' % (self.stack.pop()[0], more[0]))
        elif op == 'jump':
            self.lines.append('goto L%d;' % more[0])
        elif op == 'assert':
            self.lines.append('if (!%s) { FAIL (%d) }' % (self.stack.pop()[0], self.me))
        # What may wait is marked when it is over, what lets others go on before it is done.
        elif op in ('lock', 'wait', 'join'):
            call = {'lock': 'pthread_mutex_lock (&m)', 'wait': 'sem_wait (&s)'}.get(op) or 'pthread_join (t[%d], 0)' % (more[0] - 1)
            self.lines.append('%s;%s' % (call, mark))
        elif op in ('unlock', 'post', 'start'):
            call = ({'unlock': 'pthread_mutex_unlock (&m)', 'post': 'sem_post (&s)'}.get(op)
                    or 'pthread_create (&t[%d], 0, thread%d, 0)' % (more[0] - 1, more[0] - 1))
            self.lines.append('%s%s;' % (mark, call))
        else:
            assert op in ('end', 'nothing')


def straight_program(p, codes):
    """The program, one access a line.  Run, it prints ORDER, STEPS and VALUES; with these it has one order."""
    out = declarations(p) + STRAIGHT
    for me, code in [(i, codes[i]) for i in range(1, len(codes))] + [(0, codes[0])]:
        thread = Straight(p, code, me)
        out += ['void *thread%d (void *argument) {' % (me - 1) if me else 'int main (void) {',
                '  int a = 0; long b = 1;']
        if me == 0:
            out += ['  pthread_t t[%d];' % len(p.threads), '  sem_init (&s, 0, 1);']
        out += ['  ' + line for line in thread.variables]
        out += ['  ' + line for line in thread.lines]
        if me:
            out += ['  return argument;', '}']
    names = list(p.globals) + ['cells[%d]' % i for i in range(3)]
    out += ['#ifdef ORDER', '  __VERIFIER_atomic_begin ();', '  __VERIFIER_assume (turn == STEPS);',
            '  if (VALUES)', '    reach_error (); /* seen */', '  else', '    reach_error (); /* other */',
            '  __VERIFIER_atomic_end ();', '#else', '  seen (0);', '  printf ("#define VALUES 1");']
    for name in names:
        kind = p.globals[name][0] if name in p.globals else 'int'
        out.append('  printf (" && %s == (%s) %%ld", (long) %s);' % (name, kind, name))
    if p.pointed:
        out.append('  printf (" && where == &p%d", where == &p1);')
    return '\n'.join(out + ['  printf ("\\n");', '  fflush (0);', '  _exit (0);', '#endif', '  return 0;', '}']) + '\n'


SHARED = {'read', 'read-at', 'write', 'write-at', 'write-cell', 'lock', 'unlock', 'post', 'wait',
          'start', 'join'}


class TooMany(Exception):
    pass


class World:
    """All schedules: states are tuples, so that none is visited twice."""

    def __init__(self, p):
        self.codes = []
        for i, block in enumerate([None] + p.threads):
            code = Code(p)
            if i == 0:
                for k in range(len(p.threads)):
                    code.emit('start', k + 1)
                code.block(p.main)
                if p.joins:
                    for k in range(len(p.threads)):
                        code.emit('join', k + 1)
                code.expression(p.claim)
                code.emit('assert')
            else:
                code.block(block)
            code.emit('end')
            self.codes.append(code.list)
        memory = {n: v for n, (k, v) in p.globals.items()}
        for i in range(3):
            memory['cells%d' % i] = p.array[i]
        memory['where'] = p.where if p.pointed else None
        memory.update({'mutex': -1, 'semaphore': 1})
        self.names = sorted(memory)
        self.kinds = {n: k for n, (k, v) in p.globals.items()}
        threads = tuple((0 if i == 0 else -1, 0, 1, ()) for i in range(len(self.codes)))
        self.initial = (tuple(memory[n] for n in self.names), threads, -1)

    def kind(self, name):
        return self.kinds.get(name, 'int')

    def run(self, limit):
        seen, work = {self.initial}, [self.initial]
        while work:
            state = work.pop()
            for following in self.steps(state):
                if following is None:
                    return True
                if following not in seen:
                    seen.add(following)
                    work.append(following)
            if len(seen) > limit:
                raise TooMany()
        return False

    def steps(self, state):
        inside = state[2]
        if inside >= 0:
            following = self.move(state, inside)
            if following is not False:
                yield following
                return
        for i in range(len(self.codes)):
            following = self.move(state, i)
            if following is not False:
                yield following

    def move(self, state, i):
        """One step to shared memory and all that follows up to the next one; False: it cannot go
        on; None: an assertion fails."""
        memory = dict(zip(self.names, state[0]))
        threads = [list(t[:3]) + [list(t[3])] for t in state[1]]
        code, me = self.codes[i], threads[i]
        if me[0] < 0 or code[me[0]][1] == 'end':
            return False
        stepped = within = False
        while True:
            step = code[me[0]]
            op, stack = step[1], me[3]
            if op in SHARED and stepped:
                break
            if op == 'end':
                break
            stepped |= op in SHARED
            within = step[0] and (within or op in SHARED)
            me[0] += 1
            if op == 'number':
                stack.append((step[2], step[3]))
            elif op == 'local':
                stack.append((me[1 if step[2] == 'a' else 2], step[3]))
            elif op == 'set-local':
                me[1 if step[2] == 'a' else 2] = wrap(stack.pop()[0], step[3])
            elif op == 'op':
                right = stack.pop()
                stack.append(operate(step[2], stack.pop(), right))
            elif op == 'read':
                stack.append((memory[step[2]], step[3]))
            elif op == 'read-at':
                stack.append((memory[stack.pop()[0]], 'int'))
            elif op == 'write':
                value = stack.pop()[0]
                memory[step[2]] = value if step[3] == 'pointer' else wrap(value, step[3])
            elif op == 'write-at':
                name = stack.pop()[0]
                memory[name] = wrap(stack.pop()[0], 'int')
            elif op == 'write-cell':
                index = stack.pop()[0]
                memory['cells%d' % index] = wrap(stack.pop()[0], 'int')
            elif op == 'unless':
                if not stack.pop()[0]:
                    me[0] = step[2]
            elif op == 'jump':
                me[0] = step[2]
            elif op == 'assert':
                if not stack.pop()[0]:
                    return None
            elif op == 'lock':
                if memory['mutex'] >= 0:
                    return False
                memory['mutex'] = i
            elif op == 'unlock':
                memory['mutex'] = -1
            elif op == 'post':
                memory['semaphore'] += 1
            elif op == 'wait':
                if memory['semaphore'] == 0:
                    return False
                memory['semaphore'] -= 1
            elif op == 'start':
                threads[step[2]][0] = 0
            elif op == 'join':
                other = threads[step[2]][0]
                if self.codes[step[2]][other][1] != 'end':
                    return False
        inside = i if within and code[me[0]][0] else -1
        return (tuple(memory[n] for n in self.names),
                tuple((t[0], t[1], t[2], tuple(t[3])) for t in threads), inside)


def main():
    seed, folder, count = int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    rng = random.Random(seed)
    with open(folder + '/expected', 'w') as expected:
        made = 0
        while made < count:
            program = Program(rng)
            world = World(program)
            try:
                fails = world.run(15000)
            except TooMany:
                continue
            name = 'random%d-%d.c' % (seed, made)
            with open('%s/%s' % (folder, name), 'w') as file:
                file.write(c_program(program))
            with open('%s/%s.straight' % (folder, name), 'w') as file:
                file.write(straight_program(program, world.codes))
            expected.write('%s %s\n' % (name, 'yes' if fails else 'no'))
            made += 1


if __name__ == '__main__':
    main()
