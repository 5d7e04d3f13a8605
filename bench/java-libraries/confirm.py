#!/usr/bin/env python3
"""confirm.py -- the first causes of Debian's Java libraries, driven on a JVM.

    confirm.py run PHASELOCK LIST RESULTS [NAME...]   drive the first twenty causes of each jar
    confirm.py table RESULTS                          the table of doc/java-libraries.md
    confirm.py harmful RESULTS                        what did harm, to be read

RESULTS is a folder; RESULTS/JAR.causes.json has what is to be driven, RESULTS/JAR.confirm.json
a grade for each cause so far: a run that is stopped goes on when it is started again.  The
causes are those of the highest ranks, of each the most dangerous violation.  Each is driven by
a process of its own, for SECONDS_EACH (default 15) at most.  The libraries are executed, as
the user who calls this, in working folders that are removed.
"""
import collections
import json
import os
import pathlib
import subprocess
import sys

import evaluate

FIRST = 20
SECONDS = os.environ.get('SECONDS_EACH') or '15'

# Why a finding was not executed: what the reason says, and a column of the table.
REASONS = [('class initialisers', 'initialisers'), ('there is no method', 'inner objects'),
           ('belongs to an object', 'inner objects'), ('is made by the class itself', 'inner objects'),
           ('no object of', 'no object'),
           ('NoClassDefFound', 'classes missing'), ('ClassNotFound', 'classes missing'),
           ('no method', 'classes missing'), ('no class', 'classes missing'),
           ('threads of its own', 'own threads'), ('which the harness does not', 'own threads'),
           ('wait for ever', 'has to wait'), ('had to wait', 'has to wait'),
           ('waited to be', 'has to wait'), ('got the lock', 'has to wait'),
           ('one call of the Java library', 'in the library'),
           ('another way', 'other way'), ('something else', 'other way'),
           ('did not access', 'other way'), ('another object', 'other way'),
           ('sees no deadlock', 'other way'), ('time', 'time')]
COLUMNS = ['initialisers', 'inner objects', 'no object', 'classes missing', 'own threads', 'has to wait',
           'in the library', 'other way', 'time', 'else']


# The jars that a library needs to run, besides its own.
NEEDS = {
    'activemq-broker.jar': ['activemq-client.jar', 'slf4j-api.jar', 'geronimo-jms_1.1_spec.jar',
                            'geronimo-j2ee-management-1.1-spec.jar', 'activemq-openwire-legacy.jar',
                            'hawtbuf.jar'],
    'c3p0.jar': ['mchange-commons-java.jar'],
    'commons-dbcp.jar': ['commons-pool.jar', 'geronimo-jta-1.2-spec.jar'],
    'commons-dbcp2.jar': ['commons-pool2.jar', 'commons-logging.jar', 'geronimo-jta-1.2-spec.jar'],
    'ehcache-core.jar': ['slf4j-api.jar'],
    'guava.jar': ['failureaccess.jar'],
    'h2.jar': ['servlet-api.jar', 'slf4j-api.jar', 'jts.jar'],
    'hsqldb.jar': ['servlet-api.jar'],
    'jetty9-util.jar': ['servlet-api.jar', 'slf4j-api.jar'],
    'jfreechart.jar': ['jcommon.jar', 'servlet-api.jar'],
    'jgroups.jar': ['commons-logging.jar', 'log4j-1.2.jar'],
    'log4j-core.jar': ['log4j-api.jar'],
    'logback-core.jar': ['servlet-api.jar', 'janino.jar'],
    'mina2-core.jar': ['slf4j-api.jar'],
    'netty-common.jar': ['slf4j-api.jar'],
    'proxool.jar': ['commons-logging.jar', 'servlet-api.jar', 'avalon-framework.jar'],
    'quartz.jar': ['slf4j-api.jar', 'c3p0.jar', 'commons-logging.jar'],
    'tomcat9-catalina.jar': ['tomcat9-juli.jar', 'tomcat9-coyote.jar', 'tomcat9-util.jar',
                             'tomcat9-util-scan.jar', 'tomcat9-servlet-api.jar', 'tomcat9-api.jar',
                             'tomcat9-jni.jar', 'tomcat9-jaspic-api.jar',
                             'tomcat9-annotations-api.jar', 'tomcat9-el-api.jar'],
    'xercesImpl.jar': ['xml-apis.jar', 'xml-resolver.jar'],
    'zookeeper.jar': ['slf4j-api.jar', 'log4j-1.2.jar', 'zookeeper-jute.jar', 'netty-all.jar'],
}


