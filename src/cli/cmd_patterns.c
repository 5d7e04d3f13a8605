/* cmd_patterns.c -- phaselock patterns: lists, explains and draws automata. */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/text.h"
#include "cli/command.h"
#include "phaseauto/draw_pattern.h"
#include "phaseauto/meetings.h"
#include "phaseauto/pa_text.h"
#include "phaseauto/print_automaton.h"
#include "query/patterns.h"

struct listing
{
  const char *automata; /* a set or a file */
  const char *patterns; /* a list, or null: all */
  bool explain;
  unsigned format; /* an index of printers */
};

enum
{
  KEY_FORMAT = 256,
  KEY_EXPLAIN,
};

static const struct argp_option options[]
  = { { "automata", 'a', "complete|strict|spin09|FILE", 0,
        "which set of automata (default " PA_DEFAULT_SET ")", 0 },
      { "pattern", 'p', "LIST", 0,
        "only these: 1,4-6, names or titles, race, deadlock (default all)", 0 },
      { "explain", KEY_EXPLAIN, NULL, 0,
        "say what happens in each, why that is bad, and show an example in Java", 0 },
      { "format", KEY_FORMAT, "list|text|dot|pa|svg|markdown", 0,
        "how to show them (default list)", 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

/* ---- list ---- */

static void
print_padded (const char *text, int width, bool right)
{
  assert (width >= 0);
  int pad = width - (int) text_columns (text);
  printf ("%*s", right && pad > 0 ? pad : 0, "");
  command_print_safe (stdout, text);
  printf ("%*s", !right && pad > 0 ? pad : 0, "");
}

static const char *
title_of (const struct pa_automaton *automaton)
{
  return automaton->title ? automaton->title : "";
}

static int
larger (int a, int b)
{
  return a > b ? a : b;
}

static void
print_list (const struct pa_set *set, const bool *chosen)
{
  assert (set->automata.count > 0);
  /* A very long name or title does not push all others to the right. */
  const int most = 48;
  int name = 2, title = 0;
  for (uint32_t i = 0; i < set->automata.count; i++)
    if (chosen[i])
      {
        int width = (int) text_columns (set->automata.at[i].name);
        assert (width > 0);
        name = larger (name, width <= most ? width : 0);
        width = (int) text_columns (title_of (&set->automata.at[i]));
        title = larger (title, width <= most ? width : 0);
      }
  for (uint32_t i = 0; i < set->automata.count; i++)
    if (chosen[i])
      {
        const struct pa_automaton *automaton = &set->automata.at[i];
        print_padded (automaton->name, name, automaton->numbered);
        fputs ("  ", stdout);
        print_padded (title_of (automaton), title, false);
        fputs (title ? "  " : "", stdout);
        pa_print_pattern (automaton, stdout);
        fputc ('\n', stdout);
      }
}

/* ---- The other formats. ---- */

/* Each by PRINT, with an empty line between two. */
static void
print_each (const struct pa_set *set, const bool *chosen,
            void (*print) (const struct pa_automaton *automaton, FILE *file))
{
  const char *gap = "";
  assert (chosen);
  for (uint32_t i = 0; i < set->automata.count; i++)
    if (chosen[i])
      {
        fputs (gap, stdout);
        print (&set->automata.at[i], stdout);
        gap = "\n";
      }
}

static void
print_text (const struct pa_set *set, const bool *chosen)
{
  print_each (set, chosen, pa_print_phases);
}

static void
print_dot (const struct pa_set *set, const bool *chosen)
{
  fputs ("digraph patterns {\n  rankdir=LR;\n  node [shape=circle, fontsize=10];\n"
         "  edge [fontsize=10];\n",
         stdout);
  for (uint32_t i = 0; i < set->automata.count; i++)
    if (chosen[i])
      pa_print_dot (&set->automata.at[i], i, stdout);
  fputs ("}\n", stdout);
}

static void
print_source (const struct pa_set *set, const bool *chosen)
{
  print_each (set, chosen, pa_print_source);
}

/* All pictures in one, below each other. */
static void
print_svg (const struct pa_set *set, const bool *chosen)
{
  struct drawing_size all = { 0, 0 };
  for (uint32_t i = 0; i < set->automata.count; i++)
    if (chosen[i])
      {
        struct drawing_size size = pa_drawing_size (&set->automata.at[i]);
        all.width = size.width > all.width ? size.width : all.width;
        all.height += size.height;
      }
  assert (all.width > 0 && all.height > 0);
  printf ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
          "font-family=\"sans-serif\" font-size=\"14\" fill=\"#111\">\n"
          "<defs><marker id=\"arrow\" markerWidth=\"9\" markerHeight=\"8\" refX=\"8\" "
          "refY=\"4\" orient=\"auto\" markerUnits=\"userSpaceOnUse\">"
          "<path d=\"M0 0L9 4L0 8z\" fill=\"#c22\"/></marker></defs>\n"
          "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
          (unsigned) all.width, (unsigned) all.height);
  uint32_t y = 0;
  for (uint32_t i = 0; i < set->automata.count; i++)
    if (chosen[i])
      {
        pa_draw (&set->automata.at[i], y, stdout);
        y += pa_drawing_size (&set->automata.at[i]).height;
      }
  fputs ("</svg>\n", stdout);
}

/* ---- Explanations. ---- */

/* "12  inconsistent pair read  R(l1) ..." */
static void
explain_one (const struct pa_automaton *automaton, FILE *file)
{
  static const struct pa_text_style style
    = { .prefix = "  ", .columns = 78, .indent = "  " };
  command_print_safe (file, automaton->name);
  fprintf (file, "%s", automaton->title ? "  " : "");
  command_print_safe (file, title_of (automaton));
  if (automaton->together <= 1 && automaton->steps.count > 0)
    {
      fputs ("\n  ", file);
      pa_print_pattern (automaton, file);
    }
  fputs ("\n\n", file);
  if (automaton->text.says || automaton->text.example)
    pa_text_print (&automaton->text, &style, file);
  else
    fputs ("  Its file has no text about it.\n", file);
}

static void
print_explanations (const struct pa_set *set, const bool *chosen)
{
  print_each (set, chosen, explain_one);
}

static void
put_markdown (FILE *file, const char *text)
{
  escape_markdown (file, text, strlen (text));
}

/* "12. inconsistent pair read" */
static void
put_heading (const struct pa_automaton *automaton, FILE *file)
{
  put_markdown (file, automaton->name);
  fputs (automaton->title ? ". " : "", file);
  put_markdown (file, title_of (automaton));
}

/* `R(l1) W'(l1)' as code. */
static void
put_pattern_code (const struct pa_automaton *automaton, FILE *file)
{
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream (&text, &length);
  if (memory)
    pa_print_pattern (automaton, memory);
  if (memory && fclose (memory) == 0)
    escape_markdown_code (file, text);
  free (text);
}

static void
markdown_one (const struct pa_automaton *automaton, FILE *file)
{
  static const struct pa_text_style style
    = { .prefix = "", .columns = 120, .indent = "", .markdown = true };
  fputs ("## ", file);
  put_heading (automaton, file);
  fputs ("\n\n", file);
  put_pattern_code (automaton, file);
  fputs ("\n\n", file);
  if (automaton->numbered)
    fprintf (file, "![pattern %u](patterns/%u.svg)\n\n", (unsigned) automaton->number,
             (unsigned) automaton->number);
  pa_text_print (&automaton->text, &style, file);
}

/* doc/patterns.md is made by this; its pictures by --format svg. */
static void
print_markdown (const struct pa_set *set, const bool *chosen)
{
  static const char introduction[]
    = "`R(l)` is a read of field `l` by a unit of work `u`, and `W` a write; `R'(l)` "
      "and `W'(l)` are those of another unit,\n`u'`. Steps happen in this order. In "
      "the pictures time goes from left to right, a grey bar is a unit that does "
      "not\nend, and a red arrow is a conflict, two accesses to one field of which at "
      "least one is a write. The arrows point both\nways, so neither unit can be said "
      "to come first.\n\nIn the examples two methods are the units, and `// 1 "
      "R(balance)` is step 1, a read of `balance` by `u`. Each example\nis a bug that "
      "goes away if both methods hold one lock from their first access to their "
      "last.\n\n";
  fputs ("# The patterns of ", stdout);
  put_markdown (stdout, set->name);
  fputs ("\n\n", stdout);
  fputs (introduction, stdout);
  print_each (set, chosen, markdown_one);
}

/* ---- Races and deadlocks, which are of no set. ---- */

/* They are no automata of the set: formats that draw or print these have nothing to show
   for them.  False, after a message: nothing else is asked for. */
static bool
can_show (const struct listing *listing, const struct pa_set *set,
          const struct pattern_choice *choice)
{
  assert (!listing->explain || listing->format == 0);
  bool some = listing->format == 0;
  for (uint32_t i = 0; i < set->automata.count; i++)
    some |= choice->automata[i];
  assert (some || choice->race || choice->deadlock);
  if (!some)
    fputs (
      "phaselock patterns: races and deadlocks have no automaton that could be shown; "
      "--explain says what they are\n",
      stderr);
  return some;
}

/* Explained with the others; listed if they are asked for by name. */
static void
print_questions (const struct listing *listing, const struct pa_set *set,
                 const struct pattern_choice *choice)
{
  const struct pa_automaton *const questions[]
    = { choice->race ? pa_race () : NULL, choice->deadlock ? pa_deadlock () : NULL };
  bool gap = false;
  for (uint32_t i = 0; i < set->automata.count; i++)
    gap |= choice->automata[i];
  for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
    if (questions[i] && listing->explain)
      {
        fputs (gap ? "\n" : "", stdout);
        explain_one (questions[i], stdout);
        gap = true;
      }
    else if (questions[i] && listing->patterns && listing->format == 0)
      printf ("%s  %s\n", questions[i]->name, questions[i]->title);
}

/* ---- The command. ---- */

static const struct argp argp; /* below */
static const struct setting settings[] = { SETTING ('a', struct listing, automata),
                                           SETTING ('p', struct listing, patterns),
                                           SETTING (KEY_FORMAT, struct listing, format),
                                           SETTING (KEY_EXPLAIN, struct listing, explain),
                                           { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  const struct listing *listing = state->input;
  if (key == ARGP_KEY_END && listing->explain && listing->format != 0)
    command_misuse (state, "--explain prints text, and cannot be combined with --format");
  if (key == ARGP_KEY_ARG)
    command_misuse (state, "unexpected argument '%s'; a file of automata goes after -a",
                    argument);
  return command_store (&argp, settings, key, argument, state);
}

static const struct argp argp
  = { options,
      parse_option,
      "",
      "List, explain or draw the phase automata that queries are made of.\v"
      "--format list has a line for each, text its phases; dot is a graph, svg a "
      "picture, pa their own language, markdown a page that explains them.\n\n"
      "R(l) is a read of field l by the unit u, W a write, A either; those of the other "
      "unit, u', have a prime: W'(l).\n\n"
      "Exit status: 0, or 2 if the automata have errors or there is no such pattern.",
      NULL,
      NULL,
      NULL };

static enum status
run (int argc, char **argv)
{
  /* In the order of the words that --format takes. */
  static void (*const printers[]) (const struct pa_set *set, const bool *chosen)
    = { print_list, print_text, print_dot, print_source, print_svg, print_markdown };
  struct listing listing = { .automata = PA_DEFAULT_SET };
  command_parse (&argp, argc, argv, &listing);
  assert (listing.format < sizeof printers / sizeof *printers);
  struct quota quota;
  struct pa pa;
  quota_init (&quota);
  pa_init (&pa, &quota);
  enum status status;
  if (quota_checkpoint (&quota))
    {
      command_error (listing.automata, "not enough memory for these automata [memory]");
      status = STATUS_BAD_INPUT;
    }
  else
    {
      struct complaints complaints = command_complaints ("patterns");
      struct pattern_choice choice;
      bool fine = patterns_read (&pa, listing.automata, &complaints)
                  && patterns_choose (&pa, listing.patterns, &choice, &complaints);
      fine = fine && can_show (&listing, &pa.set, &choice);
      status = fine ? STATUS_FINE : STATUS_BAD_INPUT;
      if (fine)
        (listing.explain ? print_explanations
                         : printers[listing.format]) (&pa.set, choice.automata);
      if (fine)
        print_questions (&listing, &pa.set, &choice);
    }
  pa_clear (&pa);
  return status;
}

const struct command command_patterns
  = { "patterns", "list, explain and draw the phase automata", &argp, run };
