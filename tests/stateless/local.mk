TESTS += tests/stateless/executions.sh
EXTRA_DIST += tests/stateless/README.md tests/stateless/executions.sh \
  tests/stateless/changing.eml tests/stateless/counter.eml \
  tests/stateless/handover.eml tests/stateless/initialisation.eml
