"""lexer.py -- the tokens of EML and of phase automata, read off their scanners.

What the syntax files are compared with.  The keywords and the single characters
are taken out of eml/scan.l and phaseauto/pa_scan.l, so that the files for the
editors have to follow the scanners; the rules for names, quotes, numbers and
comments are checked to be the ones that are written here once more.
"""
import re

# As the scanners define them; `rules` refuses a scanner that says otherwise.
SCANNER_LINES = [
    r'name     [A-Za-z_$][A-Za-z0-9_$.]*',
    r'quoted   \"([^"\\\n\r]|\\[^\n\r])*',
    r'"//"[^\n]*',
    r'"/*"([^*]|\*+[^*/])*\*+"/"',
    r'{quoted}\"',
    r'{quoted}\\?',
    r'[0-9]+',
]


class Lexer:
    """The classes of the characters of a text, by the rules of a scanner."""

    def __init__(self, path, positions, hexadecimal):
        with open(path, encoding='utf-8') as file:
            text = file.read()
        for line in SCANNER_LINES + ([hexadecimal] if hexadecimal else []):
            if '\n' + line not in text:
                raise SystemExit(f'{path}: the scanner has no rule {line}')
        self.keywords = re.findall(r'^"([a-z]+)" +return TOKEN_', text, re.M)
        single = re.search(r'^\[(\S+)\] +return \(unsigned char\)', text, re.M).group(1)
        self.operators = single.replace('\\', '')
        self.positions = positions
        self.token = re.compile(
            r'(?P<space>[ \t\n\v\f\r]+)'
            r'|(?P<comment>//[^\n]*|/\*(?:.|\n)*?\*/|/\*(?:.|\n)*)'
            r'|(?P<name>[A-Za-z_$][A-Za-z0-9_$.]*)'
            r'|(?P<quoted>"(?:[^"\\\n\r]|\\[^\n\r])*")'
            r'|(?P<open>"(?:[^"\\\n\r]|\\[^\n\r])*\\?)'
            r'|(?P<number>' + (hexadecimal + '|' if hexadecimal else '') + r'[0-9]+)'
            r'|(?P<operator>[' + re.escape(self.operators) + '])'
            r'|(?P<error>(?:.|\n))')

    def classes(self, text):
        """A list with the class of each character: space, comment, keyword, name,
        quoted, position, escape, number, operator or error."""
        found, at_sign = [], None
        for match in self.token.finditer(text):
            kind, word = match.lastgroup, match.group()
            if kind == 'name' and word in self.keywords:
                kind = 'keyword'
            if kind == 'open':
                kind = 'error'
            marks = [kind] * len(word)
            if kind == 'quoted':
                if at_sign is not None and '\n' not in text[at_sign:match.start()]:
                    marks = ['position'] * len(word)
                    for at in range(at_sign, match.start()):
                        found[at] = 'position' if text[at] == '@' else found[at]
                for escape in re.finditer(r'\\(.)', word):
                    good = escape.group(1) in '"\\'
                    marks[escape.start():escape.end()] = ['escape' if good else 'error'] * 2
            found += marks
            if kind != 'space':
                at_sign = match.start() if self.positions and word == '@' else None
        return found


def eml(source):
    return Lexer(source + '/eml/scan.l', True, '0[xX][0-9a-fA-F]+')


def phaseauto(source):
    return Lexer(source + '/phaseauto/pa_scan.l', False, None)
