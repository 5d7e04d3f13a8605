"""check.py -- do the syntax files for an editor see what the scanners see?

    check.py write SOURCE FOLDER        the texts that are written here, as files
    check.py textmate SOURCE FOLDER     the grammars of editors/vscode
    check.py vim SOURCE FOLDER CLASSES  those of editors/vim; CLASSES is what
                                        classes.vim wrote about `check.py names`
    check.py names SOURCE FOLDER        the files that are compared

FOLDER has the texts of `write`.  Speaks TAP.
"""
import glob
import json
import os
import re
import sys

import lexer
import textmate

# Facts, said without any lexer: in this text this word, there the N-th from 0,
# is of this class.  The name of a text tells its language.
FACTS = {
    'words.eml': ('''\
model Stack;
field count, lock.free, $lock;  // a lock, a field
lock s;
process P[2] @"Stack.java:7" { while (*) { call push; } } /* unit */ skip
field volatile done; start P[1]; join "start"; wait waits; notifyall $notify
''', [('model', 0, 'keyword'), ('Stack', 0, 'name'), ('lock.free', 0, 'name'),
      ('$lock', 0, 'name'), ('a lock, a field', 0, 'comment'), ('lock s', 0, 'name'),
      ('lock', 3, 'keyword'), ('process', 0, 'keyword'), ('P', 0, 'name'),
      ('2', 0, 'number'), ('[', 0, 'operator'), ('@"Stack.java:7"', 0, 'position'),
      ('(', 0, 'operator'), ('*', 0, 'operator'), ('call', 0, 'keyword'),
      ('push', 0, 'name'), ('/* unit */', 0, 'comment'), ('skip', 0, 'keyword'), ('volatile', 0, 'keyword'),
      ('done', 0, 'name'), ('start', 0, 'keyword'), ('1', 0, 'number'),
      ('join', 0, 'keyword'), ('"start"', 0, 'quoted'), ('wait', 0, 'keyword'),
      ('waits', 0, 'name'), ('notifyall', 0, 'keyword'), ('$notify', 0, 'name')]),
    'quotes.eml': ('''\
field "lock", "a \\" unit \\\\", "// no comment", "/* nor this";
read "lock" @"lock.java:3 // x"; write x1;
read "open // lock
write x; read "bad \\n escape"; unlock "ends in \\
unlock s;
''', [('"lock"', 0, 'quoted'), ('\\"', 0, 'escape'), ('unit', 0, 'quoted'),
      ('\\\\', 0, 'escape'), ('// no comment', 0, 'quoted'), ('/* nor this', 0, 'quoted'),
      ('"lock"', 1, 'quoted'), ('@"lock.java:3 // x"', 0, 'position'),
      ('write', 0, 'keyword'), ('x1', 0, 'name'), ('"open // lock', 0, 'error'),
      ('write', 1, 'keyword'), ('\\n', 0, 'error'), ('bad', 0, 'quoted'),
      ('"ends in \\', 0, 'error'), ('unlock s', 0, 'name'), ('unlock', 1, 'keyword')]),
    'broken.eml': ('''\
proc p { x # y ` 1; } // # `
proc ' call lock; } )
/* a lock
   "and /* a unit // in one */ unit {
process é.x {
label a: goto a, b; . lockx xlock
/* open
read x;
''', [('proc', 0, 'keyword'), ('p', 1, 'name'), ('#', 0, 'error'), ('`', 0, 'error'),
      ('// # `', 0, 'comment'), ("'", 0, 'error'), ('call', 0, 'keyword'),
      ('lock', 0, 'keyword'), ('a lock', 0, 'comment'), ('"and /* a unit', 0, 'comment'),
      ('unit {', 0, 'operator'), ('unit', 1, 'keyword'), ('é', 0, 'error'),
      ('label', 0, 'keyword'), (':', 0, 'operator'), ('.', 1, 'error'),
      ('lockx', 0, 'name'), ('xlock', 0, 'name'), ('/* open', 0, 'comment'),
      ('read x;', 0, 'comment')]),
    'data.eml': ('''\
field int(8) when.x = -0x1F, interest[2] = *; // int
exclusive x when (a == self && !b || c <= 10); lock slot[4];
proc p(bool b) : int { atomic { a += b ? 1 : 2; } assert (a / 2 != 3, "int"); }
''', [('int', 0, 'keyword'), ('8', 0, 'number'), ('when.x', 0, 'name'), ('=', 0, 'operator'),
      ('-', 0, 'operator'), ('0x1F', 0, 'number'), ('interest', 0, 'name'),
      ('*', 0, 'operator'), ('// int', 0, 'comment'), ('exclusive', 0, 'keyword'),
      ('self', 0, 'keyword'), ('&&', 0, 'operator'),
      ('!', 0, 'operator'), ('||', 0, 'operator'), ('<=', 0, 'operator'),
      ('bool', 0, 'keyword'), ('atomic', 0, 'keyword'), ('+=', 0, 'operator'),
      ('?', 0, 'operator'), ('assert', 0, 'keyword'), ('/', 2, 'operator'),
      ('"int"', 0, 'quoted')]),
    'words.pa': ('''\
// automaton
automaton 12 "lost unit" (l1, in.l) {
  threads u, v; u reads l1 in unit; never v writes in.l from 1 to 3; /* to */
  u stays in "from"; u : lock *
automaton begins { "open to
ends unit
''', [('// automaton', 0, 'comment'), ('automaton', 1, 'keyword'), ('12', 0, 'number'),
      ('"lost unit"', 0, 'quoted'), ('in.l', 0, 'name'), ('{', 0, 'operator'),
      ('threads', 0, 'keyword'), ('reads', 0, 'keyword'), ('in unit', 0, 'keyword'),
      ('never', 0, 'keyword'), ('in.l', 1, 'name'), ('3', 0, 'number'),
      ('/* to */', 0, 'comment'), ('"from"', 0, 'quoted'), (':', 0, 'error'),
      ('lock', 0, 'name'), ('*', 2, 'error'), ('begins', 0, 'keyword'),
      ('"open to', 0, 'error'), ('ends', 0, 'keyword')]),
}

