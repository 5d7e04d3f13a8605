/* draw_svg.c -- a picture as SVG that needs nothing else.
 *
 *     #    u = T1 in withdraw         u' = T2 in deposit          at
 *     1    [ begin unit                                           Account.java:12
 *     2    [|acquire this                                         Account.java:13
 *     3*   [|o read balance                                       Account.java:14
 *     4    [ | release this                                       Account.java:15
 *     5      |                        |acquire this               ...
 *     6*     '------------------------|o write balance            ...
 *
 * A bracket left of a lane is a unit of the fields' set, a bar is a lock that is
 * held, with its name; steps of the automaton are dots left of their texts, joined by
 * lines that cross no text: downwards in the gutter of the lane further left, across
 * in the row of the other lane, where nobody else has a text.  What is about to happen
 * stands in one line; its dots are joined below the texts.
 * Letters are taken to be as wide as those of most monospaced fonts.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/escape.h"
#include "base/scribe.h"
#include "base/text.h"
#include "explain/draw.h"

#define LETTER 7.3
#define NAME_LETTER 5.5
#define ROW 22.0
#define MARGIN 16.0
#define BAR 12.0    /* for each lock that may be held at a time */
#define BRACKET 7.0 /* of a unit */
#define GUTTER 16.0 /* for dots and lines */

struct drawing
{
  const struct picture *picture;
  const struct timeline *timeline;
  struct arena *arena;
  FILE *file;
  double *left; /* by lane: where its brackets begin */
  double places, width, top;
  const char *meeting_places; /* of what is about to happen; or null */
  VEC (const char *) lines;   /* what is said below the rows */
};

/* The line of ROW: all that meet have one. */
static uint32_t
line_of_row (const struct drawing *d, uint32_t row)
{
  assert (row < d->timeline->rows.count);
  return row < d->timeline->meeting ? row : d->timeline->meeting;
}

static double
row_y (const struct drawing *d, uint32_t row)
{
  return d->top + ROW * (line_of_row (d, row) + 0.5);
}

static const char *
place_of (const struct drawing *d, uint32_t row)
{
  assert (row < d->timeline->rows.count);
  return row < d->timeline->meeting ? d->timeline->rows.at[row].place : d->meeting_places;
}

/* ---- Layout. ---- */

/* Where the texts of LANE begin. */
static double
texts_x (const struct drawing *d, uint32_t lane)
{
  assert (lane < d->timeline->lanes.count && d->left[lane] > 0);
  return d->left[lane] + 2 * BRACKET + BAR * d->picture->slots[lane] + GUTTER;
}

static void
lay_out (struct drawing *d)
{
  const struct timeline *timeline = d->timeline;
  uint32_t lanes = timeline->lanes.count;
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
      x = texts_x (d, t) + LETTER * (letters + 2);
    }
  d->places = x;
  uint32_t letters = 2;
  for (uint32_t r = 0; r < timeline->rows.count; r++)
    {
      uint32_t width = text_columns (place_of (d, r));
      letters = width > letters ? width : letters;
    }
  d->width = x + LETTER * letters + MARGIN;
  double least = 2 * MARGIN + LETTER * text_columns (d->picture->title);
  d->width = d->width > least ? d->width : least;
}

/* Where the text of ROW begins. */
static double
text_x (const struct drawing *d, const struct timeline_row *row)
{
  assert (row->lane < d->timeline->lanes.count);
  return texts_x (d, row->lane) + 2 * LETTER * row->depth;
}

static void
put_text (struct drawing *d, double x, double y, const char *class, const char *text)
{
  assert (class && text);
  fprintf (d->file, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\" xml:space=\"preserve\">", x,
           y + 4, class);
  escape_xml (d->file, text);
  fputs ("</text>\n", d->file);
}

/* ---- Locks and units. ---- */

