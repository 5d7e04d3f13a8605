/* patterns.c -- see patterns.h. */
#include <config.h>

#include "query/patterns.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/token.h"
#include "phaseauto/meetings.h"
#include "query/wordlist.h"

/* ---- -a ---- */

/* The shipped set that WHICH, no file, was probably meant to name; or null. */
static const char *
meant_set (const char *which)
{
  struct suggest suggest;
  suggest_init (&suggest, which);
  for (const struct pa_shipped *shipped = pa_shipped; shipped->name; shipped++)
    suggest_offer (&suggest, shipped->name);
  return access (which, F_OK) == 0 ? NULL : suggest.best;
}

bool
patterns_read (struct pa *pa, const char *which, const struct complaints *complaints)
{
  bool fine = pa_shipped_find (which) ? pa_read_shipped (pa, which) : pa_read (pa, which);
  assert (fine || pa->diags.errors > 0);
  LOG (1, "automata %s: %u patterns", which, (unsigned) pa->set.automata.count);
  diags_render (&pa->diags, complaints->file, complaints->colours);
  const char *meant = fine ? NULL : meant_set (which);
  if (meant)
    fprintf (complaints->file, "There is a set of automata called '%s'.\n", meant);
  return fine;
}

/* ---- -p ---- */

struct choice
{
  const struct pa_set *set;
  bool *chosen;
  struct pattern_choice questions; /* without its array */
  bool all_claims;
  struct arena *arena;
  const struct complaints *complaints;
};

