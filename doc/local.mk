EXTRA_DIST += doc/automata.md doc/explicit.md
