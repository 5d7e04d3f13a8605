# Findings on a real JVM: the protocol of its debugger, the harness, and the driver.
noinst_LTLIBRARIES += libjvm.la
libjvm_la_SOURCES = \
  jvm/child.c jvm/child.h \
  jvm/confirm.c jvm/confirm.h \
  jvm/debuggee.c jvm/debuggee.h \
  jvm/drive.c jvm/drive.h jvm/driver.h \
  jvm/folder.c jvm/folder.h \
  jvm/jdk.c jvm/jdk.h \
  jvm/jdwp.c jvm/jdwp.def jvm/jdwp.h \
  jvm/jvm.c jvm/jvm.h \
  jvm/patience.c jvm/patience.h \
  jvm/stops.c \
  jvm/stand_in.c \
  jvm/itinerary.c jvm/itinerary.h \
  jvm/wire.c jvm/wire.h
nodist_libjvm_la_SOURCES = jvm/harness_source.c
EXTRA_DIST += jvm/README.md jvm/Harness.java
CLEANFILES += jvm/harness_source.c

# The harness is compiled into the program as a text.
jvm/harness_source.c: jvm/Harness.java scripts/embed.awk
	$(AM_V_GEN)$(MKDIR_P) jvm && LC_ALL=C $(AWK) -v table=harness_source -v header=jvm/jdk.h \
	  -f $(srcdir)/scripts/embed.awk $(srcdir)/jvm/Harness.java >$@.new
	@mv $@.new $@
