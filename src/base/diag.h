/* diag.h -- errors, warnings and notes about a source text.
 *
 * Passes report into a sink and never print; the program renders what was
 * collected.  Every diagnostic has a code, a stable word for scripts and for
 * the test that wants to see each of them.  A note belongs to the error or
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
  bool muted; /* the last error or warning was one too many: drop its notes */
};

/* So many errors, and so many warnings, are kept; more are only counted. */
#define DIAG_MOST 50

void diags_init (struct diags *diags, struct arena *arena,
                 const struct source *source);

#define DIAG_PRINTF(text, first) __attribute__ ((format (printf, text, first)))

void diag_error (struct diags *diags, const char *code, struct span span,
                 const char *format, ...) DIAG_PRINTF (4, 5);
void diag_warning (struct diags *diags, const char *code, struct span span,
                   const char *format, ...) DIAG_PRINTF (4, 5);
void diag_note (struct diags *diags, struct span span, const char *format, ...)
  DIAG_PRINTF (3, 4);

/* An error of the file as a whole, not of a place in it. */
void diag_error_file (struct diags *diags, const char *code, const char *format,
                      ...) DIAG_PRINTF (3, 4);
void diag_warning_file (struct diags *diags, const char *code, const char *format,
                        ...) DIAG_PRINTF (3, 4);

/* A text with errors gets no warnings: many would only be consequences. */
void diags_drop_warnings (struct diags *diags);

/* Order by place, notes staying behind what they belong to. */
void diags_sort (struct diags *diags);

/* The word for a severity: "error", "warning", "note". */
const char *diag_severity_name (enum diag_severity severity);

/* FILE:LINE:COL: error: MESSAGE [code], the source line, and a caret. */
void diags_render (const struct diags *diags, FILE *file, bool colour);

#endif
