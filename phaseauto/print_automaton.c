/* print_automaton.c -- see print_automaton.h. */
#include <config.h>

#include "phaseauto/print_automaton.h"

#include <assert.h>
#include <string.h>

#include "base/escape.h"
#include "base/text.h"
#include "base/token.h"
#include "phaseauto/pa_parser.h"

/* ---- Words. ---- */

/* How a name gets into the output. */
typedef void put (FILE *file, const char *text);

static void
put_safe (FILE *file, const char *text)
{
  text_print_safe (file, text, strlen (text));
}

/* A name of a thread, parameter or automaton in the source. */
static void
put_name (FILE *file, const char *name)
{
  if (token_name_is_plain (pa_keywords, name))
    fputs (name, file);
  else
    {
      fputc ('"', file);
      escape_quoted (file, name);
      fputc ('"', file);
    }
}

/* "1", or "1  title" */
static void
put_head (const struct pa_automaton *automaton, put *put_word, FILE *file)
{
  assert (automaton->steps.count > 0);
  put_word (file, automaton->name);
  if (automaton->title)
    {
      fputs ("  ", file);
      put_word (file, automaton->title);
    }
}

static const char *
name_of (const pa_symbols *symbols, uint32_t index)
{
  assert (index < symbols->count);
  return symbols->at[index].name;
}

static const char *const kind_words[]
  = { "reads", "writes", "accesses", "begins", "ends" };

/* ---- Threads and steps. ---- */

/* What threads are called in the papers, and how they are shown. */
#define USUAL 3
static const char *const usual_names[USUAL] = { "u", "v", "w" };
static const char *const shown_names[USUAL] = { "u", "u'", "u''" };

static bool
has_usual_threads (const struct pa_automaton *automaton)
{
  assert (automaton->threads.count > 0);
  if (automaton->threads.count > USUAL)
    return false;
  for (uint32_t i = 0; i < automaton->threads.count; i++)
    if (strcmp (automaton->threads.at[i].name, usual_names[i]) != 0)
      return false;
  return true;
}

const char *
pa_thread_name (const struct pa_automaton *automaton, thread_id thread)
{
  assert (thread.index < automaton->threads.count);
  return has_usual_threads (automaton) ? shown_names[thread.index]
                                       : automaton->threads.at[thread.index].name;
}

void
pa_print_thread (const struct pa_automaton *automaton, thread_id thread, FILE *file)
{
  const char *name = pa_thread_name (automaton, thread);
  if (has_usual_threads (automaton))
    fputs (name, file);
  else
    text_show_name (file, name);
}

const char *
pa_thread_primes (const struct pa_automaton *automaton, thread_id thread)
{
  assert (thread.index < automaton->threads.count);
  return has_usual_threads (automaton) ? shown_names[thread.index] + 1 : "";
}

/* In the source a thread has its own name. */
static const char *
thread_word (const struct pa_automaton *automaton, thread_id thread, put *put_word)
{
  return put_word == put_name ? name_of (&automaton->threads, thread.index)
                              : pa_thread_name (automaton, thread);
}

const char *
pa_kind_letter (enum pa_kind kind)
{
  static const char *const letters[]
    = { [PA_READS] = "R",      [PA_WRITES] = "W",     [PA_ACCESSES] = "A",
        [PA_BEGINS] = "begin", [PA_ENDS] = "end",     [PA_AWAITS] = "waits",
        [PA_STARTS] = "start", [PA_FINISHES] = "end", [PA_FAILS] = "fails",
        [PA_WAITS] = "waits" };
  assert ((size_t) kind < sizeof letters / sizeof *letters);
  return letters[kind];
}

void
pa_print_letter (const struct pa_automaton *automaton, const struct pa_step *step,
                 FILE *file)
{
  fprintf (file, "%s%s", pa_kind_letter (step->kind),
           pa_thread_primes (automaton, step->thread));
  if (has_usual_threads (automaton))
    return;
  fputc ('_', file);
  text_show_name (file, automaton->threads.at[step->thread.index].name);
}

/* "u reads l1 in unit", "u' begins unit" */
static void
put_step (const struct pa_automaton *automaton, const struct pa_step *step, put *put_word,
          FILE *file)
{
  put_word (file, thread_word (automaton, step->thread, put_word));
  fprintf (file, " %s ", kind_words[step->kind]);
  if (pa_kind_is_access (step->kind))
    put_word (file, name_of (&automaton->parameters, step->parameter.index));
  else
    fputs ("unit", file);
  if (step->in_unit)
    fputs (" in unit", file);
}

/* "u stays in unit", "never u' writes l1" */
static void
put_clause (const struct pa_automaton *automaton, const struct pa_clause *clause,
            put *put_word, FILE *file)
{
  assert (clause->kind == PA_STAYS || pa_kind_is_access (clause->access));
  if (clause->kind == PA_NEVER)
    fputs ("never ", file);
  put_word (file, thread_word (automaton, clause->thread, put_word));
  if (clause->kind == PA_STAYS)
    fputs (" stays in unit", file);
  else
    {
      fprintf (file, " %s ", kind_words[clause->access]);
      put_word (file, name_of (&automaton->parameters, clause->parameter.index));
    }
}

