/* timeline_print.c -- the table of a timeline, within the width of a terminal.
 *
 * Columns are as wide as their contents.  Where the table is too wide, calls are
 * indented less; then, of a program, places lose their file, if all have the same, and
 * names their classes; then places and locks give up what they can, down to a least
 * width each, then the processes.  A cell that does not fit ends in an ellipsis (a
 * place begins with one: its end is what counts).  Where even that is too wide,
 * processes share a column; then locks are left out, then places, and a line below
 * the table says so.
 *
 * What is about to happen at one moment is one line, as long as each process has a
 * column.
 *
 * The locale decides which characters draw the lines and ellipses; unless it is
 * UTF-8, characters of names that are not ASCII are shown as <U+00E9>.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "explain/because.h"
#include "explain/position.h"
#include "explain/program_source.h"
#include "explain/repair.h"
#include "explain/timeline.h"
#include "io/wrap.h"

#define ABOUT_TO "about to"
#define MOST_INDENT 8 /* deeper calls are not indented further */

enum content
{
  CONTENT_LANE,    /* what the process of this lane does */
  CONTENT_PROCESS, /* which process does it */
  CONTENT_TEXT,    /* what it does */
  CONTENT_HELD,
  CONTENT_PLACE,
};

struct column
{
  enum content content;
  uint32_t lane;
  const char *title;
  uint32_t width, least;
};

struct printer
{
  const struct timeline *timeline;
  const struct terminal *terminal;
  struct arena *arena;
  FILE *file;
  uint32_t number_width;
  uint32_t indent;            /* columns for each call */
  bool briefly;               /* names are without classes, */
  bool left_classes_out;      /* ... and there was one, */
  const char *shared;         /* ... places without this file, or null */
  const char *meeting_places; /* of what is about to happen; or null */
  VEC (struct column) columns;
};

/* ---- Texts. ---- */

static const char *
localise (struct printer *p, const char *text)
{
  return wrap_localise (p->terminal, text, p->arena);
}

/* TEXT with "read names[]" for "read Cache.names[]": of names with dots, the end. */
static const char *
without_classes (struct printer *p, const char *text)
{
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, p->arena);
  while (*text)
    {
      size_t length = 0, dot = 0;
      while (strchr ("0123456789_$.", text[length])
               ? text[length] != 0
               : (text[length] | 32) >= 'a' && (text[length] | 32) <= 'z')
        {
          if (text[length] == '.' && length > 0)
            dot = length + 1;
          length++;
        }
      bool number = *text >= '0' && *text <= '9';
      if (length == 0)
        fputc (*text++, file);
      else
        {
          /* "App.14" is a thread. */
          bool member = text[dot] < '0' || text[dot] > '9';
          size_t skip = number || dot == length || !member ? 0 : dot;
          p->left_classes_out |= skip > 0;
          fwrite (text + skip, 1, length - skip, file);
        }
      text += length;
    }
  return scribe_end (&scribe);
}

/* HELD in brief: "[0]{lock}" for "Client[0]{Cache.lock}". */
static const char *
brief_locks (struct printer *p, const char *held)
{
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, p->arena);
  for (size_t length; *held; held += length)
    {
      const char *bracket = strchr (held, '[');
      const char *end = strpbrk (held, "}");
      length = end ? (size_t) (end - held) + 1 : strlen (held);
      bool copy = bracket && bracket < held + length
                  && memchr (held, '{', length) > (const void *) bracket;
      const char *separator = *held == ' ' ? " " : "";
      size_t skip = copy ? (size_t) (bracket - held) : 0;
      fprintf (file, "%s%.*s", copy ? separator : "", (int) (length - skip), held + skip);
    }
  return without_classes (p, scribe_end (&scribe));
}

