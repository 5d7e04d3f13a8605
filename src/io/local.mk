noinst_LTLIBRARIES += libio.la
libio_la_SOURCES = \
  src/io/destination.c src/io/destination.h \
  src/io/file_watch.c src/io/file_watch.h \
  src/io/interrupt.c src/io/interrupt.h \
  src/io/json.c src/io/json.h \
  src/io/outfile.c src/io/outfile.h \
  src/io/progress.c src/io/progress.h \
  src/io/status.c src/io/status.h \
  src/io/temporary.c src/io/temporary.h \
  src/io/terminal.c src/io/terminal.h \
  src/io/wrap.c src/io/wrap.h
EXTRA_DIST += src/io/README.md
