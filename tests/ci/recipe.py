"""recipe.py -- the commands of a CI recipe, each on a line.

    recipe.py github FILE          the `run:` of its steps
    recipe.py gitlab FILE          its before_script and script
    recipe.py value FILE KEY...    the value at this path (needs a YAML parser)

The recipes are written so that lines are enough to read them: each command is on
one line.  Where Python has a YAML parser, it has to find the same commands.
"""
import re
import sys

try:
    import yaml
except ImportError:
    yaml = None


def github(lines):
    return [match.group(1) for line in lines
            if (match := re.match(r' +(?:- )?run: (.*)', line))]


def gitlab(lines):
    commands, inside = [], False
    for line in lines:
        if re.match(r'  \w', line):
            inside = line.strip() in ('before_script:', 'script:')
        elif inside:
            commands.append(re.fullmatch(r'    - (.*)', line).group(1))
    return commands


def parsed(kind, document):
    if kind == 'github':
        return [step['run'] for job in document['jobs'].values()
                for step in job['steps'] if 'run' in step]
    job = document['phaselock']
    return job['before_script'] + job['script']


def check_lines(path, lines):
    for number, line in enumerate(lines, 1):
        indent = len(line) - len(line.lstrip(' '))
        if '\t' in line or indent % 2 or line != line.rstrip():
            sys.exit(f'{path}:{number}: a tab, an odd indentation or blanks at the end')
        if line.strip() and not re.match(r' *(#|- |[\w-]+:)', line):
            sys.exit(f'{path}:{number}: neither a comment, an item nor a key')


def main():
    kind, path = sys.argv[1:3]
    with open(path, encoding='utf-8') as file:
        text = file.read()
    if kind == 'value':
        if yaml is None:
            sys.exit('no YAML parser')
        value = yaml.safe_load(text)
        for key in sys.argv[3:]:
            value = value[int(key) if isinstance(value, list) else key]
        print(value)
        return
    lines = text.split('\n')
    check_lines(path, lines)
    commands = github(lines) if kind == 'github' else gitlab(lines)
    if yaml is not None and parsed(kind, yaml.safe_load(text)) != commands:
        sys.exit(f'{path}: a YAML parser finds other commands: {parsed(kind, yaml.safe_load(text))}')
    print('\n'.join(commands))


main()
