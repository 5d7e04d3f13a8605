"""textmate.py -- as much of TextMate's way to tokenise as our grammars use.

A grammar is a list of rules: `match`, or `begin` and `end` with rules in between,
or `include` of a rule of the repository.  In each line the rule that matches
first wins, of several at one place the first in the list; the end of a rule that
is open goes before its rules.  `begin` and `end` stay open over lines.  Lines end
with their newline, as VS Code passes them.
"""
import json
import re

KNOWN = {'name', 'match', 'begin', 'end', 'beginCaptures', 'patterns', 'include'}


class Rule:
    def __init__(self, json_rule):
        unknown = set(json_rule) - KNOWN
        if unknown:
            raise ValueError(f'members that this tokeniser does not know: {unknown}')
        self.name = json_rule.get('name')
        for member in ('match', 'begin', 'end'):
            text = json_rule.get(member)
            setattr(self, member, None if text is None else compiled(text))
        self.captures = {int(number): capture['name'] for number, capture
                         in json_rule.get('beginCaptures', {}).items()}
        self.patterns = json_rule.get('patterns', [])


def compiled(text):
    """A regular expression; only what Python and Oniguruma read alike."""
    if re.search(r'\(\?[^:=!]|\\[pPhHkgGAzZbB]|\[\[|&&|[*+?}]\+', text):
        raise ValueError(f'not plain enough: {text}')
    return re.compile(text)


class Grammar:
    def __init__(self, path):
        with open(path, encoding='utf-8') as file:
            self.json = json.load(file)
        self.rules = {}

    def flat(self, patterns):
        """The rules of a list, its includes replaced."""
        for pattern in patterns:
            if 'include' in pattern:
                pattern = self.json['repository'][pattern['include'].lstrip('#')]
                if 'match' not in pattern and 'begin' not in pattern:
                    yield from self.flat(pattern['patterns'])
                    continue
            if id(pattern) not in self.rules:
                self.rules[id(pattern)] = Rule(pattern)
            yield self.rules[id(pattern)]

    def scopes(self, text):
        """For each character the names of the rules around it, outermost first."""
        result, stack = [], []
        for line in text.splitlines(keepends=True):
            result += self.line(line, stack)
        return result

    def line(self, line, stack):
        scopes = [()] * len(line)
        at = 0

        def paint(start, end, *names):
            around = tuple(rule.name for rule in stack if rule.name)
            scopes[start:end] = [around + tuple(n for n in names if n)] * (end - start)

        while True:
            patterns = stack[-1].patterns if stack else self.json['patterns']
            best, best_rule = None, None
            if stack:
                best, best_rule = stack[-1].end.search(line, at), 'end'
            for rule in self.flat(patterns):
                match = (rule.match or rule.begin).search(line, at)
                if match and (best is None or match.start() < best.start()):
                    best, best_rule = match, rule
            if best is None:
                paint(at, len(line))
                return scopes
            paint(at, best.start())
            if best_rule == 'end':
                paint(best.start(), best.end())
                stack.pop()
            elif best_rule.match:
                if best.end() == best.start():
                    raise ValueError(f'an empty match of {best_rule.match.pattern}')
                paint(best.start(), best.end(), best_rule.name)
            else:
                paint(best.start(), best.end(), best_rule.name)
                for number, name in best_rule.captures.items():
                    if best.group(number) is not None:
                        paint(*best.span(number), best_rule.name, name)
                stack.append(best_rule)
            at = best.end()