# What the names of groups and scopes mean, by how they begin; the first that fits.
VIM = {
    'Comment': 'comment', 'Todo': 'comment', 'Name': 'name', 'Procedure': 'name',
    'Automaton': 'name', 'Number': 'number', 'Delimiter': 'operator', 'Operator': 'operator',
    'Quoted': 'quoted', 'Escape': 'escape', 'BadEscape': 'error', 'OpenQuote': 'error',
    'Error': 'error', 'Position': 'position',
}
VIM_KEYWORDS = ['Declaration', 'Locking', 'Unit', 'Access', 'Call', 'Conditional', 'Repeat',
                'Jump', 'Label', 'Clause', 'Type', 'Constant', 'Check']
VIM.update((group, 'keyword') for group in VIM_KEYWORDS)
TEXTMATE = [
    ('comment.', 'comment'), ('invalid.', 'error'), ('constant.numeric.', 'number'),
    ('constant.character.escape.', 'escape'), ('constant.language.', 'keyword'), ('variable.', 'name'), ('entity.', 'name'),
    ('punctuation.definition.position.', 'position'), ('punctuation.', 'operator'),
    ('keyword.operator.', 'operator'), ('keyword.', 'keyword'), ('storage.', 'keyword'),
    ('support.', 'keyword'), ('string.quoted.double.position.', 'position'),
    ('string.quoted.double.name.', 'quoted'),
]


class Tap:
    count = failures = 0

    def ok(self, condition, name, *remarks):
        Tap.count += 1
        Tap.failures += not condition
        print(('' if condition else 'not ') + f'ok {Tap.count} - {name}')
        if not condition:
            for remark in remarks[:20]:
                print('#', remark)


tap = Tap()


def all_keywords(lex):
    return ''.join(word + '\n' for word in lex.keywords)


