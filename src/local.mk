# The house: one library per room, and what each room stands on.  A room may use
# what is in its line and nothing else (tests/house checks includes and links).
house_base = libbase.la $(XXHASH_LIBS)
house_io = libio.la $(JANSSON_LIBS) $(house_base)
house_wpds = libwpds.la $(BUDDY_LIBS) $(house_base)
house_ir = libir.la $(house_wpds)
house_eml = libeml.la $(house_ir)
house_reader = libreader.la $(house_base)
house_llvm = libllvm.la $(house_ir)
house_java = libjava.la libpartial.la liblocks.la libwriter.la libinterpreter.la libprogram.la libledger.la libreader.la $(house_eml)
house_inputs = libinputs.la libllvm.la $(house_java)
house_trace = libtrace.la libphaseauto.la $(house_eml)
house_phaseauto = libphaseauto.la $(house_wpds)
house_query = libquery.la libphaseauto.la $(house_eml)
# Calls of realloc go through base/wrapped_realloc.c, since CaDiCaL does not look at its result.
house_solver = $(WRAP_REALLOC) $(CADICAL_LIBS)
house_engine = libengine.la $(house_solver) $(house_query)
house_ask = libask.la $(house_engine)
house_witness = libwitness.la $(house_ask)
house_checker = libchecker.la $(CADICAL_LIBS) $(house_query)
house_certificate = libcertificate.la libchecker.la $(house_witness)
house_explain = libexplain.la libcertificate.la libchecker.la libwitness.la libask.la libengine.la $(house_solver) \
  libquery.la libphaseauto.la libeml.la libir.la \
  libwpds.la $(BUDDY_LIBS) $(house_io)
house_results = libresults.la libinputs.la libllvm.la libjava.la libpartial.la liblocks.la libwriter.la libinterpreter.la libprogram.la libledger.la libreader.la $(house_explain)
house_report = libreport.la $(house_results)
house_batch = libbatch.la $(house_results)
house_recording = librecording.la $(house_base)
house_jvm = libjvm.la $(house_witness)
house_binary = libbinary.la libjvm.la librecording.la libllvm.la $(house_witness)
house_cli = libtrace.la libbinary.la libjvm.la librecording.la libbatch.la $(house_report)

EXTRA_DIST += src/README.md
include $(top_srcdir)/src/io/local.mk
include $(top_srcdir)/src/ir/local.mk
include $(top_srcdir)/src/inputs/local.mk
include $(top_srcdir)/src/query/local.mk
include $(top_srcdir)/src/engine/local.mk
include $(top_srcdir)/src/ask/local.mk
include $(top_srcdir)/src/witness/local.mk
include $(top_srcdir)/src/certificate/local.mk
include $(top_srcdir)/src/explain/local.mk
include $(top_srcdir)/src/results/local.mk
include $(top_srcdir)/src/report/local.mk
include $(top_srcdir)/src/batch/local.mk
include $(top_srcdir)/src/library/local.mk
include $(top_srcdir)/src/cli/local.mk
