EXTRA_DIST += doc/automata.md
