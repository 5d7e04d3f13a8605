/* draw_mermaid.c -- a picture as a Mermaid sequence diagram.
 *
 * A step is a note over its process, a process is active while it holds a lock, a
 * switch is an arrow from one process to the next.  Who waits for whom in a deadlock is
 * an arrow, too.  In Mermaid's texts the
 * characters that mean something are written as #35; and so on.
 */
#include <config.h>

#include <assert.h>

#include "base/escape.h"
#include "explain/draw.h"

/* Locks that are held from row R on, or until then.  One that is acquired and
   released within R, a row that stands for many steps, is not shown. */
static void
put_activity (const struct picture *picture, uint32_t r, bool begins, FILE *file)
{
  for (uint32_t i = 0; i < picture->bars.count; i++)
    {
      const struct picture_bar *bar = &picture->bars.at[i];
      if (!bar->lock || (bar->first == bar->last && bar->closed))
        continue;
      if (begins ? bar->first == r : bar->last == r && bar->closed)
        fprintf (file, "  %s p%u\n", begins ? "activate" : "deactivate",
                 (unsigned) bar->lane);
    }
}

static void
put_row (const struct picture *picture, uint32_t r, FILE *file)
{
  assert (r < picture->timeline->rows.count);
  const struct timeline_row *row = &picture->timeline->rows.at[r];
  if (row->phase)
    fputs ("  rect rgb(255, 217, 179)\n", file);
  put_activity (picture, r, true, file);
  fprintf (file, "  Note over p%u: %u%s ", (unsigned) row->lane,
           (unsigned) row->first + 1, row->phase ? "*" : "");
  escape_mermaid (file, row->text);
  fputs (" - ", file);
  escape_mermaid (file, row->place);
  fputc ('\n', file);
  put_activity (picture, r, false, file);
  if (row->phase)
    fputs ("  end\n", file);
}

/* A note over all processes. */
static void
put_note (const struct picture *picture, const char *before, const char *text, FILE *file)
{
  uint32_t last = picture->timeline->lanes.count - 1;
  fputs ("  Note over p0", file);
  if (last > 0)
    fprintf (file, ",p%u", (unsigned) last);
  fprintf (file, ": %s", before);
  escape_mermaid (file, text);
  fputc ('\n', file);
}

void
draw_mermaid (const struct picture *picture, FILE *file)
{
  const struct timeline *timeline = picture->timeline;
  assert (timeline->lanes.count > 0);
  fputs ("sequenceDiagram\n  title ", file);
  escape_mermaid (file, picture->title);
  fputc ('\n', file);
  for (uint32_t t = 0; t < timeline->lanes.count; t++)
    {
      fprintf (file, "  participant p%u as ", (unsigned) t);
      escape_mermaid (file, timeline->lanes.at[t].title);
      fputc ('\n', file);
    }
  for (uint32_t r = 0; r < timeline->rows.count; r++)
    {
      const struct timeline_row *row = &timeline->rows.at[r];
      assert (r > 0 || !row->switches);
      if (row->switches && !row->meets)
        fprintf (file, "  p%u->>p%u: switch\n", (unsigned) timeline->rows.at[r - 1].lane,
                 (unsigned) row->lane);
      if (r == timeline->meeting)
        put_note (picture, "", "all at one moment", file);
      put_row (picture, r, file);
    }
  for (uint32_t i = 0; i < picture->circle.count; i++)
    {
      uint32_t next = (i + 1) % picture->circle.count;
      assert (picture->circle.at[i].row < timeline->rows.count);
      uint32_t from = timeline->rows.at[picture->circle.at[i].row].lane;
      uint32_t to = timeline->rows.at[picture->circle.at[next].row].lane;
      fprintf (file, "  p%u->>p%u: waits for ", (unsigned) from, (unsigned) to);
      escape_mermaid (file, picture->circle.at[i].lock);
      fputc ('\n', file);
    }
  put_note (picture, "Because ", picture->because, file);
  if (picture->repair)
    put_note (picture, "", picture->repair, file);
}
