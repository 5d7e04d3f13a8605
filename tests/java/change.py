"""change.py -- changes Java sources so that verdicts do not change, or change as foretold.

    change.py reorder OUT FILE...        methods in the opposite order
    change.py rename OUT FILE...         classes and fields get other names, also where fields are looked up
                                         by name; OUT/names says which
    change.py synchronized OUT FILE...   public methods are synchronized (constructors cannot be)

The sources have the layout of tests/java: members are indented by two spaces and have an
empty line between them.
"""
import os
import re
import sys

LOOK_UP = r'(\b(?:newUpdater|getField|getDeclaredField|find(?:Static)?VarHandle|objectFieldOffset)\([^")\n]*")(\w+)(?=")'


def members(text):
    """The lines of a file, in pieces: [(is_method, lines)]; what is no method of a top-level
    class is a piece that stays where it is."""
    pieces, piece, inside = [], [], False
    for line in text.split("\n"):
        if inside and line == "  }":
            piece.append(line)
            pieces.append((True, piece))
            piece, inside = [], False
        elif not inside and re.match(r"  (@\w+ )?[\w<].*\(.*\{$", line) and "=" not in line.split("(")[0]:
            pieces.append((False, piece))
            piece, inside = [line], True
        else:
            piece.append(line)
            if re.match(r"^\S", line) and not inside:
                pieces.append((False, piece))
                piece = []
    return pieces + [(False, piece)]


def reorder(text):
    """The methods of each class, last first."""
    out, methods = members(text), []
    result = list(out)

    def turn():
        for place, piece in zip(methods, reversed([out[i] for i in methods])):
            result[place] = piece
        methods.clear()
    for i, (is_method, lines) in enumerate(out):
        if is_method:
            methods.append(i)
        elif any(re.match(r"^\}", line) for line in lines):
            turn()
    return "\n".join("\n".join(lines) for _, lines in result if lines)


def declared(text):
    """Classes and fields that can be renamed: no method has their name."""
    classes = re.findall(r"^(?:(?:final|abstract|sealed) )*(?:class|interface|enum|record) (\w+)", text, re.M)
    fields = re.findall(r"^  (?:private|protected) (?:(?:static|final|volatile) )*[\w<>,.\[\] ]+ (\w+)(?: =.*)?;$",
                        text, re.M)
    methods = set(re.findall(r"(\w+)\(|::(\w+)", text))
    taken = {m for pair in methods for m in pair}
    return classes, [f for f in dict.fromkeys(fields) if f not in taken]


def main():
    what, out, *files = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    names = {}
    if what == "rename":
        classes, fields = declared("\n".join(open(path, encoding="utf-8").read() for path in files))
        names = {**{f: f + "Zz" for f in fields}, **{c: "Re" + c + "Named" for c in classes}}
    for path in files:
        text = open(path, encoding="utf-8").read()
        name = os.path.basename(path)
        if what == "reorder":
            text = reorder(text)
        elif what == "synchronized":
            text = re.sub(r"^(  (?:@\w+ )?public )(?!synchronized|static|abstract|class|\w+\()((?:final )?[^=;\n]*\([^=;\n]*\{)$",
                          r"\1synchronized \2", text, flags=re.M)
        elif what == "rename":
            # Not in strings, and not what follows the dot of another class of the library.
            text = re.sub(r'"[^"\n]*"|[A-Za-z_]\w*',
                          lambda m: names.get(m.group(), m.group()), text)
            # But in those by which fields are looked up.
            text = re.sub(LOOK_UP, lambda m: m.group(1) + names.get(m.group(2), m.group(2)), text)
        else:
            sys.exit("what is '%s'?" % what)
        with open(os.path.join(out, name), "w", encoding="utf-8") as file:
            file.write(text)
    if what == "rename":
        with open(os.path.join(out, "names"), "w", encoding="utf-8") as file:
            file.writelines("%s %s\n" % pair for pair in sorted(names.items()))


main()
