# C programs, through LLVM's bitcode.
noinst_LTLIBRARIES += libllvm.la
libllvm_la_SOURCES = \
  llvm/accesses.c \
  llvm/calls.c llvm/calls.h \
  llvm/c_library.c llvm/c_library.h \
  llvm/compile_commands.c llvm/compile_commands.h \
  llvm/cxx_threads.c llvm/cxx_threads.h \
  llvm/debug_names.c llvm/debug_names.h \
  llvm/externals.c llvm/externals.h \
  llvm/exprs.c \
  llvm/functions.c \
  llvm/inlining.c llvm/inlining.h \
  llvm/llvm.c llvm/llvm.h \
  llvm/memory.c llvm/memory.h \
  llvm/module.c llvm/module.h \
  llvm/positions.c llvm/positions.h \
  llvm/points_to.c llvm/points_to.h \
  llvm/prepare.c llvm/prepare.h \
  llvm/c_program.c llvm/c_program.h \
  llvm/steps.c \
  llvm/sync.c \
  llvm/threads.c \
  llvm/translate.c llvm/translation.h \
  llvm/values.c
libllvm_la_LIBADD = $(JANSSON_LIBS)
libllvm_la_CFLAGS = $(AM_CFLAGS) $(LLVM_CFLAGS)
EXTRA_DIST += llvm/README.md
