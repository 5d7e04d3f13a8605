/* draw_svg.c -- a timeline as an SVG picture that needs nothing else.
 *
 *     #    u = T1 in withdraw         u' = T2 in deposit          at
 *     1    [ begin unit                                           Account.java:12
 *     2    [|acquire this                                         Account.java:13
 *     3*   [|read balance o--.                                    Account.java:14
 *     4    [ release this     \                                   Account.java:15
 *     5                        \      |acquire this               ...
 *
 * A bracket left of a lane is a unit of the fields' set, a bar is a lock that is
 * held, its name in its tooltip; steps of the automaton are dots, and joined.
 * Letters are taken to be as wide as those of most monospaced fonts.
 */
#include <config.h>

#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "explain/draw.h"

#define LETTER 7.3
#define ROW 22.0
#define MARGIN 16.0
#define BAR 7.0 /* for each lock that may be held at a time */

struct drawing
{
  const struct finding *finding;
  const struct timeline *timeline;
  struct arena *arena;
  FILE *file;
  uint32_t *row_of;  /* by step: its row, or the one before */
  uint32_t *bars;    /* by lane: locks held at a time, at most */
  double *left;      /* by lane: where its brackets begin */
  double places, width, top;
};

/* XML knows no control characters; those that are left are no characters. */
static void
put_escaped (const char *text, FILE *file)
{
  for (const char *c = text; *c;)
    {
      uint32_t bytes, character = text_decode (c, &bytes);
      if (character == '&' || character == '<' || character == '>' || character == '"'
          || character == '\'' || character == 0xFFFE || character == 0xFFFF)
        fprintf (file, character < 0x80 ? "&#%u;" : "(U+%X)", (unsigned) character);
      else
        fwrite (c, 1, bytes, file);
      c += bytes;
    }
}

static double
row_y (const struct drawing *d, uint32_t row)
{
  return d->top + ROW * (row + 0.5);
}

/* ---- Layout. ---- */

static void
lay_out (struct drawing *d)
{
  const struct timeline *timeline = d->timeline;
  uint32_t lanes = timeline->lanes.count;
  struct finding_locks locks = finding_locks (d->finding, d->arena);
  d->row_of = arena_calloc (d->arena, timeline->steps + (size_t) 1, sizeof *d->row_of);
  for (uint32_t r = 0; r < timeline->rows.count; r++)
    {
      uint32_t end = r + 1 < timeline->rows.count ? timeline->rows.at[r + 1].first
                                                  : timeline->steps;
      for (uint32_t i = timeline->rows.at[r].first; i < end; i++)
        d->row_of[i] = r;
    }
  d->bars = arena_calloc (d->arena, lanes, sizeof *d->bars);
  for (uint32_t i = 0; i < timeline->steps; i++)
    for (uint32_t t = 0; t < lanes; t++)
      {
        idset held = finding_held (&locks, i, (thread_id){ t });
        uint32_t count = idset_count (&d->finding->eml->idsets, held);
        d->bars[t] = count > d->bars[t] ? count : d->bars[t];
      }
  d->left = arena_calloc (d->arena, lanes, sizeof *d->left);
  double x = MARGIN + 8 * LETTER;
  for (uint32_t t = 0; t < lanes; t++)
    {
      d->left[t] = x;
      uint32_t letters = text_columns (timeline->lanes.at[t].title);
      for (uint32_t r = 0; r < timeline->rows.count; r++)
        if (timeline->rows.at[r].lane == t)
          {
            uint32_t width = text_columns (timeline->rows.at[r].text)
                             + 2 * timeline->rows.at[r].depth + 4;
            letters = width > letters ? width : letters;
          }
      x += 3 * BAR + BAR * d->bars[t] + LETTER * (letters + 2);
    }
  d->places = x;
  uint32_t letters = 2;
  for (uint32_t r = 0; r < timeline->rows.count; r++)
    {
      uint32_t width = text_columns (timeline->rows.at[r].place);
      letters = width > letters ? width : letters;
    }
  d->width = x + LETTER * letters + MARGIN;
}