static bool complain (const struct choice *choice, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

static bool
complain (const struct choice *choice, const char *format, ...)
{
  FILE *file = choice->complaints->file;
  assert (file && choice->set->name);
  va_list arguments;
  fprintf (file, "phaselock %s: ", choice->complaints->command);
  va_start (arguments, format);
  char *message = NULL;
  if (vasprintf (&message, format, arguments) >= 0)
    text_print_safe (file, message, strlen (message));
  free (message);
  va_end (arguments);
  fprintf (file, "\nTry 'phaselock patterns -a ");
  text_print_safe (file, choice->set->name, strlen (choice->set->name));
  fprintf (file, "' for a list of them; beside patterns there are race, deadlock, "
                 "assert, wrong, exclusive and stuck.\n");
  return false;
}

/* Choose the automaton called NAME or, if that is null, with NUMBER.  False: there is
   none. */
static bool
choose_one (struct choice *choice, const char *name, uint32_t number)
{
  for (uint32_t i = 0; i < choice->set->automata.count; i++)
    {
      const struct pa_automaton *automaton = &choice->set->automata.at[i];
      if (name ? !automaton->numbered && strcmp (automaton->name, name) == 0
               : automaton->numbered && automaton->number == number)
        return choice->chosen[i] = true;
    }
  return false;
}

/* The length of the title of AUTOMATON at the beginning of TEXT, in capitals or not, or
   after its number, as lists print it. 0: it is not there. */
static size_t
title_at (const struct pa_automaton *automaton, const char *text)
{
  size_t skip = 0, length = automaton->title ? strlen (automaton->title) : 0;
  size_t digits = strlen (automaton->name);
  if (automaton->numbered && strncmp (text, automaton->name, digits) == 0
      && text[digits] == ' ')
    skip = digits + strspn (text + digits, " ");
  assert (skip <= strlen (text));
  return length > 0 && strncasecmp (text + skip, automaton->title, length) == 0
           ? skip + length
           : 0;
}

/* Choose the automata with the longest title that begins TEXT and ends at END or, if
   that is null, before a comma or at the end of TEXT.  Returns what follows the title, or
   null if there is none. */
static const char *
choose_title (struct choice *choice, const char *text, const char *end)
{
  size_t longest = 0;
  assert (!end || text <= end);
  for (uint32_t i = 0; i < choice->set->automata.count; i++)
    {
      size_t length = title_at (&choice->set->automata.at[i], text);
      const char *after = text + length;
      after += strspn (after, " ");
      if (length > longest && (end ? after == end : *after == 0 || *after == ','))
        longest = length;
    }
  if (longest == 0)
    return NULL;
  for (uint32_t i = 0; i < choice->set->automata.count; i++)
    choice->chosen[i] |= title_at (&choice->set->automata.at[i], text) == longest;
  assert (longest <= strlen (text));
  return text + longest + strspn (text + longest, " ");
}

/* The questions beside the patterns, each with its flag; in the order of query.h. */
#define QUESTIONS 5

static bool *
question_flag (struct choice *choice, size_t i)
{
  bool *const flags[QUESTIONS]
    = { &choice->questions.race, &choice->questions.deadlock, &choice->questions.claims,
        &choice->questions.exclusive, &choice->questions.stuck };
  assert (i < QUESTIONS);
  return flags[i];
}

static const struct pa_automaton *
question_automaton (size_t i)
{
  const struct pa_automaton *const automata[QUESTIONS]
    = { pa_race (), pa_deadlock (), pa_assert (), pa_exclusive (), pa_stuck () };
  assert (i < QUESTIONS);
  return automata[i];
}

/* Choose the asserts at the place of WORD, `assert:12', `assert:12:5' or `wrong:12:5'.
   False: it is none. */
static bool
choose_place (struct choice *choice, const char *word)
{
  bool wrong = strncmp (word, PATTERNS_WRONG, strlen (PATTERNS_WRONG)) == 0;
  const char *name = wrong ? PATTERNS_WRONG : pa_assert ()->name;
  size_t length = strlen (name);
  unsigned line = 0, column = 0;
  int used = 0;
  if (strncmp (word, name, length) != 0
      || sscanf (word + length, ":%9u%n", &line, &used) != 1)
    return false;
  const char *rest = word + length + used;
  if (*rest
      && (sscanf (rest, ":%9u%n", &column, &used) != 1 || rest[used] || column == 0))
    return false;
  if (line == 0)
    return false;
  *vec_push (choice->arena, &choice->questions.places)
    = (struct pattern_place){ line, column, wrong };
  return choice->questions.claims = true;
}

/* Choose the questions that WORD stands for.  False: there are none. */
static bool
choose_question (struct choice *choice, const char *word)
{
  for (size_t i = 0; i < QUESTIONS; i++)
    if (strcmp (word, question_automaton (i)->name) == 0)
      {
        if (question_automaton (i) == pa_assert ())
          choice->all_claims = choice->questions.asserts = true;
        return *question_flag (choice, i) = true;
      }
  if (choose_place (choice, word))
    return true;
  if (strcmp (word, PATTERNS_WRONG) == 0)
    return choice->all_claims = choice->questions.claims = choice->questions.wrong = true;
  if (strcmp (word, "patterns") != 0)
    return false;
  memset (choice->chosen, true, choice->set->automata.count * sizeof *choice->chosen);
  return true;
}

/* Choose a question by its title, in capitals or not. */
static bool
choose_question_title (struct choice *choice, const char *word)
{
  for (size_t i = 0; i < QUESTIONS; i++)
    if (strcasecmp (word, question_automaton (i)->title) == 0)
      {
        if (question_automaton (i) == pa_assert ())
          choice->all_claims = choice->questions.asserts = true;
        return *question_flag (choice, i) = true;
      }
  return false;
}

/* Choose by the current word of WORDS, which began at TEXT: a name or else a title, which
   may contain commas, and so be several words. */
static bool
choose_word (struct choice *choice, struct wordlist *words, const char *text)
{
  bool question = !words->quoted && choose_question (choice, words->word);
  if (choose_one (choice, words->word, 0) || question)
    return true;
  if (words->quoted)
    return choose_title (choice, words->word, words->word + strlen (words->word));
  const char *after = choose_title (choice, text + strspn (text, " "), NULL);
  if (!after)
    return choose_question_title (choice, words->word);
  words->rest = *after ? after + 1 : NULL;
  return true;
}

/* What NAME may have been meant to be, or null: a similar name or title, or the first
   that contains it. */
static const char *
meant_pattern (const struct choice *choice, const char *name)
{
  struct suggest suggest;
  const char *containing = NULL;
  suggest_init (&suggest, name);
  suggest_offer (&suggest, "patterns");
  suggest_offer (&suggest, PATTERNS_WRONG);
  for (size_t i = 0; i < QUESTIONS; i++)
    suggest_offer (&suggest, question_automaton (i)->name);
  for (uint32_t i = 0; i < choice->set->automata.count; i++)
    {
      const struct pa_automaton *automaton = &choice->set->automata.at[i];
      const char *title = automaton->title;
      if (!automaton->numbered)
        suggest_offer (&suggest, automaton->name);
      if (title)
        suggest_offer (&suggest, title);
      if (title && !containing && strcasestr (title, name))
        containing = title;
    }
  return suggest.best ? suggest.best : strlen (name) >= 4 ? containing : NULL;
}

static bool
report_unknown_name (const struct choice *choice, const char *name)
{
  const char *meant = meant_pattern (choice, name);
  return complain (choice, "no pattern is called '%s'%s%s%s", name,
                   meant ? "; did you mean '" : "", meant ? meant : "",
                   meant ? "'?" : "");
}

/* Choose N or N-M.  Both patterns must exist, those between them need not. */
static bool
choose_numbers (struct choice *choice, const char *item)
{
  size_t digits = strspn (item, "0123456789");
  assert (digits > 0);
  uint32_t from = token_number (item, digits), to = from;
  if (item[digits] == '-')
    to = token_number (item + digits + 1, strlen (item + digits + 1));
  if (from > to)
    return complain (choice, "the range '%s' runs backwards", item);
  if (!choose_one (choice, NULL, from))
    return complain (choice, "there is no pattern number %.*s", (int) digits, item);
  if (!choose_one (choice, NULL, to))
    return complain (choice, "there is no pattern number %s", item + digits + 1);
  for (uint32_t i = 0; i < choice->set->automata.count; i++)
    {
      const struct pa_automaton *automaton = &choice->set->automata.at[i];
      choice->chosen[i]
        |= automaton->numbered && from <= automaton->number && automaton->number <= to;
    }
  return true;
}

/* Is ITEM N or N-M? */
static bool
is_numbers (const char *item)
{
  assert (*item);
  size_t first = strspn (item, "0123456789");
  if (first == 0 || item[first] == 0)
    return first > 0;
  size_t second = item[first] == '-' ? strspn (item + first + 1, "0123456789") : 0;
  return second > 0 && item[first + 1 + second] == 0;
}

bool
patterns_choose (struct pa *pa, const char *list, struct pattern_choice *result,
                 const struct complaints *complaints)
{
  const struct pa_set *set = &pa->set;
  assert (set->automata.count > 0);
  struct choice choice
    = { .set = set,
        .complaints = complaints,
        .arena = &pa->arena,
        .chosen = arena_calloc (&pa->arena, set->automata.count, sizeof *choice.chosen) };
  if (!list)
    list = "patterns,race,deadlock,assert,exclusive";
  struct wordlist words;
  const char *problem = NULL;
  bool fine = wordlist_start (&words, list) || complain (&choice, "out of memory");
  const char *text = list;
  for (; fine && wordlist_next (&words, &problem); text = words.rest)
    if (!words.quoted && is_numbers (words.word))
      fine = choose_numbers (&choice, words.word);
    else
      fine = choose_word (&choice, &words, text)
             || report_unknown_name (&choice, words.word);
  if (problem)
    fine = complain (&choice, "%s in the list of patterns '%s'", problem, list);
  wordlist_clear (&words);
  *result = choice.questions;
  result->automata = choice.chosen;
  if (choice.all_claims)
    result->places.count = 0;
  return fine;
}
