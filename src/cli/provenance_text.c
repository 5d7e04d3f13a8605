/* provenance_text.c -- see provenance_text.h. */
#include <config.h>

#include "cli/provenance_text.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

static void
show (const char *text, FILE *file)
{
  text_print_safe (file, text, strlen (text));
}

static void
print_count (uint32_t count, const char *what, FILE *file)
{
  fprintf (file, "%u %s%s", (unsigned) count, what, count == 1 ? "" : "s");
}

void
provenance_print_summary (const struct provenance *provenance, FILE *file)
{
  assert (provenance->subject && provenance->may_miss <= provenance->notes.count);
  show (provenance->subject, file);
  fputs (": ", file);
  print_count (provenance->methods,
               strcmp (provenance->language, "C") == 0 ? "function" : "method", file);
  fputs (", ", file);
  if (provenance->fields > 0)
    print_count (provenance->fields, "field", file);
  else if (!provenance->is_circle)
    fputs ("no field that changes", file);
  fputs (provenance->is_circle ? "" : ", ", file);
  print_count (provenance->locks, "lock", file);
  fputs ("; ", file);
  print_count (provenance->notes.count, "note", file);
}

void
provenance_print_notes (const struct provenance *provenance, FILE *file)
{
  for (uint32_t i = 0; i < provenance->notes.count; i++)
    {
      const struct provenance_note *note = &provenance->notes.at[i];
      assert (note->code && note->text);
      assert (note->may_miss == (i < provenance->may_miss));
      show (note->position ? note->position : provenance->subject, file);
      fprintf (file, ": %s: ", provenance_note_kind (note));
      show (note->text, file);
      fprintf (file, " [%s]\n", note->code);
    }
}

const char *
provenance_gap_words (const char *code)
{
  static const char *const words[][2] = {
    { "escaping-this", "objects that others see before their constructor has ended" },
    { "field-by-name", "fields that are accessed by their names" },
    { "handed-out", "collections and arrays that are handed out" },
    { "inherited", "what super classes do that are not given" },
    { "library-object", "objects of the library that are not known" },
    { "lock-circle", "circles of locks that are not known or do not nest" },
    { "lost-lambda", "lambdas that are run elsewhere" },
    { "lost-object", "objects that are stored elsewhere" },
    { "merged-field", "fields that constructors set differently" },
    { "merged-returns", "methods that return many objects" },
    { "no-code", "native methods, and classes that are not given" },
    { "not-in-model", "accesses by code that no public method reaches" },
    { "reflection", "reflection" },
    { "same-argument", "one object as several arguments" },
    { "too-large", "code that is too large" },
    { "try-lock", "tryLock with another lock held" },
    { "unknown-call", "calls of code that is not known, with a lock held" },
    { "unknown-code", "objects given to code that is not known" },
    { "unknown-lock", "deadlocks with locks that are not always one object" },
    { "wait-gives-back", "waiting with several locks held" },
    { "widened", "arguments of too many kinds" },
  };
  assert (code);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp (words[i][0], code) == 0)
      return words[i][1];
  return code;
}

void
provenance_count (struct provenance_totals *totals, const struct provenance *provenance)
{
  if (!provenance)
    return;
  assert (provenance->may_miss <= provenance->notes.count);
  totals->models++;
  totals->empty += provenance->fields == 0 && !provenance->is_circle;
  totals->circles += provenance->is_circle;
  totals->programs += provenance->is_program;
  totals->may_miss += provenance->may_miss;
  totals->added += provenance->notes.count - provenance->may_miss;
}

void
provenance_print_meaning (const struct provenance_totals *totals, bool shown, bool safe,
                          bool found, FILE *file)
{
  bool misses = totals->may_miss > 0 && safe, adds = totals->added > 0 && found;
  assert (totals->empty <= totals->models);
  if (totals->empty > 0 && totals->empty == totals->models)
    fputs (misses ? "There is no field that a method changes.  "
                  : "There is no field that a method changes: threads cannot get in each "
                    "other's way.",
           file);
  if (misses)
    {
      print_count (totals->may_miss, "note", file);
      fprintf (file,
               " %s what the program can do and the model cannot: \"no violation found\" "
               "does not cover that.",
               totals->may_miss == 1 ? "says" : "say");
    }
  if (adds)
    {
      fputs (misses ? "  " : "", file);
      print_count (totals->added, "note", file);
      fprintf (file,
               " %s what the model can do and the program cannot: a violation may "
               "need that.",
               totals->added == 1 ? "says" : "say");
    }
  uint32_t told = (misses ? totals->may_miss : 0) + (adds ? totals->added : 0);
  if (told > 0 && !shown)
    fprintf (file, "  --notes shows %s.", told == 1 ? "it" : "them");
}
