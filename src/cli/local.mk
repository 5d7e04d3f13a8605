# The program: the commands, on top of all rooms.
bin_PROGRAMS += phaselock
phaselock_SOURCES = \
  src/cli/certificate_output.c src/cli/certificate_output.h \
  src/cli/check.h \
  src/cli/check_text.c \
  src/cli/cmd_batch.c \
  src/cli/cmd_certify.c \
  src/cli/cmd_check.c \
  src/cli/cmd_completions.c \
  src/cli/cmd_diff.c \
  src/cli/cmd_dump.c \
  src/cli/cmd_explain.c \
  src/cli/cmd_fmt.c \
  src/cli/cmd_lint.c \
  src/cli/cmd_merge.c \
  src/cli/cmd_patterns.c \
  src/cli/cmd_replay.c \
  src/cli/cmd_report.c \
  src/cli/command.c src/cli/command.h \
  src/cli/main.c \
  src/cli/query_arguments.c src/cli/query_arguments.h \
  src/cli/reading.c src/cli/reading.h
phaselock_LDADD = $(house_cli) -lm
EXTRA_DIST += src/cli/README.md

# Completions.
phaselock_SOURCES += \
  src/cli/completions/bash.c \
  src/cli/completions/table.c src/cli/completions/table.h \
  src/cli/completions/zsh.c
EXTRA_DIST += src/cli/completions/README.md

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
