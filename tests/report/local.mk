REPORT_TESTS = tests/report/report.sh tests/report/browser.sh
TESTS += $(REPORT_TESTS)
EXTRA_DIST += tests/report/README.md tests/report/browser.py tests/report/fixture.py \
  tests/report/webdriver.py $(REPORT_TESTS)

# The page in a real browser; here it may not be missing.
.PHONY: check-browser
check-browser: all
	$(AM_TESTS_ENVIRONMENT) BROWSER_REQUIRED=yes bash $(srcdir)/tests/report/browser.sh
