# Findings on a real JVM: the protocol of its debugger, the harness, and the driver.
noinst_LTLIBRARIES += libjvm.la
libjvm_la_SOURCES = \
  jvm/child.c jvm/child.h \
  jvm/confirm.c jvm/confirm.h \
  jvm/debuggee.c jvm/debuggee.h \
  jvm/drive.c jvm/drive.h jvm/driver.h \
  jvm/folder.c jvm/folder.h \
  jvm/java_text.h \
  jvm/jdk.c jvm/jdk.h \
  jvm/jdwp.c jvm/jdwp.def jvm/jdwp.h \
  jvm/jvm.c jvm/jvm.h \
  jvm/lead.c \
  jvm/patience.c jvm/patience.h \
  jvm/program_itinerary.c jvm/program_itinerary.h \
  jvm/scenarios.c jvm/scenarios.h \
  jvm/stops.c \
  jvm/reproducer.c jvm/reproducer.h \
  jvm/stand_in.c \
  jvm/itinerary.c jvm/itinerary.h \
  jvm/wire.c jvm/wire.h
nodist_libjvm_la_SOURCES = jvm/java_text.c
EXTRA_DIST += jvm/README.md $(JVM_TEXTS)
CLEANFILES += jvm/java_text.c

# The harness, and the pattern of a reproducer, are compiled into the program as texts.
JVM_TEXTS = jvm/Answers.java jvm/Harness.java jvm/ProgramReproducer.java jvm/Reproducer.java
jvm/java_text.c: $(JVM_TEXTS) scripts/embed.awk
	$(AM_V_GEN)$(MKDIR_P) jvm && cd $(srcdir) && LC_ALL=C $(AWK) -v table=java_text -v header=jvm/java_text.h \
	  -f scripts/embed.awk $(JVM_TEXTS) >$(abs_builddir)/$@.new
	@mv $@.new $@
