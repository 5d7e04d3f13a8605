# Completions: the scripts are compiled in, and the program fills in its options.
phaselock_SOURCES += src/cmd_completions.c src/completions/scripts.h
nodist_phaselock_SOURCES += src/completions/scripts.c
COMPLETION_TEXTS = src/completions/bash.sh src/completions/zsh.zsh
src/completions/scripts.c: $(COMPLETION_TEXTS) scripts/embed.awk
	$(AM_V_GEN)$(MKDIR_P) src/completions && cd $(srcdir) \
	  && LC_ALL=C $(AWK) -v table=completion_script -v header=completions/scripts.h \
	       -f scripts/embed.awk $(COMPLETION_TEXTS) >$(abs_builddir)/$@.new
	@mv $@.new $@
EXTRA_DIST += src/completions/README.md $(COMPLETION_TEXTS)
CLEANFILES += src/completions/scripts.c

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