/* ---- The notation of patterns. ---- */

void
pa_print_pattern (const struct pa_automaton *automaton, FILE *file)
{
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    {
      const struct pa_step *step = &automaton->steps.at[i];
      fputs (i ? " " : "", file);
      pa_print_letter (automaton, step, file);
      if (!pa_kind_is_access (step->kind))
        continue;
      fputc ('(', file);
      put_safe (file, name_of (&automaton->parameters, step->parameter.index));
      fputc (')', file);
    }
}

/* ---- Phases. ---- */

/* The clauses in force in STATE with commas between them, or NOTHING. */
static void
put_clauses (const struct pa_automaton *automaton, uint32_t state, const char *nothing,
             put *put_word, FILE *file)
{
  bool some = false;
  assert (state <= automaton->steps.count);
  for (uint32_t i = 0; i < automaton->clauses.count; i++)
    {
      const struct pa_clause *clause = &automaton->clauses.at[i];
      if (!pa_clause_holds (clause, state))
        continue;
      fputs (some ? ", " : "", file);
      put_clause (automaton, clause, put_word, file);
      some = true;
    }
  fputs (some ? "" : nothing, file);
}

static void
put_symbols (const pa_symbols *symbols, put *put_word, FILE *file)
{
  assert (symbols->count > 0);
  for (uint32_t i = 0; i < symbols->count; i++)
    {
      fputs (i ? ", " : "", file);
      put_word (file, symbols->at[i].name);
    }
}

void
pa_print_phases (const struct pa_automaton *automaton, FILE *file)
{
  put_head (automaton, put_safe, file);
  fputs ("\n  fields ", file);
  put_symbols (&automaton->parameters, put_safe, file);
  fprintf (file, "; thread%s ", automaton->threads.count == 1 ? "" : "s");
  for (thread_id t = { 0 }; t.index < automaton->threads.count; t.index++)
    {
      fputs (t.index ? ", " : "", file);
      put_safe (file, pa_thread_name (automaton, t));
    }
  fputc ('\n', file);
  for (uint32_t x = 0; x < automaton->steps.count; x++)
    {
      fprintf (file, "  phase %-3u ", (unsigned) x + 1);
      put_clauses (automaton, x, "anything may happen", put_safe, file);
      fprintf (file, "\n      | %u  ", (unsigned) x + 1);
      put_step (automaton, &automaton->steps.at[x], put_safe, file);
      fputc ('\n', file);
    }
  fputs ("  violation\n", file);
}

/* ---- DOT. ---- */

/* An edge of automaton INDEX up to its label. */
static void
open_edge (uint32_t index, uint32_t from, uint32_t to, FILE *file)
{
  fprintf (file, "    a%u_%u -> a%u_%u [label=\"", (unsigned) index, (unsigned) from,
           (unsigned) index, (unsigned) to);
}

void
pa_print_dot (const struct pa_automaton *automaton, uint32_t index, FILE *file)
{
  fprintf (file, "  subgraph cluster_%u {\n    label=\"", (unsigned) index);
  put_head (automaton, escape_dot, file);
  fputs ("\";\n", file);
  uint32_t last = automaton->steps.count;
  for (uint32_t x = 0; x <= last; x++)
    {
      fprintf (file, "    a%u_%u [label=\"%u\"%s];\n", (unsigned) index, (unsigned) x,
               (unsigned) x + 1, x == last ? ", shape=doublecircle" : "");
      open_edge (index, x, x, file);
      put_clauses (automaton, x, "anything", escape_dot, file);
      fputs ("\", style=dashed];\n", file);
      if (x == last)
        break;
      open_edge (index, x, x + 1, file);
      put_step (automaton, &automaton->steps.at[x], escape_dot, file);
      fputs ("\"];\n", file);
    }
  fputs ("  }\n", file);
}

/* ---- Source. ---- */

void
pa_print_source (const struct pa_automaton *automaton, FILE *file)
{
  fputs ("automaton ", file);
  if (automaton->numbered)
    fputs (automaton->name, file);
  else
    put_name (file, automaton->name);
  if (automaton->title)
    {
      fputs (" \"", file);
      escape_quoted (file, automaton->title);
      fputc ('"', file);
    }
  fputs (" (", file);
  put_symbols (&automaton->parameters, put_name, file);
  fputs (") {\n  threads ", file);
  put_symbols (&automaton->threads, put_name, file);
  fputs (";\n", file);
  for (uint32_t i = 0; i < automaton->steps.count; i++)
    {
      fputs ("  ", file);
      put_step (automaton, &automaton->steps.at[i], put_name, file);
      fputs (";\n", file);
    }
  for (uint32_t i = 0; i < automaton->clauses.count; i++)
    {
      const struct pa_clause *clause = &automaton->clauses.at[i];
      fputs ("  ", file);
      put_clause (automaton, clause, put_name, file);
      fprintf (file, " from %u to %u;\n", (unsigned) clause->from, (unsigned) clause->to);
    }
  fputs ("}\n", file);
}
