/* diag.h -- errors, warnings and notes about a source text.
 *
 * Passes report into a sink and never print; the program renders what was
 * collected.  Every error and warning has a code, a stable word for scripts and
 * for the test that wants to see each of them.  A note belongs to the error or
 * warning reported before it.  Messages are formatted like printf and copied.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/source.h"
#include "base/vec.h"

enum diag_severity
{
  DIAG_ERROR,
  DIAG_WARNING,
  DIAG_NOTE,
};

struct diag
{
  enum diag_severity severity;
  const char *code;
  const char *message;
  bool located;
  struct span span;
};

struct diags
{
  struct arena *arena;
  const struct source *source;
  VEC (struct diag) list;
  uint32_t errors, warnings;
  bool muted; /* the last error or warning was not kept: drop its notes */
};

/* At most this number of errors, and of warnings, are kept; others are only counted. */
#define DIAG_MOST 50

void diags_init (struct diags *diags, struct arena *arena, const struct source *source);

/* Report about SPAN, or about the file as a whole; a note has no code. */
#define DIAG_WHOLE_FILE ((struct span){ UINT32_MAX, UINT32_MAX })
void diag_report (struct diags *diags, enum diag_severity severity, const char *code,
                  struct span span, const char *format, ...)
  __attribute__ ((format (printf, 5, 6)));

#define diag_error(diags, code, span, ...)                                               \
  diag_report (diags, DIAG_ERROR, code, span, __VA_ARGS__)
#define diag_warning(diags, code, span, ...)                                             \
  diag_report (diags, DIAG_WARNING, code, span, __VA_ARGS__)
#define diag_note(diags, span, ...)                                                      \
  diag_report (diags, DIAG_NOTE, NULL, span, __VA_ARGS__)
#define diag_error_file(diags, code, ...)                                                \
  diag_error (diags, code, DIAG_WHOLE_FILE, __VA_ARGS__)
#define diag_warning_file(diags, code, ...)                                              \
  diag_warning (diags, code, DIAG_WHOLE_FILE, __VA_ARGS__)

/* Drop the warnings: in a text with errors many would only be consequences. */
void diags_drop_warnings (struct diags *diags);

/* Order by place; notes stay after the error or warning they belong to. */
void diags_sort (struct diags *diags);

/* The word for a severity: "error", "warning", "note". */
const char *diag_severity_name (enum diag_severity severity);

/* FILE:LINE:COL: error: MESSAGE [code], the source line, and a caret. */
void diags_render (const struct diags *diags, FILE *file, bool colour);

#endif