/* PLACES without the file that all of them share: ":12, :15" for "Stack.java:12, ...". */
static const char *
without_file (struct printer *p, const char *places)
{
  size_t length = p->shared ? strlen (p->shared) : 0;
  struct scribe scribe;
  if (length == 0)
    return places;
  FILE *file = scribe_start (&scribe, p->arena);
  while (*places)
    {
      bool shared = strncmp (places, p->shared, length) == 0 && places[length] == ':';
      places += shared ? length : 0;
      do
        fputc (*places++, file);
      while (*places && places[-1] != ' ');
    }
  return scribe_end (&scribe);
}

/* The file that all rows share, or null. */
static const char *
find_shared_file (struct printer *p)
{
  const char *first = NULL;
  size_t length = 0;
  for (uint32_t r = 0; r < p->timeline->rows.count; r++)
    {
      const char *place = p->timeline->rows.at[r].place;
      const char *colon = strrchr (place, ':');
      if (!*place)
        continue;
      if (!colon || colon == place)
        return NULL;
      if (!first)
        {
          first = place;
          length = (size_t) (colon - place);
        }
      if ((size_t) (colon - place) != length || memcmp (place, first, length) != 0)
        return NULL;
    }
  return first ? arena_copy (p->arena, first, length) : NULL;
}

/* Does each process have a column? */
static bool
has_lanes (const struct printer *p)
{
  return p->columns.count > 0 && p->columns.at[0].content == CONTENT_LANE;
}

/* What is in COLUMN of ROW; of the first row that meets, for all of those. */
static const char *
cell (struct printer *p, const struct column *column, const struct timeline_row *row)
{
  assert (row->lane < p->timeline->lanes.count);
  bool meets = row->meets && (has_lanes (p) || column->content == CONTENT_LANE);
  if (meets && column->content == CONTENT_PLACE)
    return localise (p, without_file (p, p->meeting_places));
  const struct timeline_row *end = p->timeline->rows.at + p->timeline->rows.count;
  for (; meets && column->content == CONTENT_LANE && row + 1 < end
         && row->lane != column->lane;)
    row++;
  switch (column->content)
    {
    case CONTENT_PROCESS: return localise (p, p->timeline->lanes.at[row->lane].name);
    case CONTENT_HELD:
      return localise (p, p->briefly ? brief_locks (p, row->held) : row->held);
    case CONTENT_PLACE: return localise (p, without_file (p, row->place));
    case CONTENT_LANE:
      if (column->lane != row->lane)
        return "";
      break;
    case CONTENT_TEXT: break;
    }
  uint32_t indent = row->depth < MOST_INDENT ? row->depth : MOST_INDENT;
  struct scribe scribe;
  assert (row->brief);
  fprintf (scribe_start (&scribe, p->arena), "%*s%s", (int) (p->indent * indent), "",
           p->briefly ? without_classes (p, row->brief) : row->brief);
  return localise (p, scribe_end (&scribe));
}

/* Is there something above the rows that meet? */
static bool
says_about_to (const struct printer *p)
{
  uint32_t meeting = p->timeline->meeting;
  return meeting < p->timeline->rows.count
         && p->timeline->rows.at[meeting].brief != p->timeline->rows.at[meeting].text;
}

/* ---- Layout. ---- */

static void
add_column (struct printer *p, enum content content, uint32_t lane, const char *title,
            uint32_t least)
{
  assert (content != CONTENT_LANE || lane < p->timeline->lanes.count);
  struct column column = { content, lane, localise (p, title), 0, least };
  column.width = text_columns (column.title);
  if ((content == CONTENT_LANE || content == CONTENT_TEXT) && says_about_to (p)
      && column.width < strlen (ABOUT_TO))
    column.width = (uint32_t) strlen (ABOUT_TO);
  for (uint32_t r = 0; r < p->timeline->rows.count; r++)
    {
      uint32_t width = text_columns (cell (p, &column, &p->timeline->rows.at[r]));
      column.width = width > column.width ? width : column.width;
    }
  *vec_push (p->arena, &p->columns) = column;
}

static uint32_t
total_width (const struct printer *p)
{
  uint32_t width = p->number_width;
  for (uint32_t c = 0; c < p->columns.count; c++)
    width += p->columns.at[c].width + (c ? 3 : 2);
  return width;
}