static void
put_lock (struct drawing *d, const struct picture_bar *lock)
{
  double x = d->left[lock->lane] + 2 * BRACKET + BAR * lock->slot;
  double top = row_y (d, lock->first) - 0.45 * ROW;
  double end = row_y (d, lock->last) + 0.45 * ROW;
  assert (lock->first <= lock->last && lock->slot < d->picture->slots[lock->lane]);
  fprintf (d->file,
           "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
           "class=\"lock\"><title>",
           x, top, BAR - 2, end - top);
  escape_xml (d->file, lock->lock);
  fputs ("</title></rect>\n", d->file);
  /* The name, from top to bottom, as far as the bar reaches. */
  size_t bytes = text_fit (lock->lock, (uint32_t) ((end - top - 6) / NAME_LETTER));
  fprintf (d->file, "<text transform=\"translate(%.1f,%.1f) rotate(90)\" class=\"name\">",
           x + 2, top + 4);
  escape_xml (d->file, arena_copy (d->arena, lock->lock, bytes));
  fputs ("</text>\n", d->file);
}

static void
put_unit (struct drawing *d, const struct picture_bar *unit)
{
  double x = d->left[unit->lane];
  double top = row_y (d, unit->first) - 0.4 * ROW;
  double end = row_y (d, unit->last) + 0.4 * ROW;
  assert (unit->first <= unit->last && !unit->lock);
  fprintf (d->file, "<path d=\"M%.1f %.1fH%.1fV%.1f", x + BRACKET, top, x, end);
  if (unit->closed)
    fprintf (d->file, "H%.1f", x + BRACKET);
  fputs ("\" class=\"unit\"><title>unit</title></path>\n", d->file);
}

static void
put_lane (struct drawing *d, uint32_t lane)
{
  assert (lane < d->timeline->lanes.count);
  const struct picture *picture = d->picture;
  put_text (d, d->left[lane], MARGIN + 1.7 * ROW, "lane",
            d->timeline->lanes.at[lane].title);
  for (uint32_t i = 0; i < picture->bars.count; i++)
    if (picture->bars.at[i].lane == lane)
      (picture->bars.at[i].lock ? put_lock : put_unit) (d, &picture->bars.at[i]);
}

/* ---- Rows. ---- */

static double
dot_x (const struct drawing *d, const struct timeline_row *row)
{
  return texts_x (d, row->lane) - GUTTER / 2;
}

/* Join the steps of the automaton, each with the next. */
static void
put_pattern (struct drawing *d)
{
  const struct timeline_row *rows = d->timeline->rows.at;
  fputs ("<path class=\"pattern\" d=\"", d->file);
  for (uint32_t i = 0; i < d->picture->marked.count; i++)
    {
      uint32_t r = d->picture->marked.at[i];
      assert (r < d->timeline->rows.count);
      if (rows[r].meets)
        {
          double down = row_y (d, r) + ROW / 2;
          fprintf (d->file, i == 0 ? "M%.1f %.1fV%.1f" : "H%.1fV%.1fV%.1f",
                   dot_x (d, &rows[r]), row_y (d, r), down);
          continue;
        }
      double x = dot_x (d, &rows[r]), y = row_y (d, r);
      bool leftwards = i > 0 && rows[d->picture->marked.at[i - 1]].lane > rows[r].lane;
      if (i == 0)
        fprintf (d->file, "M%.1f %.1f", x, y);
      else if (leftwards)
        fprintf (d->file, "H%.1fV%.1f", x, y);
      else
        fprintf (d->file, "V%.1fH%.1f", y, x);
    }
  fputs ("\"/>\n", d->file);
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
      if (row->switches && !row->meets)
        fprintf (d->file, "<path d=\"M%.1f %.1fH%.1f\" class=\"switch\"/>\n", MARGIN,
                 y - ROW / 2, d->width - MARGIN);
      if (r == timeline->meeting)
        fprintf (d->file, "<path d=\"M%.1f %.1fH%.1f\" class=\"meeting\"/>\n", MARGIN,
                 y - ROW / 2, d->width - MARGIN);
      if (r <= timeline->meeting)
        put_text (d, MARGIN, y, "number", number);
      put_text (d, text_x (d, row), y, row->phase ? "marked" : "step", row->text);
      if (r <= timeline->meeting)
        put_text (d, d->places, y, "place", place_of (d, r));
      if (row->phase)
        fprintf (d->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" class=\"dot\"/>\n",
                 dot_x (d, row), y);
    }
}

/* ---- The picture. ---- */

