"""mutate.py PROGRAM.ll SEED -- print the program with a few random edits: other types,
numbers, names, arguments and operations, lines left out."""
import random
import re
import sys

TYPES = ['i1', 'i8', 'i32', 'i64', 'i128', 'double', 'i8*', 'i32*', '[3 x i32]',
         '[70000 x i8]', '{ i32, i8* }', 'void']
NUMBERS = ['0', '1', '-1', '4097', '2147483648', '9223372036854775807']
OPERATIONS = ['sdiv', 'udiv', 'srem', 'urem', 'lshr', 'ashr', 'or', 'shl']
KNOWN = ['malloc', 'free', 'pthread_create', 'pthread_join', 'pthread_once', 'sem_wait',
         'pthread_mutex_lock', 'pthread_cond_wait']

lines = open(sys.argv[1]).read().split('\n')
rng = random.Random(int(sys.argv[2]))
names = sorted(set(re.findall(r'@([A-Za-z_][A-Za-z_0-9.]*)', '\n'.join(lines)))) + KNOWN


def some(pattern, choices, line):
    """LINE with some of what matches PATTERN replaced."""
    return re.sub(pattern, lambda m: rng.choice(choices) if rng.random() < .4 else m.group(), line)


def edit(line):
    return rng.choice([
        lambda: some(r'\bi(8|32|64)\b\*?', TYPES, line),
        lambda: some(r'(?<=[ ,(])-?\d+\b', NUMBERS, line),
        lambda: re.sub(r',[^,()]*\)', ')', line, count=1),
        lambda: re.sub(r'\(([^()]+)\)', r'(\1, i32 7)', line, count=1),
        lambda: some(r'(?<=@)[a-z_]+', names, line),
        lambda: '',
        lambda: some(r'\b(add|sub|mul|and|xor|shl)\b( nsw| nuw)*', OPERATIONS, line),
    ])()


if rng.random() < .3:  # one name becomes another, wherever it stands
    old, new = rng.choice(names), rng.choice(names)
    lines = [re.sub('@%s\\b' % re.escape(old), '@' + new, line) for line in lines]
code = [i for i, line in enumerate(lines)
        if re.search('[@=]|store|call', line) and not re.match('!|target|source|;', line)]
for i in rng.sample(code, min(len(code), rng.choice([1, 1, 1, 2, 3]))):
    lines[i] = edit(lines[i])
print('\n'.join(lines))
