/* draw_dot.c -- a picture for Graphviz.
 *
 * Time runs downwards: each row has an edge to the next, and so a rank of its own.
 * Rows of a lane are a group, which Graphviz aligns.  Three lanes and more would change
 * places all the same: then each rank has an invisible node in the lanes that have no
 * row there, and invisible edges across.  Rows that meet have one rank; the waiters of a
 * deadlock have edges to those that hold what they wait for.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/escape.h"
#include "explain/draw.h"

#define LINE_WIDTH 100 /* bytes of a line of the label, about */

/* In a string of DOT: TEXT in lines, broken at blanks. */
static void
put_wrapped (const char *text, struct arena *arena, FILE *file)
{
  size_t column = 0;
  for (const char *word = text; *word;)
    {
      size_t length = strcspn (word, " ");
      if (column > 0 && column + 1 + length > LINE_WIDTH)
        {
          fputs ("\\n", file);
          column = 0;
        }
      fputs (column > 0 ? " " : "", file);
      escape_dot (file, arena_copy (arena, word, length));
      column += length + (column > 0);
      word += length;
      word += strspn (word, " ");
    }
}

static void
put_row (const struct timeline_row *row, uint32_t r, FILE *file)
{
  fprintf (file, "  s%u [group=lane%u, label=\"%u  ", (unsigned) r, (unsigned) row->lane,
           (unsigned) row->first + 1);
  escape_dot (file, row->text);
  fputs ("\\n", file);
  escape_dot (file, row->place);
  if (*row->held && !row->meets) /* then it is as in the row before */
    {
      fputs ("\\nheld: ", file);
      escape_dot (file, row->held);
    }
  fprintf (file, "\"%s];\n",
           row->phase ? ", style=filled, fillcolor=\"#ffd9b3\", penwidth=2" : "");
}

/* Row R stands below the row before it in its lane, however many are in between. */
static void
put_column (const struct timeline *timeline, uint32_t r, FILE *file)
{
  assert (r < timeline->rows.count);
  uint32_t lane = timeline->rows.at[r].lane, above = r;
  while (above > 0 && timeline->rows.at[above - 1].lane != lane)
    above--;
  if (above > 0 && above < r)
    fprintf (file, "  s%u -> s%u [style=invis, weight=100];\n", (unsigned) above - 1,
             (unsigned) r);
}

/* The titles side by side at the top, each above the first row of its lane. */
static void
put_titles (const struct timeline *timeline, FILE *file)
{
  uint32_t lanes = timeline->lanes.count;
  for (uint32_t t = 0; t < lanes; t++)
    {
      fprintf (file, "  lane%u [group=lane%u, shape=plaintext, label=\"", (unsigned) t,
               (unsigned) t);
      escape_dot (file, timeline->lanes.at[t].title);
      fputs ("\"];\n", file);
      uint32_t r = 0;
      while (r < timeline->rows.count && timeline->rows.at[r].lane != t)
        r++;
      if (r < timeline->rows.count)
        fprintf (file, "  lane%u -> s%u [style=invis];\n", (unsigned) t, (unsigned) r);
    }
  fputs ("  subgraph titles { rank=min;", file);
  for (uint32_t t = 0; t < lanes; t++)
    fprintf (file, " lane%u;", (unsigned) t);
  fputs (" }\n", file);
  for (uint32_t t = 1; t < lanes; t++)
    fprintf (file, "  lane%u -> lane%u [style=invis];\n", (unsigned) t - 1, (unsigned) t);
}

static void
put_label (const struct picture *picture, struct arena *arena, FILE *file)
{
  fputs ("  label=\"", file);
  escape_dot (file, picture->title);
  fputs ("\\nBecause: ", file);
  put_wrapped (picture->because, arena, file);
  if (picture->repair)
    {
      fputs ("\\n", file);
      put_wrapped (picture->repair, arena, file);
    }
  fputs ("\";\n", file);
}

/* The row of LANE in the rank of row R, or UINT32_MAX. */
static uint32_t
find_cell (const struct timeline *timeline, uint32_t r, uint32_t lane)
{
  uint32_t end = r < timeline->meeting ? r + 1 : timeline->rows.count;
  assert (r < end);
  for (uint32_t i = r; i < end; i++)
    if (timeline->rows.at[i].lane == lane)
      return i;
  return UINT32_MAX;
}

/* This row, or the invisible node in its place. */
static void
put_cell (const struct timeline *timeline, uint32_t r, uint32_t lane, FILE *file)
{
  uint32_t row = find_cell (timeline, r, lane);
  if (row != UINT32_MAX)
    fprintf (file, "s%u", (unsigned) row);
  else
    fprintf (file, "r%u_%u", (unsigned) r, (unsigned) lane);
}

