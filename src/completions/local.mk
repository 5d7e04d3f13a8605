phaselock_SOURCES += \
  src/cmd_completions.c \
  src/completions/bash.c \
  src/completions/table.c src/completions/table.h \
  src/completions/zsh.c
EXTRA_DIST += src/completions/README.md

# Written by the program itself, for where the shells look.
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
nodist_bashcompletion_DATA = completions/phaselock
nodist_zshcompletion_DATA = completions/_phaselock
CLEANFILES += $(nodist_bashcompletion_DATA) $(nodist_zshcompletion_DATA)
completions/phaselock: phaselock$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) completions && ./phaselock$(EXEEXT) completions bash >$@.new && mv $@.new $@
completions/_phaselock: phaselock$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) completions && ./phaselock$(EXEEXT) completions zsh >$@.new && mv $@.new $@
