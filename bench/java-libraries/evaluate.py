#!/usr/bin/env python3
"""evaluate.py -- what `check' says of Debian's Java libraries, beside FindBugs.

    evaluate.py run PHASELOCK LIST RESULTS [NAME...]   check every jar of LIST, or these
    evaluate.py findbugs LIST RESULTS [NAME...]        the same by FindBugs
    evaluate.py table RESULTS                          the table of doc/java-libraries.md
    evaluate.py draw RESULTS COUNT SEED                of the causes that are shown first

RESULTS is a folder.  Each jar is checked by a process of its own, whose CPU time and
memory are those that the kernel counted.  A jar that is not decided within
LIMIT seconds of CPU is interrupted, and the table says so.
"""
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import xml.etree.ElementTree as tree

LIMIT = int(os.environ.get('LIMIT') or 600)
JARS = pathlib.Path('/usr/share/java')


def libraries(path, names):
    """The jars of LIST, in its order; with NAMES only those."""
    for line in open(path, encoding='utf-8'):
        words = line.split('#')[0].split()
        if len(words) == 2 and (not names or words[1] in names):
            yield words[1]


def limit():
    """The soft limit sends SIGXCPU, which ends the program as any other signal would."""
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 10))


def measured(command, output, errors):
    """Run COMMAND: its status, CPU seconds and the most memory in MB."""
    with open(output, 'wb') as out, open(errors, 'wb') as err:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                 preexec_fn=limit)
        _, status, usage = os.wait4(child.pid, 0)
    return {'status': os.waitstatus_to_exitcode(status),
            'seconds': round(usage.ru_utime + usage.ru_stime, 2),
            'mb': usage.ru_maxrss // 1024}


def run(program, path, folder, names):
    """Check the jars as anybody would; RESULTS/JAR.txt and JAR.json are what comes out."""
    for jar in libraries(path, names):
        base = folder / jar
        figures = measured([program, 'check', str(JARS / jar)], f'{base}.txt', f'{base}.err')
        listing = subprocess.run([program, 'java', '--list', str(JARS / jar)],
                                 capture_output=True, text=True, check=False).stdout
        figures['listing'] = listing.splitlines()
        base.with_name(jar + '.json').write_text(json.dumps(figures), encoding='utf-8')
        print(jar, figures['status'], figures['seconds'], 's', figures['mb'], 'MB', flush=True)


def as_java_9(data):
    """A class file as FindBugs 3 can read it: its version, and no attribute that is newer."""
    data = data[:7] + bytes([min(data[7], 53)]) + data[8:]
    for name in (b'NestMembers', b'NestHost', b'PermittedSubclasses', b'Record'):
        entry = b'\x01' + len(name).to_bytes(2, 'big') + name
        data = data.replace(entry, entry[:-1] + b'_')
    return data


def old_jdk(folder):
    """The classes of the JDK, which FindBugs does not find in a JDK after 8."""
    if not folder.exists():
        home = pathlib.Path(os.path.realpath('/usr/bin/javac')).parent.parent
        for module in sorted(home.glob('jmods/java.*.jmod')):
            subprocess.run(['jmod', 'extract', '--dir', str(folder / module.stem), str(module)],
                           check=True)
        for path in folder.glob('*/classes/**/*.class'):
            path.write_bytes(as_java_9(path.read_bytes()))
    return ':'.join(str(path) for path in sorted(folder.glob('*/classes')))


def findbugs(path, folder, names):
    """The findings of FindBugs about threads, counted; RESULTS/JAR.findbugs.json."""
    jdk = old_jdk(folder / 'jdk')
    for jar in libraries(path, names):
        base = folder / (jar + '.findbugs')
        figures = measured(['findbugs', '-textui', '-low', '-bugCategories', 'MT_CORRECTNESS',
                            '-auxclasspath', jdk,
                            '-xml', '-output', f'{base}.xml', str(JARS / jar)],
                           f'{base}.out', f'{base}.err')
        try:
            figures['bugs'] = len(tree.parse(f'{base}.xml').getroot().findall('BugInstance'))
        except (OSError, tree.ParseError):
            figures['bugs'] = None
        base.with_name(jar + '.findbugs.json').write_text(json.dumps(figures), encoding='utf-8')
        print(jar, figures['bugs'], figures['seconds'], 's', flush=True)


def causes_of(folder, jar):
    """The causes that text shows, one line each."""
    text = (folder / (jar + '.txt')).read_text(encoding='utf-8')
    return re.findall(r'^ ?\d+\. (.*)$', text, re.MULTILINE)


def first_of(folder, jar):
    """Those of them that are to be looked at first: not those that are less likely to matter."""
    text = (folder / (jar + '.txt')).read_text(encoding='utf-8')
    if 'none of which is likely to matter' in text:
        return []
    shown = text.split('Then, less likely to matter')[0]
    return [line for line in causes_of(folder, jar) if line in shown]


def figures_of(folder, jar):
    """Of the text: models, and queries by verdict; causes, and those that are minor."""
    text = (folder / (jar + '.txt')).read_text(encoding='utf-8')

    def number(pattern):
        found = re.search(pattern, text)
        return int(found.group(1)) if found else 0
    return {'models': number(r'(\d+) (?:models?|class(?:es)?|classes and circles of locks):'), 'violations': number(r'(\d+) violations?, '),
            'unknown': number(r'(\d+) unknown'), 'safe': number(r', (\d+) safe'),
            'gaps': number(r'(\d+) no violation found'),
            'causes': number(r'(?m)^(\d+) causes') or len(causes_of(folder, jar)),
            'deadlocks': number(r'(\d+) deadlocks? if')
            + sum(' deadlock' in ' ' + line[:line.find(' wait for each')] for line in
                  causes_of(folder, jar) if ' wait for each' in line),
            'minor': number(r'(\d+) minor')}


def table(folder):
    """Markdown, a row for each jar."""
    print('| jar | classes | checked | queries | violations | causes | deadlocks | minor | unknown | '
          'with gaps | CPU s | MB | FindBugs |')
    print('|---|' + '---:|' * 12)
    for path in sorted(folder.glob('*.jar.json')):
        jar = path.name[:-len('.json')]
        own = json.loads(path.read_text(encoding='utf-8'))
        its = figures_of(folder, jar)
        other = folder / (jar + '.findbugs.json')
        bugs = '-'
        if other.exists():
            found = json.loads(other.read_text(encoding='utf-8'))
            bugs = f"{found['bugs']} in {found['seconds']:.0f} s"
        ended = '' if own['status'] in (0, 5, 10) else f" (status {own['status']})"
        queries = its['violations'] + its['unknown'] + its['safe'] + its['gaps']
        print(f"| {jar}{ended} | {len(own['listing'])} | {its['models']} | {queries} | "
              f"{its['violations']} | {its['causes']} | {its['deadlocks']} | {its['minor']} | "
              f"{its['unknown']} | {its['gaps']} | {own['seconds']:.1f} | {own['mb']} | {bugs} |")


def draw(folder, count, seed):
    """COUNT of the causes that are to be looked at first, at random."""
    shown = [(jar, line) for path in sorted(folder.glob('*.jar.json'))
             for jar in [path.name[:-len('.json')]] for line in first_of(folder, jar)]
    dice = random.Random(seed)
    for number, (jar, line) in enumerate(sorted(dice.sample(shown, min(count, len(shown)))), 1):
        print(f'{number}. {jar}: {line}')


def main(words):
    """See above."""
    if len(words) >= 4 and words[0] == 'run':
        run(words[1], words[2], pathlib.Path(words[3]), words[4:])
    elif len(words) >= 3 and words[0] == 'findbugs':
        findbugs(words[1], pathlib.Path(words[2]), words[3:])
    elif len(words) == 2 and words[0] == 'table':
        table(pathlib.Path(words[1]))
    elif len(words) == 4 and words[0] == 'draw':
        draw(pathlib.Path(words[1]), int(words[2]), int(words[3]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
