# The recorder: loaded into other programs, so it is built without sanitizers and without
# anything of the house.  In its folder it also has the name of ThreadSanitizer's runtime.
pkglib_LTLIBRARIES = trace/record/libphaselock-record.la
trace_record_libphaselock_record_la_SOURCES = \
  trace/record/access.c \
  trace/record/atomics.c \
  trace/record/lead.c trace/record/lead.h \
  trace/record/locks.c \
  trace/record/meetings.c \
  trace/record/memory.c \
  trace/record/runtime.c trace/record/runtime.h \
  trace/record/threads.c \
  trace/record/versions.c
trace_record_libphaselock_record_la_CFLAGS = -std=gnu11 -fvisibility=hidden -fno-builtin \
  $(WARN_CFLAGS)
trace_record_libphaselock_record_la_LDFLAGS = -module -avoid-version -shared -no-undefined \
  -Wl,-z,nodelete
recordincludedir = $(includedir)/phaselock
recordinclude_HEADERS = trace/record/phaselock/unit.h
EXTRA_DIST += trace/record/README.md

RUNTIME_NAMES = libtsan.so.0 libtsan.so.2
noinst_DATA = trace/record/.libs/libtsan.so.2
trace/record/.libs/libtsan.so.2: trace/record/libphaselock-record.la
	$(AM_V_GEN)cd trace/record/.libs && for name in $(RUNTIME_NAMES); do \
	  ln -sf libphaselock-record.so $$name || exit 1; done
CLEANFILES += trace/record/.libs/libtsan.so.0 trace/record/.libs/libtsan.so.2
install-exec-hook:
	cd '$(DESTDIR)$(pkglibdir)' && rm -f libphaselock-record.la && for name in $(RUNTIME_NAMES); do \
	  ln -sf libphaselock-record.so $$name || exit 1; done
uninstall-hook:
	cd '$(DESTDIR)$(pkglibdir)' && rm -f libphaselock-record.so $(RUNTIME_NAMES)
