/* fuzz_eml.c -- fuzz harness for the front end and for the formatter.
 *
 * Any bytes go through the whole front end, whose diagnostics are rendered.
 * What parses is formatted: the result must parse to an equal tree and must be
 * formatted to itself.  A sanitizer, an assert or an abort below is a find.
 *
 * libFuzzer calls it as it is; replay.c does for afl++ and for `make check'.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_eml.h"

#include "eml/eml.h"
#include "eml/format.h"

/* What one input may use.  The scripts set less for the fuzzers, which love
   models with many contexts. */
#ifndef FUZZ_MEMORY_MB
#define FUZZ_MEMORY_MB 64
#endif

/* All that one input needs; not in the frame that takes the checkpoint. */
struct work
{
  struct quota quota;
  struct eml eml;        /* the input, all the way */
  struct eml formatted;  /* what the formatter made of it, parsed */
  char *rendered;
  FILE *sink;
};

static void
say (const char *what, const struct format_text *text)
{
  fprintf (stderr, "fuzz_eml: %s:\n", what);
  fwrite (text->bytes.at, 1, text->bytes.count, stderr);
}

/* The formatter broke its word: say how, and die for the fuzzer to see. */
static void
fail (const char *what, const struct format_text *text)
{
  say (what, text);
  abort ();
}

static void
render (struct work *work, const struct diags *diags)
{
  diags_render (diags, work->sink, false);
  diags_render (diags, work->sink, true);
}

static void
check_front_end (struct work *work, const char *bytes, size_t length)
{
  bool fine = eml_read_text (&work->eml, "input.eml", bytes, length);
  if (fine != (work->eml.diags.errors == 0))
    abort ();
  render (work, &work->eml.diags);
  if (!fine)
    return;
  pds_check (&work->eml.lowering.pds);
  pds_print (&work->eml.lowering.pds, work->sink);
}

static void
check_format (struct work *work, const char *bytes, size_t length)
{
  if (!eml_read_tree_text (&work->eml, "input.eml", bytes, length))
    return;
  struct format_text once, twice;
  format_source (&once, &work->eml.source, &work->eml.arena);
  eml_init (&work->formatted, &work->quota);
  if (!eml_read_tree_text (&work->formatted, "formatted.eml", once.bytes.at,
                           once.bytes.count))
    {
      diags_render (&work->formatted.diags, stderr, false);
      fail ("the formatted text does not parse", &once);
    }
  if (!tree_equal (&work->eml.tree, &work->formatted.tree))
    fail ("the formatted text says something else", &once);
  format_source (&twice, &work->formatted.source, &work->formatted.arena);
  if (once.bytes.count != twice.bytes.count
      || memcmp (once.bytes.at, twice.bytes.at, once.bytes.count) != 0)
    {
      say ("formatted once", &once);
      fail ("formatted twice, it is another text", &twice);
    }
}

static void
run_guarded (struct work *work, const char *bytes, size_t length,
             void (*check) (struct work *work, const char *bytes, size_t length))
{
  quota_init (&work->quota);
  work->quota.limit = (size_t) FUZZ_MEMORY_MB << 20;
  eml_init (&work->eml, &work->quota);
  eml_init (&work->formatted, &work->quota);
  if (!quota_checkpoint (&work->quota))
    check (work, bytes, length);
  eml_clear (&work->eml);
  eml_clear (&work->formatted);
  if (work->quota.bytes != 0)
    abort ();
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *bytes = size ? (const char *) data : "";
  struct work work;
  size_t rendered_length;
  work.sink = open_memstream (&work.rendered, &rendered_length);
  if (!work.sink)
    abort ();
  run_guarded (&work, bytes, size, check_front_end);
  run_guarded (&work, bytes, size, check_format);
  fclose (work.sink);
  free (work.rendered);
  return 0;
}
