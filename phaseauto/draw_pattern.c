/* draw_pattern.c -- see draw_pattern.h.
 *
 *     1  lost update
 *     u   [ R(l) ]===================[ W(l) ]
 *               \                    /
 *     u'         '-->[ W'(l) ]----->'
 *
 * Arrows are conflicts: accesses of two threads to one field, at least one of them a
 * write, from the earlier to the later.  If they point both ways between two units, the
 * execution is equivalent to neither order of the units.
 */
#include <config.h>

#include "phaseauto/draw_pattern.h"

#include <assert.h>

#include "base/escape.h"
#include "base/text.h"
#include "phaseauto/print_automaton.h"

#define LEFT 56    /* for the names of threads */
#define COLUMN 104 /* for each step */
#define TOP 34     /* for the title */
#define LANE 62
#define BOX_WIDTH 76
#define BOX_HEIGHT 26

struct drawing_size
pa_drawing_size (const struct pa_automaton *automaton)
{
  assert (automaton->steps.count > 0 && automaton->threads.count > 0);
  uint32_t width = LEFT + COLUMN * automaton->steps.count + 10;
  /* Titles in letters of about eight pixels. */
  uint32_t title = 30 + 8 * (automaton->title ? text_columns (automaton->title) : 0)
                   + 8 * text_columns (automaton->name);
  return (struct drawing_size){ width > title ? width : title,
                                TOP + LANE * automaton->threads.count };
}

/* The middle of the box of step I, which is counted from 0. */
static uint32_t
middle_x (uint32_t i)
{
  return LEFT + COLUMN * i + COLUMN / 2;
}

static uint32_t
middle_y (const struct pa_automaton *automaton, uint32_t i, uint32_t y)
{
  assert (i < automaton->steps.count);
  return y + TOP + LANE * automaton->steps.at[i].thread.index + LANE / 2;
}

static void
draw_lanes (const struct pa_automaton *automaton, uint32_t y, FILE *file)
{
  for (uint32_t t = 0; t < automaton->threads.count; t++)
    {
      uint32_t middle = y + TOP + LANE * t + LANE / 2;
      fprintf (file, "<text x=\"14\" y=\"%u\" font-style=\"italic\">",
               (unsigned) middle + 5);
      escape_xml (file, pa_thread_name (automaton, (thread_id){ t }));
      fprintf (file, "</text>\n<path d=\"M%u %uH%u\" stroke=\"#aaa\"/>\n", LEFT - 16,
               (unsigned) middle, LEFT + COLUMN * (unsigned) automaton->steps.count);
    }
  for (uint32_t i = 0; i < automaton->clauses.count; i++)
    {
      const struct pa_clause *clause = &automaton->clauses.at[i];
      if (clause->kind != PA_STAYS)
        continue;
      fprintf (file,
               "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%d\" rx=\"6\" "
               "fill=\"#e4e4e4\"><title>one unit</title></rect>\n",
               (unsigned) middle_x (clause->from - 1) - BOX_WIDTH / 2 - 6,
               (unsigned) (y + TOP + LANE * clause->thread.index + LANE / 2
                           - BOX_HEIGHT / 2 - 6),
               COLUMN * (unsigned) (clause->to - clause->from) + BOX_WIDTH + 12,
               BOX_HEIGHT + 12);
    }
}

static bool
is_conflict (const struct pa_step *a, const struct pa_step *b)
{
  return pa_kind_is_access (a->kind) && pa_kind_is_access (b->kind)
         && !thread_equal (a->thread, b->thread)
         && a->parameter.index == b->parameter.index
         && !(a->kind == PA_READS && b->kind == PA_READS);
}

/* Draw the arrow from the near side of box I to box K. */
static void
draw_conflict (const struct pa_automaton *automaton, uint32_t i, uint32_t k, uint32_t y,
               FILE *file)
{
  assert (i < k);
  uint32_t from = middle_y (automaton, i, y), to = middle_y (automaton, k, y);
  bool down = from < to;
  fprintf (file,
           "<path d=\"M%u %uL%u %u\" stroke=\"#c22\" stroke-width=\"1.6\" "
           "marker-end=\"url(#arrow)\"/>\n",
           (unsigned) middle_x (i) + BOX_WIDTH / 4,
           (unsigned) (down ? from + BOX_HEIGHT / 2 : from - BOX_HEIGHT / 2),
           (unsigned) middle_x (k) - BOX_WIDTH / 4,
           (unsigned) (down ? to - BOX_HEIGHT / 2 - 2 : to + BOX_HEIGHT / 2 + 2));
}

static void
draw_step (const struct pa_automaton *automaton, uint32_t i, uint32_t y, FILE *file)
{
  /* By parameter; those after the last have its colour. */
  static const char *const colours[] = { "#cfe3ff", "#ffe2b8", "#d6f0cf", "#ecd6f5" };
  const uint32_t last = sizeof colours / sizeof *colours - 1;
  const struct pa_step *step = &automaton->steps.at[i];
  uint32_t parameter = step->parameter.index < last ? step->parameter.index : last;
  bool access = pa_kind_is_access (step->kind);
  uint32_t x = middle_x (i), middle = middle_y (automaton, i, y);
  fprintf (file,
           "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" rx=\"4\" "
           "fill=\"%s\" stroke=\"#333\"/>\n"
           "<text x=\"%u\" y=\"%u\" text-anchor=\"middle\">",
           (unsigned) x - BOX_WIDTH / 2, (unsigned) middle - BOX_HEIGHT / 2, BOX_WIDTH,
           BOX_HEIGHT, access ? colours[parameter] : "#fff", (unsigned) x,
           (unsigned) middle + 5);
  fprintf (file, "%u %s", (unsigned) i + 1, pa_kind_letter (step->kind));
  escape_xml (file, pa_thread_primes (automaton, step->thread));
  if (access)
    {
      fputc ('(', file);
      escape_xml (file, automaton->parameters.at[step->parameter.index].name);
      fputc (')', file);
    }
  fputs ("</text>\n", file);
}

void
pa_draw (const struct pa_automaton *automaton, uint32_t y, FILE *file)
{
  assert (automaton->steps.count > 0 && file);
  fprintf (file, "<g>\n<text x=\"14\" y=\"%u\" font-weight=\"bold\">", (unsigned) y + 22);
  escape_xml (file, automaton->name);
  if (automaton->title)
    {
      fputs ("  ", file);
      escape_xml (file, automaton->title);
    }
  fputs ("</text>\n", file);
  draw_lanes (automaton, y, file);
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    draw_step (automaton, i, y, file);
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    for (uint32_t k = i + 1; k < automaton->steps.count; k++)
      if (is_conflict (&automaton->steps.at[i], &automaton->steps.at[k]))
        draw_conflict (automaton, i, k, y, file);
  fputs ("</g>\n", file);
}