/* Where the text of ROW begins. */
static double
text_x (const struct drawing *d, const struct timeline_row *row)
{
  return d->left[row->lane] + 3 * BAR + BAR * d->bars[row->lane]
         + 2 * LETTER * row->depth;
}

static void
put_text (struct drawing *d, double x, double y, const char *class, const char *text)
{
  fprintf (d->file, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\" xml:space=\"preserve\">", x,
           y + 4, class);
  put_escaped (text, d->file);
  fputs ("</text>\n", d->file);
}

/* ---- Locks and units. ---- */

static void
put_bar (struct drawing *d, uint32_t lane, uint32_t slot, lock_id lock, uint32_t from,
         uint32_t to)
{
  double x = d->left[lane] + 2 * BAR + BAR * slot;
  double top = row_y (d, d->row_of[from]) - 0.45 * ROW;
  double end = row_y (d, d->row_of[to]) + 0.45 * ROW;
  fprintf (d->file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
           "class=\"lock\"><title>", x, top, BAR - 2, end - top);
  struct scribe scribe;
  text_show_name (scribe_start (&scribe, d->arena),
                  finding_lock_name (d->finding, lock));
  put_escaped (scribe_end (&scribe), d->file);
  fputs ("</title></rect>\n", d->file);
}

/* Locks nest, so those that are held are a stack: the slot is the depth. */
static void
put_locks (struct drawing *d, uint32_t lane)
{
  struct
  {
    lock_id lock;
    uint32_t from;
  } *stack = arena_calloc (d->arena, d->bars[lane] + (size_t) 1, sizeof *stack);
  uint32_t depth = 0, last = d->timeline->steps - 1;
  for (uint32_t i = 0; i <= last; i++)
    {
      const struct witness_step *step = &d->finding->witness->steps.at[i];
      if (!process_equal (step->process, d->finding->processes[lane]) || step->nested)
        continue;
      if (step->action == WITNESS_ACQUIRE)
        {
          stack[depth].lock = witness_lock (step);
          stack[depth++].from = i;
        }
      else if (step->action == WITNESS_RELEASE)
        {
          depth--;
          put_bar (d, lane, depth, stack[depth].lock, stack[depth].from, i);
        }
    }
  while (depth-- > 0)
    put_bar (d, lane, depth, stack[depth].lock, stack[depth].from, last);
}

static void
put_bracket (struct drawing *d, uint32_t lane, uint32_t from, uint32_t to, bool closed)
{
  double x = d->left[lane];
  double top = row_y (d, d->row_of[from]) - 0.4 * ROW;
  double end = row_y (d, d->row_of[to]) + 0.4 * ROW;
  fprintf (d->file, "<path d=\"M%.1f %.1fH%.1fV%.1f", x + BAR, top, x, end);
  if (closed)
    fprintf (d->file, "H%.1f", x + BAR);
  fputs ("\" class=\"unit\"><title>unit</title></path>\n", d->file);
}

static void
put_units (struct drawing *d, uint32_t lane)
{
  uint32_t depth = 0, from = 0, last = d->timeline->steps - 1;
  for (uint32_t i = 0; i <= last; i++)
    {
      const struct witness_step *step = &d->finding->witness->steps.at[i];
      if (!process_equal (step->process, d->finding->processes[lane])
          || (step->action != WITNESS_UNIT_BEGIN && step->action != WITNESS_UNIT_END)
          || !idset_has (&d->finding->eml->idsets, step->sets,
                         d->finding->query->set.index))
        continue;
      if (step->action == WITNESS_UNIT_BEGIN && depth++ == 0)
        from = i;
      else if (step->action == WITNESS_UNIT_END && --depth == 0)
        put_bracket (d, lane, from, i, true);
    }
  if (depth > 0)
    put_bracket (d, lane, from, last, false);
}

/* ---- Rows. ---- */

static double
dot_x (const struct drawing *d, const struct timeline_row *row)
{
  return text_x (d, row) + LETTER * (text_columns (row->text) + 1.5);
}