def write(source, folder):
    for name, (text, _) in FACTS.items():
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(text)
    for name, lex in (('keywords.eml', lexer.eml(source)), ('keywords.pa', lexer.phaseauto(source))):
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(all_keywords(lex))


def names(source, folder):
    """Our own texts, then everything of the project that is text in lines."""
    found = sorted(glob.glob(folder + '/*.eml') + glob.glob(folder + '/*.pa'))
    for pattern in ('models/examples/*.eml', 'models/contest/*.eml', 'phaseauto/*.pa',
                    'tests/golden/*/*.eml', 'tests/phaseauto/bad/*.pa'):
        found += sorted(path for path in glob.glob(os.path.join(source, pattern))
                        if plain(path))
    return found


def plain(path):
    """Is it UTF-8, in lines that end in LF and are not too long for Vim's synmaxcol,
    without characters at which Python or an editor breaks lines, and without a dot that
    begins a word, which the scanner refuses and Vim takes for a part of the word?"""
    with open(path, 'rb') as file:
        data = file.read()
    try:
        text = data.decode('utf-8')
    except UnicodeDecodeError:
        return False
    if any(len(line) > 2000 for line in text.split('\n')):
        return False
    if re.search(r'(?<![\w$.])\.\w', text):
        return False
    return not re.search('[\0\r\v\f\ufeff\u0085\u2028\u2029\x1c-\x1e]', text)


def differences(path, text, wanted, seen):
    """Where the classes differ; blanks may be coloured or not."""
    line, column = 1, 1
    for at, character in enumerate(text):
        if wanted[at] not in ('space', seen[at]) and not character.isspace():
            yield f'{path}:{line}:{column}: {character!r} is {seen[at]}, not {wanted[at]}'
        column += 1
        if character == '\n':
            line, column = line + 1, 1


def check_facts(name, seen):
    text, facts = FACTS[name]
    for word, occurrence, wanted in facts:
        at = -1
        for _ in range(occurrence + 1):
            at = text.index(word, at + 1)
        found = seen[at:at + len(word)]
        if word in ('lock s', 'unlock s', 'unit {'):     # the last character counts
            found = found[-1:]
        bad = [c for c, char in zip(found, word[-len(found):]) if char != ' ' and c != wanted]
        tap.ok(not bad, f'{name}: {word!r} is {wanted}', f'it is {bad}')


def language(path):
    return 'phaseauto' if path.endswith('.pa') else 'eml'


def compare(source, folder, classes):
    """CLASSES (path, text) gives what the editor sees."""
    lexers = {'eml': lexer.eml(source), 'phaseauto': lexer.phaseauto(source)}
    counted = {'eml': 0, 'phaseauto': 0}
    for path in names(source, folder):
        with open(path, encoding='utf-8', newline='') as file:
            text = file.read()
        seen = classes(path, text)
        lex = lexers[language(path)]
        bad = list(differences(path, text, lex.classes(text), seen))
        short = os.path.relpath(path, source) if path.startswith(source + '/') else \
            os.path.basename(path)
        if short in FACTS:
            check_facts(short, lex.classes(text))       # the lexer is not trusted either
            check_facts(short, seen)
        tap.ok(not bad, short + ': as the scanner sees it', *bad)
        counted[language(path)] += 1
    tap.ok(counted['eml'] > 100 and counted['phaseauto'] > 20, 'more than a hundred files', counted)

    # A keyword that only the scanner knows is noticed.
    lex = lexers['eml']
    lex.keywords = lex.keywords + ['transient']
    text, path = 'transient x;\n', os.path.join(folder, 'words.eml')
    seen = ['name'] * 9 + ['space', 'name', 'operator', 'space']
    tap.ok(list(differences(path, text, lex.classes(text), seen)), 'a new keyword would be noticed')


