# C programs: what is made of them.
LLVM_TESTS = tests/llvm/programs.sh tests/llvm/campaign.sh tests/llvm/options.sh tests/llvm/hostile.sh \
  tests/llvm/competition.sh
TESTS += $(LLVM_TESTS)
EXTRA_DIST += $(LLVM_TESTS) tests/llvm/README.md tests/llvm/programs tests/llvm/random.py tests/llvm/random.sh \
  tests/llvm/witness_schema.py tests/llvm/tool_info.py \
  tests/llvm/verdicts.py tests/llvm/mutate.py tests/llvm/hostile

# 6,000 programs, some ten minutes.
.PHONY: campaign-llvm
campaign-llvm: phaselock
	PHASELOCK=$(abs_builddir)/phaselock $(top_srcdir)/tests/llvm/random.sh 1001 1100 60
