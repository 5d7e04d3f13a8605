EXTRA_DIST += models/README.md
