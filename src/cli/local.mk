# The program: the commands, on top of all rooms.
bin_PROGRAMS += phaselock
phaselock_SOURCES = \
  src/cli/certificate_file.c src/cli/certificate_file.h \
  src/cli/certificate_output.c src/cli/certificate_output.h \
  src/cli/check.h \
  src/cli/check_matrix.c \
  src/cli/check_text.c \
  src/cli/race_lines.c src/cli/race_lines.h \
  src/cli/checking.c src/cli/checking.h \
  src/cli/cmd_batch.c \
  src/cli/cmd_certify.c \
  src/cli/cmd_check.c \
  src/cli/cmd_completions.c \
  src/cli/cmd_confirm.c \
  src/cli/cmd_diff.c \
  src/cli/cmd_dump.c \
  src/cli/cmd_explain.c \
  src/cli/cmd_fmt.c \
  src/cli/cmd_java.c \
  src/cli/cmd_llvm.c \
  src/cli/cmd_lint.c \
  src/cli/cmd_lsp.c \
  src/cli/cmd_merge.c \
  src/cli/cmd_patterns.c \
  src/cli/cmd_record.c \
  src/cli/cmd_replay.c \
  src/cli/cmd_report.c \
  src/cli/cmd_trace.c \
  src/cli/command.c src/cli/command.h \
  src/cli/command_line.c src/cli/command_line.h \
  src/cli/confirming.c src/cli/confirming.h \
  src/cli/empty_reason.c src/cli/empty_reason.h \
  src/cli/lsp_findings.c src/cli/lsp_findings.h \
  src/cli/lsp_job.c src/cli/lsp_job.h \
  src/cli/lsp_wire.c src/cli/lsp_wire.h \
  src/cli/input_arguments.c src/cli/input_arguments.h \
  src/cli/main.c \
  src/cli/model_table.c src/cli/model_table.h src/cli/watch_changes.c src/cli/watch_changes.h \
  src/cli/kept_verdicts.c src/cli/kept_verdicts.h \
  src/cli/predicting.c src/cli/predicting.h \
  src/cli/property.c src/cli/property.h \
  src/cli/provenance_text.c src/cli/provenance_text.h \
  src/cli/query_arguments.c src/cli/query_arguments.h \
  src/cli/word_set.c src/cli/word_set.h \
  src/cli/reading.c src/cli/reading.h \
  src/cli/trace_finding.c src/cli/trace_finding.h \
  src/cli/tracing.c src/cli/tracing.h \
  src/cli/version.c src/cli/version.h
phaselock_LDADD = $(house_cli) -lm
phaselock_LDFLAGS = $(AM_LDFLAGS) $(PIE_LDFLAGS)
EXTRA_DIST += src/cli/README.md

# Completions: the scripts are compiled in, and the program fills in its options.
phaselock_SOURCES += src/cli/completions/scripts.h
nodist_phaselock_SOURCES = src/cli/completions/scripts.c
COMPLETION_TEXTS = src/cli/completions/bash.sh src/cli/completions/zsh.zsh \
  src/cli/completions/fish.fish
src/cli/completions/scripts.c: $(COMPLETION_TEXTS) scripts/embed.awk
	$(AM_V_GEN)$(MKDIR_P) src/cli/completions && cd $(srcdir) \
	  && LC_ALL=C $(AWK) -v table=completion_script -v header=cli/completions/scripts.h \
	       -f scripts/embed.awk $(COMPLETION_TEXTS) >$(abs_builddir)/$@.new
	@mv $@.new $@
EXTRA_DIST += src/cli/completions/README.md $(COMPLETION_TEXTS)
CLEANFILES += src/cli/completions/scripts.c

# Written by the program itself, for where the shells look.
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
fishcompletiondir = $(datadir)/fish/vendor_completions.d
nodist_bashcompletion_DATA = completions/phaselock
nodist_zshcompletion_DATA = completions/_phaselock
nodist_fishcompletion_DATA = completions/phaselock.fish
CLEANFILES += $(nodist_bashcompletion_DATA) $(nodist_zshcompletion_DATA) \
  $(nodist_fishcompletion_DATA)
completions/phaselock: phaselock$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) completions && ./phaselock$(EXEEXT) completions bash >$@.new && mv $@.new $@
completions/_phaselock: phaselock$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) completions && ./phaselock$(EXEEXT) completions zsh >$@.new && mv $@.new $@
completions/phaselock.fish: phaselock$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) completions && ./phaselock$(EXEEXT) completions fish >$@.new && mv $@.new $@