/* Rows in lanes, as a table. */
static void
put_grid (const struct timeline *timeline, FILE *file)
{
  uint32_t lanes = timeline->lanes.count;
  assert (lanes > 2);
  uint32_t ranks = timeline->meeting < timeline->rows.count ? timeline->meeting + 1
                                                            : timeline->rows.count;
  fputs ("  subgraph grid {\n    node [shape=point, width=0, style=invis];\n"
         "    edge [style=invis];\n",
         file);
  for (uint32_t r = 0; r < ranks; r++)
    {
      fprintf (file, "    subgraph rank%u { rank=same;", (unsigned) r);
      for (uint32_t lane = 0; lane < lanes; lane++)
        if (find_cell (timeline, r, lane) == UINT32_MAX)
          fprintf (file, " r%u_%u [group=lane%u];", (unsigned) r, (unsigned) lane,
                   (unsigned) lane);
        else
          fprintf (file, " s%u;", (unsigned) find_cell (timeline, r, lane));
      fputs (" }\n", file);
      for (uint32_t lane = 0; lane < lanes; lane++)
        {
          if (lane > 0)
            {
              fputs ("    ", file);
              put_cell (timeline, r, lane - 1, file);
              fputs (" -> ", file);
              put_cell (timeline, r, lane, file);
              fputs (";\n", file);
            }
          fputs ("    ", file);
          if (r > 0)
            put_cell (timeline, r - 1, lane, file);
          else
            fprintf (file, "lane%u", (unsigned) lane);
          fputs (" -> ", file);
          put_cell (timeline, r, lane, file);
          fputs (" [weight=100];\n", file);
        }
    }
  fputs ("  }\n", file);
}

/* What is about to happen, on one rank. */
static void
put_meeting (const struct picture *picture, FILE *file)
{
  const struct timeline *timeline = picture->timeline;
  uint32_t first = timeline->meeting, end = timeline->rows.count;
  assert (first < end);
  fputs ("  subgraph meeting { rank=same;", file);
  for (uint32_t r = first; r < end; r++)
    fprintf (file, " s%u;", (unsigned) r);
  fputs (" }\n", file);
  for (uint32_t i = 0; i < picture->circle.count; i++)
    {
      const struct picture_waiter *waiter = &picture->circle.at[i];
      uint32_t next = (i + 1) % picture->circle.count;
      fprintf (file, "  s%u -> s%u [color=red, penwidth=2, constraint=false, label=\"",
               (unsigned) waiter->row, (unsigned) picture->circle.at[next].row);
      escape_dot (file, waiter->lock);
      fputs ("\"];\n", file);
    }
  if (picture->circle.count == 0)
    fprintf (file, "  s%u -> s%u [color=red, penwidth=2, dir=both, constraint=false];\n",
             (unsigned) first, (unsigned) end - 1);
}

/* The edge that leads to row R: from the row before, or from the one before the
   meeting. */
static void
put_edge (const struct timeline *timeline, uint32_t r, FILE *file)
{
  const struct timeline_row *row = &timeline->rows.at[r];
  uint32_t from = row->meets ? timeline->meeting : r;
  if (from-- == 0)
    return;
  bool switches = row->lane != timeline->rows.at[from].lane;
  assert (row->meets || switches == row->switches);
  fprintf (file, "  s%u -> s%u%s;\n", (unsigned) from, (unsigned) r,
           !switches    ? ""
           : row->meets ? " [style=dashed, weight=0]"
                        : " [style=dashed, weight=0, label=\"switch\"]");
}

void
draw_dot (const struct picture *picture, struct arena *arena, FILE *file)
{
  const struct timeline *timeline = picture->timeline;
  fputs ("digraph violation {\n", file);
  put_label (picture, arena, file);
  fputs ("  labelloc=t;\n  node [shape=box, fontname=\"monospace\"];\n", file);
  put_titles (timeline, file);
  uint32_t marked = 0; /* of picture->marked, before row r */
  for (uint32_t r = 0; r < timeline->rows.count; r++)
    {
      const struct timeline_row *row = &timeline->rows.at[r];
      put_row (row, r, file);
      put_edge (timeline, r, file);
      if (timeline->lanes.count <= 2)
        put_column (timeline, r, file);
      if (row->phase && !row->meets && marked > 0)
        fprintf (file, "  s%u -> s%u [color=red, penwidth=2, constraint=false];\n",
                 (unsigned) picture->marked.at[marked - 1], (unsigned) r);
      marked += row->phase != 0;
      assert (marked <= picture->marked.count);
    }
  if (timeline->lanes.count > 2)
    put_grid (timeline, file);
  if (timeline->meeting < timeline->rows.count)
    put_meeting (picture, file);
  fputs ("}\n", file);
}