static const char style[]
  = "text{font:12px monospace;fill:#222}.title,.lane{font-weight:bold}"
    ".number,.place{fill:#777}.marked{font-weight:bold;fill:#b30000}"
    ".lock{fill:#7aa6d9}.name{font-size:9px}.unit{fill:none;stroke:#2e8b57;stroke-width:"
    "2}"
    ".switch{stroke:#bbb;stroke-dasharray:4 3}.dot{fill:#b30000}"
    ".pattern{fill:none;stroke:#b30000;stroke-width:1.5;opacity:.6}"
    ".meeting{stroke:#b30000;opacity:.6}.repair{fill:#1a6b2f;font-weight:bold}"
    ".ring{fill:none;stroke:#b30000;stroke-width:1.5}.tip{fill:#b30000}"
    ".process{fill:#fff;stroke:#222}.awaited{fill:#7aa6d9}.middle{text-anchor:middle}";

/* The bytes of TEXT that go into a line of LETTERS, broken at a blank. */
static size_t
line_of (const char *text, uint32_t letters)
{
  assert (*text);
  size_t bytes = text_fit (text, letters);
  if (!text[bytes])
    return bytes;
  size_t at = bytes;
  while (at > 0 && text[at] != ' ')
    at--;
  return at > 0 ? at : bytes > 0 ? bytes : strlen (text);
}

static void
add_lines (struct drawing *d, const char *text)
{
  uint32_t letters = (uint32_t) ((d->width - 2 * MARGIN) / LETTER);
  for (const char *rest = text + strspn (text, " "); *rest; rest += strspn (rest, " "))
    {
      size_t bytes = line_of (rest, letters);
      assert (bytes > 0);
      *vec_push (d->arena, &d->lines) = arena_copy (d->arena, rest, bytes);
      rest += bytes;
    }
}

static void
put_head (struct drawing *d, double height)
{
  fprintf (d->file,
           "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
           "viewBox=\"0 0 %.0f %.0f\">\n<title>",
           d->width, height, d->width, height);
  escape_xml (d->file, d->picture->title);
  fprintf (d->file,
           "</title>\n<style>%s</style>\n"
           "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
           style);
  put_text (d, MARGIN, MARGIN + ROW / 2, "title", d->picture->title);
}

void
draw_svg (const struct picture *picture, struct arena *arena, FILE *file)
{
  assert (picture->because && picture->timeline->rows.count > 0);
  const struct timeline *timeline = picture->timeline;
  struct drawing d = { .picture = picture,
                       .timeline = timeline,
                       .arena = arena,
                       .file = file,
                       .top = MARGIN + 2.5 * ROW };
  struct scribe scribe;
  bool meets = timeline->meeting < timeline->rows.count;
  if (meets)
    d.meeting_places = timeline_meeting_places (timeline, arena);
  lay_out (&d);
  double circle_width = 0, circle_height = 0;
  if (picture->circle.count > 0)
    circle_size (picture, &circle_width, &circle_height);
  if (d.width < circle_width + 2 * MARGIN)
    d.width = circle_width + 2 * MARGIN;
  fprintf (scribe_start (&scribe, arena), "Because: %s", picture->because);
  add_lines (&d, scribe_end (&scribe));
  uint32_t why = d.lines.count;
  if (picture->repair)
    add_lines (&d, picture->repair);
  double circle = d.top + ROW * (line_of_row (&d, timeline->rows.count - 1) + 1) + MARGIN;
  double bottom = circle + circle_height
                  + (circle_height > 0 ? 2
                     : meets           ? 1
                                       : 0)
                      * MARGIN;
  put_head (&d, bottom + ROW * d.lines.count + MARGIN);
  for (uint32_t t = 0; t < timeline->lanes.count; t++)
    put_lane (&d, t);
  put_pattern (&d);
  put_rows (&d);
  if (picture->circle.count > 0)
    draw_circle (picture, (d.width - circle_width) / 2, circle, file);
  for (uint32_t i = 0; i < d.lines.count; i++)
    put_text (&d, MARGIN, bottom + ROW * i, i < why ? "why" : "repair", d.lines.at[i]);
  fputs ("</svg>\n", file);
}
