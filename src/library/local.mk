# The library: one public header, and no other name can be seen.  When the
# interface changes: see "Updating version info" in the manual of libtool.
lib_LTLIBRARIES += libphaselock.la
libphaselock_la_SOURCES = \
  src/library/check.c \
  src/library/library.h src/library/phaselock.h \
  src/library/read.c \
  src/library/witness.c
libphaselock_la_LIBADD = libinputs.la libllvm.la libjava.la libpartial.la liblocks.la libwriter.la libinterpreter.la libprogram.la libledger.la libreader.la $(house_witness) -lm
libphaselock_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 -no-undefined \
  -export-symbols-regex '^phaselock_'
include_HEADERS = src/library/phaselock.h
EXTRA_DIST += src/library/README.md src/library/phaselock.pc.in

# phaselock.pc says where the rest is installed, which may be decided as late as
# in `make install prefix=...': so that is when it is written.
pkgconfigdir = $(libdir)/pkgconfig
install-data-local:
	$(MKDIR_P) '$(DESTDIR)$(pkgconfigdir)'
	sed -e 's|@prefix[@]|$(prefix)|g' -e 's|@libdir[@]|$(libdir)|g' \
	  -e 's|@includedir[@]|$(includedir)|g' -e 's|@datadir[@]|$(datadir)|g' \
	  -e 's|@PACKAGE[@]|$(PACKAGE)|g' -e 's|@PACKAGE_VERSION[@]|$(PACKAGE_VERSION)|g' \
	  -e 's|@BUDDY_LIBS[@]|$(BUDDY_LIBS) $(CADICAL_LIBS)|g' -e 's|@LIBS[@]|$(LIBS)|g' \
	  '$(srcdir)/src/library/phaselock.pc.in' >'$(DESTDIR)$(pkgconfigdir)/phaselock.pc'
	chmod 644 '$(DESTDIR)$(pkgconfigdir)/phaselock.pc'
uninstall-local:
	rm -f '$(DESTDIR)$(pkgconfigdir)/phaselock.pc'
