# Recipes for CI systems and containers.
CI_TESTS = tests/ci/recipes.sh tests/ci/container.sh
TESTS += $(CI_TESTS)
EXTRA_DIST += tests/ci/README.md tests/ci/image.sh tests/ci/recipe.py tests/ci/report.py $(CI_TESTS)

# The image itself, where podman or Docker runs; loads Debian from the network.
.PHONY: check-container
check-container:
	$(AM_TESTS_ENVIRONMENT) bash $(srcdir)/tests/ci/image.sh
