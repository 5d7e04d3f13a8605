# Recipes for CI systems and containers (doc/ci.md).
EXTRA_DIST += .dockerignore ci/Containerfile ci/README.md ci/codequality.py \
  ci/github-workflow.yml ci/gitlab-ci.yml
