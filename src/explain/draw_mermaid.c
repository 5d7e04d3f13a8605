/* draw_mermaid.c -- a timeline as a Mermaid sequence diagram.
 *
 * A step is a note over its process, an outermost acquire activates it, a
 * switch is an arrow from one process to the next.  In Mermaid's texts the
 * characters that mean something are written as #35; and so on.
 */
#include <config.h>

#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "explain/draw.h"

static void
put_escaped (const char *text, FILE *file)
{
  for (const char *c = text; *c; c++)
    if (strchr ("#;<>\"'`&%:\\{}()[],", *c))
      fprintf (file, "#%u;", (unsigned) *c);
    else
      fputc (*c, file);
}

static void
put_row (const struct finding *finding, const struct timeline_row *row, FILE *file)
{
  const struct witness_step *step = &finding->witness->steps.at[row->first];
  bool outermost = row->end - row->first == 1 && !step->nested;
  if (row->phase)
    fputs ("  rect rgb(255, 217, 179)\n", file);
  if (outermost && step->action == WITNESS_ACQUIRE)
    fprintf (file, "  activate p%u\n", (unsigned) row->lane);
  fprintf (file, "  Note over p%u: %u%s ", (unsigned) row->lane,
           (unsigned) row->first + 1, row->phase ? "*" : "");
  put_escaped (row->text, file);
  fputs (" - ", file);
  put_escaped (row->place, file);
  fputc ('\n', file);
  if (outermost && step->action == WITNESS_RELEASE)
    fprintf (file, "  deactivate p%u\n", (unsigned) row->lane);
  if (row->phase)
    fputs ("  end\n", file);
}

void
draw_mermaid (const struct finding *finding, const struct timeline *timeline,
              const struct because *because, struct arena *arena, FILE *file)
{
  struct scribe scribe;
  draw_print_title (finding, scribe_start (&scribe, arena));
  const char *title = scribe_end (&scribe);
  because_print (because, finding, scribe_start (&scribe, arena));
  const char *why = scribe_end (&scribe);
  fputs ("sequenceDiagram\n  title ", file);
  put_escaped (title, file);
  fputc ('\n', file);
  for (uint32_t t = 0; t < timeline->lanes.count; t++)
    {
      fprintf (file, "  participant p%u as ", (unsigned) t);
      put_escaped (timeline->lanes.at[t].title, file);
      fputc ('\n', file);
    }
  for (uint32_t r = 0; r < timeline->rows.count; r++)
    {
      const struct timeline_row *row = &timeline->rows.at[r];
      if (row->switches)
        fprintf (file, "  p%u->>p%u: switch\n",
                 (unsigned) timeline->rows.at[r - 1].lane, (unsigned) row->lane);
      put_row (finding, row, file);
    }
  uint32_t last = timeline->lanes.count - 1;
  fputs ("  Note over p0", file);
  if (last > 0)
    fprintf (file, ",p%u", (unsigned) last);
  fputs (": Because ", file);
  put_escaped (why, file);
  fputc ('\n', file);
}