/* The widest column that can be narrower; columns of what is done come last. */
static struct column *
find_giver (struct printer *p)
{
  struct column *giver = NULL;
  bool extra = false; /* GIVER is a column of places or locks */
  for (uint32_t c = 0; c < p->columns.count; c++)
    {
      struct column *column = &p->columns.at[c];
      bool is_extra = column->content == CONTENT_HELD || column->content == CONTENT_PLACE;
      if (column->width <= column->least || (extra && !is_extra))
        continue;
      if (!giver || (is_extra && !extra) || column->width >= giver->width)
        giver = column;
      extra |= is_extra;
    }
  return giver;
}

/* Make columns narrower until all of them fit; false: they cannot. */
static bool
fit (struct printer *p)
{
  for (uint32_t total = total_width (p); total > p->terminal->width; total--)
    {
      struct column *giver = find_giver (p);
      if (!giver)
        return false;
      assert (giver->width > giver->least);
      giver->width--;
    }
  return true;
}

/* A column for each process, then locks and places. */
static void
add_lanes (struct printer *p)
{
  p->columns.count = 0;
  for (uint32_t t = 0; t < p->timeline->lanes.count; t++)
    add_column (p, CONTENT_LANE, t, p->timeline->lanes.at[t].name, 12);
  add_column (p, CONTENT_HELD, 0, "held", p->briefly ? 9 : 8);
  add_column (p, CONTENT_PLACE, 0, "at", p->shared ? 6 : 12);
}

static void
lay_out (struct printer *p, bool is_program)
{
  p->indent = 2;
  add_lanes (p);
  if (total_width (p) > p->terminal->width)
    {
      p->indent = 1;
      add_lanes (p);
    }
  if (is_program && total_width (p) > p->terminal->width)
    {
      p->shared = find_shared_file (p);
      add_lanes (p);
    }
  if (is_program && total_width (p) > p->terminal->width)
    {
      p->briefly = true;
      add_lanes (p);
    }
  for (uint32_t drop = 0; !fit (p) && drop < 4; drop++)
    {
      p->columns.count = 0;
      add_column (p, CONTENT_PROCESS, 0, "process", drop < 3 ? 6 : 3);
      add_column (p, CONTENT_TEXT, 0, "step", drop < 3 ? 12 : 5);
      if (drop < 1)
        add_column (p, CONTENT_HELD, 0, "held", 8);
      if (drop < 2)
        add_column (p, CONTENT_PLACE, 0, "at", 12);
    }
}

/* ---- Lines. ---- */

/* The value at the end of what is done, " = 3" or ": true", if there is room for it and
   for what has it: that is cut off instead.  Else "". */
static const char *
value_of (const struct column *column, const char *text, uint32_t dots)
{
  const char *value = strstr (text, " = "), *truth = strstr (text, ": ");
  value = value ? value : truth;
  bool fits = value
              && (column->content == CONTENT_LANE || column->content == CONTENT_TEXT)
              && text_columns (value) + dots + 6 <= column->width;
  return fits ? value : "";
}

static void
print_cell (struct printer *p, const struct column *column, const char *text, bool pad)
{
  const char *ellipsis = p->terminal->utf8 ? "\xE2\x80\xA6" : "...";
  uint32_t dots = p->terminal->utf8 ? 1 : 3;
  uint32_t width = text_columns (text);
  if (width > column->width && column->width <= dots)
    {
      size_t bytes = text_fit (text, column->width);
      fwrite (text, 1, bytes, p->file);
      width = column->width;
    }
  else if (width > column->width && column->content == CONTENT_PLACE)
    {
      const char *end = text;
      while (width > column->width - dots)
        {
          uint32_t bytes, character = text_decode (end, &bytes);
          width -= text_width (character);
          end += bytes;
        }
      fprintf (p->file, "%s%s", ellipsis, end);
      width += dots;
    }
  else if (width > column->width)
    {
      const char *value = value_of (column, text, dots);
      uint32_t tail = text_columns (value);
      size_t bytes = text_fit (text, column->width - dots - tail);
      fwrite (text, 1, bytes, p->file);
      fprintf (p->file, "%s%s", ellipsis, value);
      /* A wide character that does not fit leaves one column empty. */
      width = text_columns (arena_copy (p->arena, text, bytes)) + dots + tail;
    }
  else
    fputs (text, p->file);
  assert (width <= column->width);
  for (; pad && width < column->width; width++)
    fputc (' ', p->file);
}

