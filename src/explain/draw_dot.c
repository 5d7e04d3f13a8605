/* draw_dot.c -- a picture for Graphviz. */
#include <config.h>

#include <assert.h>

#include "explain/draw.h"

/* Inside a quoted string of DOT, where \n and the like have a meaning. */
static void
put_escaped (const char *text, FILE *file)
{
  for (const char *c = text; *c; c++)
    {
      if (*c == '"' || *c == '\\')
        fputc ('\\', file);
      fputc (*c, file);
    }
}

static void
put_lane (const struct timeline *timeline, uint32_t t, FILE *file)
{
  fprintf (file, "  subgraph cluster_%u {\n    label=\"", (unsigned) t);
  put_escaped (timeline->lanes.at[t].title, file);
  fputs ("\";\n    color=gray;\n", file);
  for (uint32_t r = 0; r < timeline->rows.count; r++)
    {
      const struct timeline_row *row = &timeline->rows.at[r];
      if (row->lane != t)
        continue;
      fprintf (file, "    s%u [label=\"%u  ", (unsigned) r, (unsigned) row->first + 1);
      put_escaped (row->text, file);
      fputs ("\\n", file);
      put_escaped (row->place, file);
      if (*row->held)
        {
          fputs ("\\nheld: ", file);
          put_escaped (row->held, file);
        }
      fprintf (file, "\"%s];\n",
               row->phase ? ", style=filled, fillcolor=\"#ffd9b3\", penwidth=2" : "");
    }
  fputs ("  }\n", file);
}

static void
put_label (const struct picture *picture, FILE *file)
{
  fputs ("  label=\"", file);
  put_escaped (picture->title, file);
  fputs ("\\nBecause: ", file);
  put_escaped (picture->because, file);
  if (picture->repair)
    {
      fputs ("\\n", file);
      put_escaped (picture->repair, file);
    }
  fputs ("\";\n", file);
}

void
draw_dot (const struct picture *picture, FILE *file)
{
  const struct timeline *timeline = picture->timeline;
  fputs ("digraph violation {\n", file);
  put_label (picture, file);
  fputs ("  labelloc=t;\n  node [shape=box, fontname=\"monospace\"];\n", file);
  for (uint32_t t = 0; t < timeline->lanes.count; t++)
    put_lane (timeline, t, file);
  uint32_t marked = 0; /* of picture->marked, before row r */
  for (uint32_t r = 0; r < timeline->rows.count; r++)
    {
      const struct timeline_row *row = &timeline->rows.at[r];
      if (r > 0)
        fprintf (file, "  s%u -> s%u%s;\n", (unsigned) r - 1, (unsigned) r,
                 row->switches ? " [style=dashed, label=\"switch\"]" : "");
      if (row->phase && marked > 0)
        fprintf (file, "  s%u -> s%u [color=red, penwidth=2, constraint=false];\n",
                 (unsigned) picture->marked.at[marked - 1], (unsigned) r);
      marked += row->phase != 0;
      assert (marked <= picture->marked.count);
    }
  fputs ("}\n", file);
}
