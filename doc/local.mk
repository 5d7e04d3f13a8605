EXTRA_DIST += doc/README.md doc/automata.md doc/building.md doc/eml.md \
  doc/explicit.md doc/json.md doc/performance.md doc/bdd-growth.svg \
  doc/report.md doc/report.png doc/references.bib doc/theory.md
