# C programs: what is made of them.
LLVM_TESTS = tests/llvm/programs.sh tests/llvm/campaign.sh tests/llvm/options.sh tests/llvm/hostile.sh \
  tests/llvm/competition.sh tests/llvm/confirm.sh tests/llvm/rust.sh
TESTS += $(LLVM_TESTS)
EXTRA_DIST += $(LLVM_TESTS) tests/llvm/README.md tests/llvm/programs tests/llvm/random.py tests/llvm/random.sh tests/llvm/really.c tests/llvm/orders.py \
  tests/llvm/witness_schema.py tests/llvm/tool_info.py \
  tests/llvm/verdicts.py tests/llvm/mutate.py tests/llvm/hostile tests/llvm/rust

# 50,000 programs, each of them also run, and with its order seen twice; SEEDS: the first and the last of 1000, for a part.
SEEDS = 1 1000
.PHONY: campaign-c
campaign-c: phaselock
	PHASELOCK=$(abs_builddir)/phaselock RUNS=2 ORDERS=2 TELL=yes $(top_srcdir)/tests/llvm/random.sh $(SEEDS) 50
