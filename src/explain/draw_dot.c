/* draw_dot.c -- a timeline for Graphviz. */
#include <config.h>

#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "explain/draw.h"

void
draw_print_title (const struct finding *finding, FILE *file)
{
  const struct pa_automaton *automaton = finding->query->automaton;
  fputs ("pattern ", file);
  text_show_name (file, automaton->name);
  if (automaton->title)
    {
      fputs (", ", file);
      text_print_safe (file, automaton->title, strlen (automaton->title));
    }
  fputs (": ", file);
  finding_print_fields (finding, file);
}

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

void
draw_dot (const struct finding *finding, const struct timeline *timeline,
          const struct because *because, struct arena *arena, FILE *file)
{
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  draw_print_title (finding, memory);
  const char *title = scribe_end (&scribe);
  because_print (because, finding, scribe_start (&scribe, arena));
  const char *why = scribe_end (&scribe);
  fputs ("digraph violation {\n  label=\"", file);
  put_escaped (title, file);
  fputs ("\\nBecause: ", file);
  put_escaped (why, file);
  fputs ("\";\n  labelloc=t;\n  node [shape=box, fontname=\"monospace\"];\n", file);
  for (uint32_t t = 0; t < timeline->lanes.count; t++)
    put_lane (timeline, t, file);
  uint32_t marked = UINT32_MAX;
  for (uint32_t r = 0; r < timeline->rows.count; r++)
    {
      const struct timeline_row *row = &timeline->rows.at[r];
      if (r > 0)
        fprintf (file, "  s%u -> s%u%s;\n", (unsigned) r - 1, (unsigned) r,
                 row->switches ? " [style=dashed, label=\"switch\"]" : "");
      if (row->phase && marked != UINT32_MAX)
        fprintf (file, "  s%u -> s%u [color=red, penwidth=2, constraint=false];\n",
                 (unsigned) marked, (unsigned) r);
      if (row->phase)
        marked = r;
    }
  fputs ("}\n", file);
}