def first_causes(program, jar):
    """The most dangerous violation of each of the first causes."""
    causes = {}
    with subprocess.Popen([program, 'check', '--format', 'jsonl', jar], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        for line in child.stdout:
            if '"verdict":"violation"' not in line:
                continue
            record = json.loads(line)
            key = record['model'], record['cause']
            if key not in causes or record['rank']['number'] > causes[key]['rank']['number']:
                causes[key] = record
    first = sorted(causes.values(), key=lambda r: -r['rank']['number'])[:FIRST]
    return [{name: r[name] for name in ('model', 'cause', 'question', 'fields', 'pattern')
             if name in r} for r in first]


def drive(program, jar, record):
    """The grade of the violation that RECORD is about."""
    about = {name: value for name, value in record.items() if name != 'pattern'}
    command = [program, 'confirm', '--format', 'jsonl', '--confirm-time', SECONDS,
               '--class', record['model'], '-p', str(record.get('pattern', record['question']))]
    if record.get('fields'):
        command += ['-f', ','.join(record['fields'])]
    for other in NEEDS.get(pathlib.Path(jar).name, []):
        if (evaluate.JARS / other).exists():
            command += ['--classpath', str(evaluate.JARS / other)]
    done = subprocess.run(command + [jar], capture_output=True, text=True, check=False)
    # Of two fields both orders are asked.
    for line in done.stdout.splitlines():
        other = json.loads(line)
        if 'confirmed' in other and other.get('fields') == record.get('fields'):
            return about | other['confirmed']
    return about | {'grade': 'not executed', 'reason': 'status %d: %s' % (
        done.returncode, done.stderr.strip()[-200:])}


def kept(path, make):
    """What the file PATH has, or what MAKE makes for it."""
    if not path.exists():
        path.write_text(json.dumps(make(), indent=1), encoding='utf-8')
    return json.loads(path.read_text(encoding='utf-8'))


def run(program, path, folder, names):
    """RESULTS/JAR.confirm.json of each jar, as far as it is not there."""
    for jar in evaluate.libraries(path, names):
        whole, result = str(evaluate.JARS / jar), folder / (jar + '.confirm.json')
        causes = kept(folder / (jar + '.causes.json'), lambda: first_causes(program, whole))
        grades = kept(result, list)
        for record in causes[len(grades):]:
            grades.append(drive(program, whole, record))
            result.write_text(json.dumps(grades, indent=1), encoding='utf-8')
        print(jar, dict(collections.Counter(g['grade'] for g in grades)), flush=True)


def column(reason):
    """The column of a REASON."""
    return next((where for words, where in REASONS if words in reason), 'else')


def table(folder):
    """Markdown, a row for each jar."""
    print('| jar | causes | harmful | executed | not executed: ' + ' | '.join(COLUMNS)
          + ' | s (median, most) |')
    print('|---|' + '---:|' * (4 + len(COLUMNS)))
    total = collections.Counter()
    for path in sorted(folder.glob('*.confirm.json')):
        grades = json.loads(path.read_text(encoding='utf-8'))
        counts = collections.Counter(g['grade'] if g['grade'] != 'not executed'
                                     else column(g['reason']) for g in grades)
        times = sorted(g['ms'] / 1000 for g in grades if g['grade'] in ('harmful', 'executed'))
        cost = f'{times[len(times) // 2]:.1f}, {times[-1]:.1f}' if times else '-'
        counts['causes'] = len(grades)
        total += counts
        row(path.name[:-len('.confirm.json')], counts, cost)
    row('all', total, '')


def row(name, counts, cost):
    """One line of the table."""
    cells = [str(counts[c]) for c in ['causes', 'harmful', 'executed'] + COLUMNS]
    print(f"| {name} | {' | '.join(cells)} | {cost} |")


def harmful(folder):
    """What did harm, and how."""
    for path in sorted(folder.glob('*.confirm.json')):
        for g in json.loads(path.read_text(encoding='utf-8')):
            if g['grade'] == 'harmful':
                print(f"{path.name[:-len('.confirm.json')]}: {g['model']}: {g['cause']}\n"
                      f"  {g['observed']}\n  {g['arguments']}")


def main(words):
    """See above."""
    if len(words) >= 4 and words[0] == 'run':
        run(words[1], words[2], pathlib.Path(words[3]), words[4:])
    elif len(words) == 2 and words[0] in ('table', 'harmful'):
        (table if words[0] == 'table' else harmful)(pathlib.Path(words[1]))
    else:
        sys.exit(__doc__)


main(sys.argv[1:])
