/* cmd_patterns.c -- phaselock patterns: lists and draws the automata of a set. */
#include <config.h>

#include <assert.h>
#include <stdio.h>

#include "base/text.h"
#include "cli/command.h"
#include "phaseauto/print_automaton.h"
#include "query/patterns.h"

struct listing
{
  const char *automata; /* a set or a file */
  const char *patterns; /* a list, or null: all */
  unsigned format;      /* an index of printers */
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
         "  edge [fontsize=10];\n", stdout);
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

/* ---- The command. ---- */

static const struct argp argp; /* below */
static const struct setting settings[]
  = { SETTING ('a', struct listing, automata), SETTING ('p', struct listing, patterns),
      SETTING (KEY_FORMAT, struct listing, format), { 0 } };

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  if (key == ARGP_KEY_ARG)
    argp_error (state, "it takes no '%s'; a file of automata goes after -a", argument);
  return command_store (&argp, settings, key, argument, state);
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
  /* In the order of the words that --format takes. */
  static void (*const printers[]) (const struct pa_set *set, const bool *chosen)
    = { print_list, print_text, print_dot, print_source };
  struct listing listing = { .automata = "strict" };
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
      const bool *chosen
        = patterns_read (&pa, listing.automata, &complaints)
            ? patterns_choose (&pa, listing.patterns, &complaints) : NULL;
      status = chosen ? STATUS_FINE : STATUS_BAD_INPUT;
      if (chosen)
        printers[listing.format] (&pa.set, chosen);
    }
  pa_clear (&pa);
  return status;
}

const struct command command_patterns
  = { "patterns", "list and draw the phase automata", &argp, run };