static void
put_rows (struct drawing *d)
{
  const struct timeline *timeline = d->timeline;
  for (uint32_t r = 0; r < timeline->rows.count; r++)
    {
      const struct timeline_row *row = &timeline->rows.at[r];
      double y = row_y (d, r);
      char number[16];
      snprintf (number, sizeof number, "%u%s", (unsigned) row->first + 1,
                row->phase ? "*" : "");
      if (row->switches)
        fprintf (d->file, "<path d=\"M%.1f %.1fH%.1f\" class=\"switch\"/>\n", MARGIN,
                 y - ROW / 2, d->width - MARGIN);
      put_text (d, MARGIN, y, "number", number);
      put_text (d, text_x (d, row), y, row->phase ? "marked" : "step", row->text);
      put_text (d, d->places, y, "place", row->place);
      if (row->phase)
        fprintf (d->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" class=\"dot\"/>\n",
                 dot_x (d, row), y);
    }
  fputs ("<polyline class=\"pattern\" points=\"", d->file);
  const char *between = "";
  for (uint32_t r = 0; r < timeline->rows.count; r++)
    if (timeline->rows.at[r].phase)
      {
        fprintf (d->file, "%s%.1f,%.1f", between, dot_x (d, &timeline->rows.at[r]),
                 row_y (d, r));
        between = " ";
      }
  fputs ("\"/>\n", d->file);
}

/* ---- The picture. ---- */

static const char style[]
  = "text{font:12px monospace;fill:#222}.title,.lane{font-weight:bold}"
    ".number,.place{fill:#777}.marked{font-weight:bold;fill:#b30000}"
    ".lock{fill:#7aa6d9}.unit{fill:none;stroke:#2e8b57;stroke-width:2}"
    ".switch{stroke:#bbb;stroke-dasharray:4 3}.dot{fill:#b30000}"
    ".pattern{fill:none;stroke:#b30000;stroke-width:1.5;opacity:.6}";

/* So many letters of TEXT as go into a line, broken at a blank; its bytes. */
static size_t
line_of (const char *text, uint32_t letters)
{
  size_t bytes = text_fit (text, letters);
  if (!text[bytes])
    return bytes;
  size_t at = bytes;
  while (at > 0 && text[at] != ' ')
    at--;
  return at > 0 ? at : bytes > 0 ? bytes : strlen (text);
}

void
draw_svg (const struct finding *finding, const struct timeline *timeline,
          const struct because *because, struct arena *arena, FILE *file)
{
  struct drawing d = { .finding = finding, .timeline = timeline, .arena = arena,
                       .file = file, .top = MARGIN + 2.5 * ROW };
  struct scribe scribe;
  draw_print_title (finding, scribe_start (&scribe, arena));
  const char *title = scribe_end (&scribe);
  fputs ("Because: ", scribe_start (&scribe, arena));
  because_print (because, finding, scribe.stream);
  const char *why = scribe_end (&scribe);
  lay_out (&d);
  double least = 2 * MARGIN + LETTER * text_columns (title);
  d.width = d.width > least ? d.width : least;
  VEC (const char *) lines = VEC_EMPTY;
  uint32_t letters = (uint32_t) ((d.width - 2 * MARGIN) / LETTER);
  for (const char *rest = why + strspn (why, " "); *rest; rest += strspn (rest, " "))
    {
      size_t bytes = line_of (rest, letters);
      *vec_push (arena, &lines) = arena_copy (arena, rest, bytes);
      rest += bytes;
    }
  double bottom = d.top + ROW * timeline->rows.count + MARGIN;
  double height = bottom + ROW * lines.count + MARGIN;
  fprintf (file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
           "viewBox=\"0 0 %.0f %.0f\">\n<title>", d.width, height, d.width, height);
  put_escaped (title, file);
  fprintf (file, "</title>\n<style>%s</style>\n"
           "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n", style);
  put_text (&d, MARGIN, MARGIN + ROW / 2, "title", title);
  for (uint32_t t = 0; t < timeline->lanes.count; t++)
    {
      put_text (&d, d.left[t], MARGIN + 1.7 * ROW, "lane", timeline->lanes.at[t].title);
      put_units (&d, t);
      put_locks (&d, t);
    }
  put_rows (&d);
  for (uint32_t i = 0; i < lines.count; i++)
    put_text (&d, MARGIN, bottom + ROW * i, "why", lines.at[i]);
  fputs ("</svg>\n", file);
}
