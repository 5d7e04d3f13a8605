EXTRA_DIST += doc/README.md doc/automata.md doc/building.md doc/eml.md \
  doc/explicit.md doc/json.md doc/library.md doc/performance.md doc/bdd-growth.svg \
  doc/references.bib doc/theory.md doc/examples/violations.c \
  doc/many-machines.md doc/results.md
