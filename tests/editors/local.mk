# What editors make of models and automata.
EDITORS_TESTS = tests/editors/textmate.sh tests/editors/vim.sh tests/editors/lsp.sh tests/editors/vscode.sh
TESTS += $(EDITORS_TESTS)
EXTRA_DIST += tests/editors/host/host.sh tests/editors/host/index.js tests/editors/host/run.js
EXTRA_DIST += tests/editors/README.md tests/editors/check.py tests/editors/classes.vim \
  tests/editors/lexer.py tests/editors/lsp.py tests/editors/vscode.js tests/editors/textmate.py $(EDITORS_TESTS)

# The extension in VS Code's own extension host; npm fetches VS Code, 400 MB, once.
.PHONY: check-vscode
check-vscode: all
	$(AM_TESTS_ENVIRONMENT) bash $(srcdir)/tests/editors/host/host.sh