static const char *
bar (const struct printer *p)
{
  return p->terminal->utf8 ? "\xE2\x94\x82" : "|";
}

/* Empty cells at the end of a row are left out, except for the bar before them. */
static void
print_row (struct printer *p, const char *number, bool marked,
           const struct timeline_row *row)
{
  assert (p->number_width > 0);
  const char *bold = p->terminal->colours && marked ? "\033[1m" : "";
  fprintf (p->file, "%s%*s%c", bold, (int) p->number_width - 1, number,
           marked ? '*' : ' ');
  for (uint32_t c = 0; c < p->columns.count; c++)
    {
      const struct column *column = &p->columns.at[c];
      const char *text = row ? cell (p, column, row) : column->title;
      bool last = c + 1 == p->columns.count;
      fprintf (p->file, "%s%s%s", c ? " " : "", bar (p), *text || !last ? " " : "");
      print_cell (p, column, text, !last);
    }
  fprintf (p->file, "%s\n", *bold ? "\033[0m" : "");
}

static void
print_rule (const struct printer *p)
{
  assert (p->columns.count > 0);
  const char *line = p->terminal->utf8 ? "\xE2\x94\x80" : "-";
  const char *cross = p->terminal->utf8 ? "\xE2\x94\xBC" : "+";
  for (uint32_t i = 0; i < p->number_width; i++)
    fputs (line, p->file);
  for (uint32_t c = 0; c < p->columns.count; c++)
    {
      fputs (cross, p->file);
      uint32_t width = p->columns.at[c].width + (c + 1 < p->columns.count ? 2 : 1);
      for (uint32_t i = 0; i < width; i++)
        fputs (line, p->file);
    }
  fputc ('\n', p->file);
}

/* "about to" above what is, in the columns of who is. */
static void
print_about_to (struct printer *p)
{
  const struct timeline_row *rows = p->timeline->rows.at;
  struct timeline_row line
    = { .text = ABOUT_TO, .brief = ABOUT_TO, .held = "", .place = "" };
  if (!says_about_to (p))
    return;
  fprintf (p->file, "%*s", (int) p->number_width, "");
  for (uint32_t c = 0; c < p->columns.count; c++)
    {
      const struct column *column = &p->columns.at[c];
      bool says = column->content == CONTENT_TEXT;
      for (uint32_t r = p->timeline->meeting; r < p->timeline->rows.count; r++)
        says |= column->content == CONTENT_LANE && rows[r].lane == column->lane;
      line.lane = column->lane;
      bool last = c + 1 == p->columns.count;
      fprintf (p->file, "%s%s%s", c ? " " : "", bar (p), says || !last ? " " : "");
      print_cell (p, column, says ? cell (p, column, &line) : "", !last);
    }
  fputc ('\n', p->file);
}

static void
print_rows (struct printer *p, bool is_program)
{
  char number[16];
  snprintf (number, sizeof number, "%u", (unsigned) p->timeline->steps);
  p->number_width = (uint32_t) strlen (number) + 1;
  if (p->timeline->meeting < p->timeline->rows.count)
    p->meeting_places = timeline_meeting_places (p->timeline, p->arena);
  if (p->number_width < 4)
    p->number_width = 4;
  lay_out (p, is_program);
  assert (p->columns.count > 0);
  print_row (p, "#", false, NULL);
  for (uint32_t r = 0; r < p->timeline->rows.count; r++)
    {
      const struct timeline_row *row = &p->timeline->rows.at[r];
      if (row->meets ? r == p->timeline->meeting : row->switches)
        print_rule (p);
      if (r == p->timeline->meeting)
        print_about_to (p);
      snprintf (number, sizeof number, "%u", (unsigned) row->first + 1);
      print_row (p, number, row->phase != 0, row);
      if (row->meets && has_lanes (p))
        break;
    }
}

