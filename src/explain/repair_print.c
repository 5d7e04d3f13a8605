/* repair_print.c -- a repair as a changed model, and in words; see repair.h. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "explain/repair.h"

/* ---- The changed text. ---- */

/* All openings are alike and so are all closings, so ranges that overlap nest by
   themselves. */
char *
repair_text (const struct repair *repair, const struct finding *finding,
             struct arena *arena)
{
  const struct source *source = &finding->eml->source;
  assert (repair->count >= 1 && repair->count <= 2);
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  for (uint32_t at = 0; at <= source->length;)
    {
      uint32_t next = source->length + 1;
      for (uint32_t i = 0; i < repair->count; i++)
        if (repair->places[i].range.end == at)
          fputs ("} ", file);
      for (uint32_t i = 0; i < repair->count; i++)
        {
          struct span range = repair->places[i].range;
          assert (range.begin < range.end && range.end <= source->length);
          if (range.begin == at)
            {
              fputs ("sync \"", file);
              for (const char *c = finding_lock_name (finding, repair->lock); *c; c++)
                fprintf (file, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
              fputs ("\" { ", file);
            }
          if (range.begin > at && range.begin < next)
            next = range.begin;
          if (range.end > at && range.end < next)
            next = range.end;
        }
      uint32_t end = next < source->length ? next : source->length;
      fwrite (source->text + at, 1, end - at, file);
      at = next;
    }
  return scribe_end (&scribe);
}

/* ---- In words. ---- */

static void
show (const char *text, FILE *file)
{
  text_print_safe (file, text, strlen (text));
}

static void
print_lines (uint32_t first, uint32_t last, FILE *file)
{
  fprintf (file, ":%u", (unsigned) first);
  if (last > first)
    fprintf (file, "-%u", (unsigned) last);
}

static void
print_place (const struct repair_place *place, const struct finding *finding, FILE *file)
{
  const char *path = finding->eml->source.path;
  text_show_name (file, finding_body_name (finding, place->body));
  fputs (" (", file);
  if (place->source)
    {
      text_print_safe (file, place->source, place->source_length);
      print_lines (place->first_source_line, place->last_source_line, file);
      fputs (", ", file);
    }
  const char *slash = strrchr (path, '/');
  show (slash && slash[1] ? slash + 1 : path, file);
  print_lines (place->first_line, place->last_line, file);
  fputc (')', file);
}

void
repair_print (const struct finding *finding, FILE *file)
{
  const struct repair *repair = finding->repair;
  assert (repair);
  fputs ("Holding '", file);
  show (finding_lock_name (finding, repair->lock), file);
  for (uint32_t i = 0; i < repair->count; i++)
    {
      fputs (i ? " and in " : "' in ", file);
      print_place (&repair->places[i], finding, file);
    }
  fputs (" would have prevented it", file);
  if (repair->safe)
    {
      fprintf (file, ": the query is safe then%s.",
               repair->restricted ? ", with these processes only" : "");
      return;
    }
  for (uint32_t t = 0; t < finding_threads (finding); t++)
    {
      fputs (t ? ", " : " with ", file);
      finding_print_player (finding, (thread_id){ t }, file);
    }
  fputs ("; with other processes in these roles it still happens.", file);
}
