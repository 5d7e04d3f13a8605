/* limits.c -- the front end unwinds wherever its memory ends, leaving nothing.
 *
 * Models are read and formatted under one limit after another, from nothing to
 * enough, so that memory ends in every pass.  A sanitizer sees what leaks.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eml/eml.h"
#include "eml/format.h"
#include "models/families/random_data.h"
#include "models/families/random_model.h"
#include "tests/lib/tap.h"

struct work
{
  struct quota quota;
  struct ir_subject subject;
  const char *text;
};

/* The work that is cut short; not in the frame that takes the checkpoint. */
static void
read_and_format (struct work *work)
{
  eml_read_text (&work->subject, "limits.eml", work->text, strlen (work->text));
  struct format_text formatted;
  if (work->subject.diags.errors == 0)
    format_source (&formatted, &work->subject.source, &work->subject.arena);
}

/* Is LIMIT enough?  *FINE becomes false if it was overstepped or bytes stay. */
static bool
is_enough (const char *text, size_t limit, size_t *needed, bool *fine)
{
  struct work work = { .text = text };
  quota_init (&work.quota);
  work.quota.limit = limit;
  ir_subject_init (&work.subject, &work.quota);
  if (!quota_checkpoint (&work.quota))
    read_and_format (&work);
  *needed = work.quota.peak;
  *fine &= work.quota.peak <= limit;
  ir_subject_clear (&work.subject);
  *fine &= work.quota.bytes == 0;
  return work.quota.reason == QUOTA_NOT_EXHAUSTED;
}

static void
test_limits (const char *text, const char *what)
{
  bool fine = true, unwinds = true;
  size_t needed, used;
  bool read = is_enough (text, SIZE_MAX, &needed, &fine);
  tap_ok (read, "%s: takes %zu bytes", what, needed);
  unsigned limits = 0;
  for (size_t limit = 0; limit < needed; limit += needed / 150 + 1, limits++)
    unwinds &= !is_enough (text, limit, &used, &fine);
  tap_ok (unwinds, "%s: unwinds at each of %u smaller limits", what, limits);
  tap_ok (is_enough (text, needed, &used, &fine), "%s: needs no more than it takes",
          what);
  tap_ok (fine, "%s: nothing stays", what);
}

/* INSIDE in COUNT brackets, between HEAD and TAIL; to be freed. */
static char *
nest (const char *head, const char *opening, const char *inside, const char *closing,
      const char *tail, unsigned count)
{
  char *text;
  size_t length;
  FILE *file = open_memstream (&text, &length);
  if (!file)
    abort ();
  fputs (head, file);
  for (unsigned i = 0; i < count; i++)
    fputs (opening, file);
  fputs (inside, file);
  for (unsigned i = 0; i < count; i++)
    fputs (closing, file);
  fputs (tail, file);
  fclose (file);
  return text;
}

static char *
random_text (void)
{
  struct random_model_params params = random_model_default_params (7);
  params.statements = 1000;
  params.procedures = 20;
  char *text;
  size_t length;
  FILE *file = open_memstream (&text, &length);
  if (!file || !random_model_write (file, &params) || fclose (file) != 0)
    abort ();
  return text;
}

static char *
data_text (void)
{
  char *text;
  size_t length;
  FILE *file = open_memstream (&text, &length);
  if (!file)
    abort ();
  random_data_write (file, 7);
  fclose (file);
  return text;
}

int
main (void)
{
  test_limits ("field a; lock s; process P { sync s { unit { read a; } } }",
               "a small model");
  /* The parser's stacks have to grow for this one. */
  char *deep
    = nest ("field a; process P {", "if (*) {", "read a;", "} else { skip; }", "}", 1000);
  test_limits (deep, "deep nesting");
  char *errors = nest ("process P {", "{ read ; ", "", "}", "}", 300);
  test_limits (errors, "many errors");
  char *random = random_text ();
  test_limits (random, "a random model");
  char *terms = nest ("field int a; process P { a = ", "(", "a", " + a)", ";}", 300);
  test_limits (terms, "an expression");
  char *data = data_text ();
  test_limits (data, "a random model with data");
  free (deep);
  free (errors);
  free (random);
  free (terms);
  free (data);
  return tap_done ();
}