/* Is there a column with CONTENT? */
static bool
has_column (const struct printer *p, enum content content)
{
  for (uint32_t c = 0; c < p->columns.count; c++)
    if (p->columns.at[c].content == content)
      return true;
  return false;
}

/* Say which columns are missing, and what else the width was too narrow for. */
static void
print_left_out (const struct printer *p)
{
  if (p->left_classes_out)
    wrap_print (p->terminal, "(too narrow for names of classes)", 0, p->arena, p->file);
  if (p->shared && has_column (p, CONTENT_PLACE))
    wrap_print (p->terminal, arena_format (p->arena, "(lines of %s)", p->shared), 0,
                p->arena, p->file);
  if (has_column (p, CONTENT_HELD))
    return;
  wrap_print (p->terminal,
              has_column (p, CONTENT_PLACE)
                ? "(too narrow for the locks that are held)"
                : "(too narrow for the locks that are held and the places)",
              0, p->arena, p->file);
}

/* ---- The program. ---- */

/* The line of the program that STEP is on: " 5* Stack.java:13   return count == 0;".
   WIDTH: of the longest place.  False: its source was not found. */
static bool
print_program_line (struct printer *p, const struct finding *finding, uint32_t step,
                    bool first, uint32_t width)
{
  assert (step < finding->witness->steps.count);
  const struct ir_subject *subject = finding->subject;
  name_id from = finding->witness->steps.at[step].position;
  struct position position;
  const char *place
    = from.index != NAME_NONE.index ? names_text (&subject->names, from) : NULL;
  if (!place || !position_parse (place, &position))
    return false;
  const char *path
    = program_source_path (subject->provenance, place, position.file, p->arena);
  const char *line = path ? program_source_line (path, position.line, p->arena) : NULL;
  if (!line)
    return false;
  if (first)
    fprintf (p->file, "In %s:\n", subject->provenance->language);
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, p->arena);
  text_print_safe (file, place, strlen (place));
  uint32_t columns = text_columns (place);
  fprintf (file, "%*s  ", (int) (columns < width ? width - columns : 0), "");
  text_print_safe (file, line, strlen (line));
  const char *text = localise (p, scribe_end (&scribe));
  fprintf (p->file, "%*u* ", (int) p->number_width - 1, (unsigned) step + 1);
  size_t fits = text_fit (text, p->terminal->width - p->number_width - 1);
  fwrite (text, 1, fits, p->file);
  fputc ('\n', p->file);
  return true;
}

/* The lines that the steps of the automaton are on, where the model was made from a
   program whose source is there. */
static void
print_program (struct printer *p, const struct finding *finding)
{
  const struct witness *witness = finding->witness;
  bool any = false;
  uint32_t width = 0;
  if (!finding->subject->provenance)
    return;
  for (uint32_t i = 0; i < witness->steps.count; i++)
    if (witness->steps.at[i].phase
        && witness->steps.at[i].position.index != NAME_NONE.index)
      {
        uint32_t columns = text_columns (
          names_text (&finding->subject->names, witness->steps.at[i].position));
        width = columns > width ? columns : width;
      }
  for (uint32_t i = 0; i < witness->steps.count; i++)
    if (witness->steps.at[i].phase)
      any |= print_program_line (p, finding, i, !any, width);
}

/* ---- Sentences. ---- */

