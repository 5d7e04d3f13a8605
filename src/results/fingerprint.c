/* fingerprint.c -- see fingerprint.h. */
#include <config.h>

#include "results/fingerprint.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "base/scribe.h"
#include "phaseauto/print_automaton.h"

/* An assert by its text, not by its place, which changes with every line above it; the
   second of two with one text is another one. */
static void
print_claim (const struct finding *finding, FILE *file)
{
  const struct ir_subject *subject = finding->subject;
  uint32_t claim = finding->query->claim, before = 0;
  struct span span = subject->flow.claims.at[claim].span;
  if (subject->source.length == 0) /* a program's assert, by its line */
    {
      fprintf (file, "%c%s", 0,
               names_text (&subject->names, subject->flow.claims.at[claim].position));
      return;
    }
  for (uint32_t c = 0; c < claim; c++)
    {
      struct span other = subject->flow.claims.at[c].span;
      before += other.end - other.begin == span.end - span.begin
                && memcmp (subject->source.text + other.begin,
                           subject->source.text + span.begin, span.end - span.begin)
                     == 0;
    }
  assert (span.begin <= span.end && span.end <= subject->source.length);
  fprintf (file, "%c%u%c", 0, (unsigned) before, 0);
  fwrite (subject->source.text + span.begin, 1, span.end - span.begin, file);
}

void
fingerprint_write (const struct finding *finding, char text[FINGERPRINT_SIZE])
{
  assert (finding->subject && finding->query);
  assert (!finding->witness || finding->witness->steps.count > 0);
  struct arena arena;
  arena_init (&arena, finding->subject->arena.quota);
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, &arena);
  const struct pa_automaton *automaton = finding_automaton (finding);
  assert (finding->witness || automaton == finding->query->automaton);
  if (finding->query->kind == QUERY_PATTERN)
    pa_print_source (automaton, memory);
  else
    fputs (query_kind_word (finding->query->kind), memory);
  if (finding->query->kind == QUERY_ASSERT)
    print_claim (finding, memory);
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    if (automaton->steps.at[i].kind == PA_AWAITS)
      fprintf (memory, "%c%s", 0,
               finding_lock_name (finding, automaton->steps.at[i].lock));
  for (uint32_t i = 0; i < automaton->parameters.count; i++)
    fprintf (memory, "%c%s", 0, finding_field_name (finding, (parameter_id){ i }));
  for (uint32_t t = 0; t < finding_threads (finding) && finding->witness; t++)
    {
      struct finding_site site = finding_site (finding, (thread_id){ t }, 0,
                                               finding->witness->steps.count - 1, &arena);
      fprintf (memory, "%c%s", 0, finding_body_name (finding, site.body));
    }
  fflush (memory);
  size_t length = scribe.length;
  fingerprint_text (scribe_end (&scribe), length, text);
  arena_clear (&arena);
}

void
fingerprint_text (const char *identity, size_t length, char text[FINGERPRINT_SIZE])
{
  assert (identity);
  XXH128_hash_t hash = XXH3_128bits (identity, length);
  snprintf (text, FINGERPRINT_SIZE, "%016llx%016llx", (unsigned long long) hash.high64,
            (unsigned long long) hash.low64);
}
