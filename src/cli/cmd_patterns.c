/* cmd_patterns.c -- phaselock patterns: lists and draws the automata of a set. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/command.h"
#include "phaseauto/print_automaton.h"
#include "query/patterns.h"

struct listing
{
  const char *which;  /* -a */
  const char *list;   /* -p */
  void (*print) (const struct pa_set *set, const bool *chosen);
};

enum
{
  KEY_FORMAT = 256,
};

static const struct argp_option options[]
  = { { "automata", 'a', "strict|spin09|complete|FILE", 0,
        "which set of automata (default strict)", 0 },
      { "pattern", 'p', "LIST", 0, "only these: 1,4-6 or names (default all)", 0 },
      { "format", KEY_FORMAT, "list|text|dot|pa", 0,
        "list: a line each (default); text: the phases of each; dot: a graph; "
        "pa: their own language", 0 },
      { NULL, 0, NULL, 0, NULL, 0 } };

/* ---- list ---- */

static void
print_padded (const char *text, int width, bool right)
{
  int pad = width - (int) text_columns (text);
  printf ("%*s", right && pad > 0 ? pad : 0, "");
  text_print_safe (stdout, text, strlen (text));
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
  /* A very long one does not push all others to the right. */
  const int most = 48;
  int name = 2, title = 0;
  for (uint32_t i = 0; i < set->automata.count; i++)
    if (chosen[i])
      {
        int width = (int) text_columns (set->automata.at[i].name);
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

static void
print_text (const struct pa_set *set, const bool *chosen)
{
  const char *gap = "";
  for (uint32_t i = 0; i < set->automata.count; i++)
    if (chosen[i])
      {
        fputs (gap, stdout);
        pa_print_phases (&set->automata.at[i], stdout);
        gap = "\n";
      }
}

static void
print_dot (const struct pa_set *set, const bool *chosen)
{
  fputs ("digraph patterns {\n  rankdir=LR;\n  node [shape=circle, fontsize=10];\n"
         "  edge [fontsize=10];\n", stdout);
  for (uint32_t i = 0; i < set->automata.count; i++)
    if (chosen[i])
      pa_print_dot (&set->automata.at[i], i, stdout);
  fputs ("}\n", stdout);
}

static void
print_source (const struct pa_set *set, const bool *chosen)
{
  const char *gap = "";
  for (uint32_t i = 0; i < set->automata.count; i++)
    if (chosen[i])
      {
        fputs (gap, stdout);
        pa_print_source (&set->automata.at[i], stdout);
        gap = "\n";
      }
}

/* ---- The command. ---- */

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  static const struct
  {
    const char *word;
    void (*print) (const struct pa_set *set, const bool *chosen);
  } formats[] = { { "list", print_list }, { "text", print_text }, { "dot", print_dot },
                  { "pa", print_source } };
  struct listing *listing = state->input;
  switch (key)
    {
    case 'a':
      listing->which = argument;
      return 0;
    case 'p':
      listing->list = argument;
      return 0;
    case KEY_FORMAT:
      listing->print = NULL;
      for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp (argument, formats[i].word) == 0)
          listing->print = formats[i].print;
      if (!listing->print)
        argp_error (state, "unknown format '%s'; there are list, text, dot and pa",
                    argument);
      return 0;
    case ARGP_KEY_ARG:
      argp_error (state, "'%s' is too much; a file of automata goes behind -a",
                  argument);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp
  = { options, parse_option, "",
      "List the phase automata that queries are made of, or draw them.\v"
      "R_u(l) is a read of field l by thread u, W a write, A either.\n\n"
      "Exit status: 0, or 2 if the automata have errors or there is no such pattern.",
      NULL, NULL, NULL };

static enum status
run (int argc, char **argv)
{
  struct listing listing = { "strict", NULL, print_list };
  command_parse (&argp, argc, argv, &listing);
  struct quota quota;
  struct pa pa;
  quota_init (&quota);
  pa_init (&pa, &quota);
  enum status status;
  if (quota_checkpoint (&quota))
    {
      text_print_safe (stderr, listing.which, strlen (listing.which));
      fputs (": error: not enough memory for these automata [memory]\n", stderr);
      status = STATUS_BAD_INPUT;
    }
  else
    {
      struct complaints complaints = command_complaints ("patterns");
      status = patterns_read (&pa, listing.which, &complaints) ? STATUS_FINE
                                                               : STATUS_BAD_INPUT;
      bool *chosen = arena_calloc (&pa.arena, pa.set.automata.count, sizeof *chosen);
      if (status == STATUS_FINE
          && !patterns_choose (&pa.set, listing.list, chosen, &complaints))
        status = STATUS_BAD_INPUT;
      if (status == STATUS_FINE)
        listing.print (&pa.set, chosen);
    }
  pa_clear (&pa);
  return status;
}

const struct command command_patterns
  = { "patterns", "list and draw the phase automata", &argp, run };