static const char *
headline (struct printer *p, const struct finding *finding)
{
  const struct timeline *timeline = p->timeline;
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, p->arena);
  fputs ("  ", file);
  finding_print_automaton (finding, file);
  if (finding->query->kind == QUERY_PATTERN)
    {
      fputs (" (", file);
      finding_print_pattern (finding, file);
      fputc (')', file);
    }
  fputs (finding_automaton (finding)->parameters.count > 0 ? "  " : "", file);
  finding_print_fields (finding, file);
  for (uint32_t t = 0; t < timeline->lanes.count; t++)
    fprintf (file, "%s%s",
             t == 0                           ? "  "
             : t == finding_threads (finding) ? ", with "
                                              : ", ",
             timeline->lanes.at[t].title);
  fprintf (file, "  %u step%s, %u switch%s", (unsigned) timeline->steps,
           timeline->steps == 1 ? "" : "s", (unsigned) timeline->switches,
           timeline->switches == 1 ? "" : "es");
  return scribe_end (&scribe);
}

/* "It starts with x = 3, a[1] = 0.", where fields can start with any value. */
static void
print_initial (struct printer *p, const struct finding *finding)
{
  const struct witness *witness = finding->witness;
  const struct ir_model *model = &finding->subject->model;
  struct scribe scribe;
  if (witness->initial.count == 0)
    return;
  FILE *file = scribe_start (&scribe, p->arena);
  fputs ("It starts with", file);
  for (uint32_t i = 0; i < witness->initial.count; i++)
    {
      const struct witness_initial *initial = &witness->initial.at[i];
      const struct ir_field *field = &model->fields.at[initial->field.index];
      struct witness_step value = { .has_value = true,
                                    .is_bool = field->type.is_bool,
                                    .value = initial->value,
                                    .has_cell = field->is_array,
                                    .cell = initial->cell };
      fputs (i ? ", " : " ", file);
      text_show_name (file, ir_text (model, field->name));
      witness_print_cell (file, &value);
      fputs (" = ", file);
      witness_print_value (file, &value);
    }
  fputc ('.', file);
  wrap_print (p->terminal, localise (p, scribe_end (&scribe)), 0, p->arena, p->file);
}

/* "Only if ...", where a model that was made from a program supposes something. */
static void
print_premises (struct printer *p, const struct finding *finding)
{
  const struct provenance *provenance = finding->subject->provenance;
  for (uint32_t i = 0; provenance && i < provenance->notes.count; i++)
    if (provenance->notes.at[i].is_premise)
      {
        struct scribe scribe;
        FILE *file = scribe_start (&scribe, p->arena);
        fputs ("Only if ", file);
        text_print_safe (file, provenance->notes.at[i].text,
                         strlen (provenance->notes.at[i].text));
        fputc ('.', file);
        wrap_print (p->terminal, localise (p, scribe_end (&scribe)), 0, p->arena,
                    p->file);
      }
}

void
timeline_print (const struct finding *finding, const struct timeline *timeline,
                const struct terminal *terminal, struct arena *arena, FILE *file)
{
  struct printer p
    = { .timeline = timeline, .terminal = terminal, .arena = arena, .file = file };
  assert (terminal->width >= TERMINAL_NARROWEST);
  assert (finding->because && timeline->rows.count > 0);
  const char *word = finding->suspected ? "SUSPICION" : "VIOLATION";
  const char *colour = finding->suspected ? "\033[1;33m" : "\033[1;31m";
  fprintf (file, "%s%s%s", terminal->colours ? colour : "", word,
           terminal->colours ? "\033[0m" : "");
  wrap_print (terminal, headline (&p, finding), (uint32_t) strlen (word), arena, file);
  print_initial (&p, finding);
  print_premises (&p, finding);
  print_rows (&p, finding->subject->provenance != NULL);
  print_left_out (&p);
  print_program (&p, finding);
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  fputs ("Because: ", memory);
  because_print (finding, memory);
  fputs (finding->suspected
           ? "  This is no violation yet: it happens in the model without its data, and "
             "whether it does with the values is not known."
           : "  Replayed: yes.",
         memory);
  wrap_print (terminal, scribe_end (&scribe), 0, arena, file);
  if (finding->repair)
    {
      repair_print (finding, scribe_start (&scribe, arena));
      wrap_print (terminal, scribe_end (&scribe), 0, arena, file);
    }
}