def compare_keywords(source, listed):
    """LISTED: by language the words that a syntax file has as keywords."""
    for name, lex in (('eml', lexer.eml(source)), ('phaseauto', lexer.phaseauto(source))):
        tap.ok(len(lex.keywords) > 10, f'{name}: the scanner has keywords', lex.keywords)
        tap.ok(sorted(listed[name]) == sorted(lex.keywords), f'{name}: the same keywords',
               'only the scanner: ' + ' '.join(sorted(set(lex.keywords) - set(listed[name]))),
               'only the editor: ' + ' '.join(sorted(set(listed[name]) - set(lex.keywords))),
               'once each: ' + str(len(set(listed[name])) == len(listed[name])))


def run_textmate(source, folder):
    root = source + '/editors/vscode/'
    with open(root + 'package.json', encoding='utf-8') as file:
        package = json.load(file)
    grammars, extensions = {}, {}
    for entry in package['contributes']['grammars']:
        grammars[entry['language']] = textmate.Grammar(root + entry['path'])
        tap.ok(grammars[entry['language']].json['scopeName'] == entry['scopeName'],
               entry['path'] + ' has the scope that package.json says')
    for entry in package['contributes']['languages']:
        extensions[entry['id']] = entry['extensions']
        with open(root + entry['configuration'], encoding='utf-8') as file:
            configuration = json.load(file)
        tap.ok(configuration['comments'] == {'lineComment': '//', 'blockComment': ['/*', '*/']},
               entry['id'] + ': comments')
        tap.ok(re.fullmatch(configuration['wordPattern'], 'a$.b') is not None,
               entry['id'] + ': words are names')
    tap.ok(extensions == {'eml': ['.eml'], 'phaseauto': ['.pa']}, 'extensions of files')
    with open(source + '/configure.ac', encoding='utf-8') as file:
        version = re.search(r'AC_INIT\(\[phaselock\], \[([^]]+)\]', file.read()).group(1)
    tap.ok(package['version'] == version, 'the version of the program')

    def classes(path, text):
        seen = []
        for scopes in grammars[language(path)].scopes(text):
            scope = scopes[-1] if scopes else ''
            seen.append(next((c for start, c in TEXTMATE if scope.startswith(start)), 'space'))
        return seen

    compare(source, folder, classes)
    listed = {}
    for name, grammar in grammars.items():
        listed[name] = []
        for rule in grammar.json['repository']['keywords']['patterns']:
            listed[name] += re.match(r'\(\?:([a-z|]+)\)', rule['match']).group(1).split('|')
    compare_keywords(source, listed)


def run_vim(source, folder, classes_path):
    groups, kinds, path = {}, {}, None
    with open(classes_path, encoding='utf-8') as file:
        for line in file.read().splitlines():
            if line.startswith('F '):
                _, kind, path = line.split(' ', 2)
                groups[path], kinds[path] = [], kind
            else:
                groups[path].append(line.split(' ')[1:])
    wrong = [f'{path} is {kind}' for path, kind in kinds.items() if kind != language(path)]
    tap.ok(not wrong, 'files are recognised', *wrong)

    def meaning(group):
        return VIM.get(re.sub('^(eml|pa)', '', group), 'space')

    def classes(path, text):
        seen = []
        for line in groups[path]:
            seen += [meaning(group) for group in line] + ['space']
        return seen

    compare(source, folder, classes)
    listed = {}
    for name in ('eml', 'phaseauto'):
        with open(f'{source}/editors/vim/syntax/{name}.vim', encoding='utf-8') as file:
            lines = re.findall(r'^syntax keyword \w+ (.*)$', file.read(), re.M)
        listed[name] = [word for line in lines if not line.startswith('contained')
                        for word in re.sub(r' nextgroup=.*', '', line).split()]
    compare_keywords(source, listed)


def main():
    command, source, folder = sys.argv[1:4]
    if command == 'write':
        write(source, folder)
        return 0
    if command == 'names':
        print('\n'.join(names(source, folder)))
        return 0
    if command == 'textmate':
        run_textmate(source, folder)
    else:
        run_vim(source, folder, sys.argv[4])
    print(f'1..{Tap.count}')
    return Tap.failures > 0


sys.exit(main())
