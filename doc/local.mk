EXTRA_DIST += \
  doc/README.md \
  doc/adding-an-engine.md \
  doc/antichain-growth.svg \
  doc/automata.md doc/batch.md \
  doc/bdd-growth.svg \
  doc/bmc-growth.svg \
  doc/building.md \
  doc/bmc.md \
  doc/cpds.md \
  doc/certificates.md \
  doc/ci.md \
  doc/editors.md \
  doc/two-hundred.md \
  doc/data.md doc/eml.md \
  doc/engine-weighted.md \
  doc/engine-explicit.md \
  doc/engine-stateless.md \
  doc/examples/violations.c \
  doc/c.md doc/c-experiments.md doc/c-growth.svg doc/confirm.md \
  doc/explain.md \
  doc/faq.md \
  doc/house.md \
  doc/java.md doc/java-libraries.md doc/java-values.md doc/java-classics.md \
  doc/json.md \
  doc/library.md \
  doc/patterns.md doc/patterns \
  doc/performance.md \
  doc/references.bib \
  doc/dynamic.md doc/dynamic-growth.svg doc/dynamic-scatter.svg \
  doc/ic3.md \
  doc/reductions.md \
  doc/report.md \
  doc/report.png \
  doc/reproduction-cactus.svg \
  doc/reproduction-scatter.svg \
  doc/reproduction.md \
  doc/results.md \
  doc/trace.md \
  doc/theory.md \
  doc/theory-example.md \
  doc/theory-life-cycles.md doc/theory-meetings.md doc/theory-stuck.md \
  doc/theory-reductions.md \
  doc/tutorial.md \
  doc/witness.md doc/words.md
dist_man_MANS = doc/phaselock.1 doc/phaselock-gen.1
