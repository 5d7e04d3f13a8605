/* check.c -- from raw automata to a set: names, steps and clauses.
 *
 * Automata are small, so names are looked up by walking their declarations;
 * only the names of the automata themselves have a table.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "phaseauto/pa_parser.h"

#define NONE UINT32_MAX
/* Numbers of automata. */
#define NUMBER_LIMIT 1000000

struct checker
{
  struct arena *arena;
  const struct pa_raw *raw;
  const struct names *names;
  struct diags *diags;
  const struct pa_raw_automaton *from; /* the automaton at hand */
  struct pa_automaton *to;
  bool unknown;                        /* it has a name that is not declared */
};

static const char *
text_of (const struct checker *c, struct pa_word word)
{
  return names_text (c->names, word.name);
}

/* ---- Declarations. ---- */

static void
report_redeclared (struct checker *c, struct pa_word word, const char *what,
                   struct span earlier)
{
  diag_error (c->diags, "redeclared", word.span, "%s '%s' is declared twice", what,
              text_of (c, word));
  diag_note (c->diags, earlier, "it was declared here first");
}

static void
report_too_many (struct checker *c, struct span span, const char *what)
{
  diag_error (c->diags, "too-many", span,
              "more than %d %s; an automaton has at most so many", PA_SIZE_LIMIT,
              what);
}

static const struct pa_word *
words_at (const struct checker *c, struct pa_words words)
{
  assert (words.first + words.count <= c->raw->words.count);
  return c->raw->words.at + words.first;
}

static bool
declare (struct checker *c, struct pa_words words, const char *what,
         const char *plural)
{
  const struct pa_word *word = words_at (c, words);
  if (words.count > PA_SIZE_LIMIT)
    {
      report_too_many (c, word[PA_SIZE_LIMIT].span, plural);
      return false;
    }
  for (uint32_t i = 0; i < words.count; i++)
    for (uint32_t k = 0; k < i; k++)
      if (word[i].name.index == word[k].name.index)
        {
          report_redeclared (c, word[i], what, word[k].span);
          break;
        }
  return true;
}

static bool
declare_symbols (struct checker *c)
{
  if (!declare (c, c->from->parameters, "parameter", "parameters")
      || !declare (c, c->from->threads, "thread", "threads"))
    return false;
  const struct pa_word *word = words_at (c, c->from->parameters);
  for (uint32_t i = 0; i < c->from->parameters.count; i++)
    *vec_push (c->arena, &c->to->parameters)
      = (struct pa_symbol){ text_of (c, word[i]), word[i].span };
  word = words_at (c, c->from->threads);
  for (uint32_t i = 0; i < c->from->threads.count; i++)
    *vec_push (c->arena, &c->to->threads)
      = (struct pa_symbol){ text_of (c, word[i]), word[i].span };
  return true;
}

/* ---- Looking names up. ---- */

static uint32_t
find (const struct checker *c, struct pa_words words, name_id name)
{
  for (uint32_t i = 0; i < words.count; i++)
    if (words_at (c, words)[i].name.index == name.index)
      return i;
  return NONE;
}

/* The index of USED among WORDS; OTHERS are what it may be confused with. */
static uint32_t
look_up (struct checker *c, struct pa_word used, struct pa_words words,
         const char *what, struct pa_words others, const char *other)
{
  uint32_t index = find (c, words, used.name);
  if (index != NONE)
    return index;
  c->unknown = true;
  const char *text = text_of (c, used);
  struct suggest suggest;
  suggest_init (&suggest, text);
  for (uint32_t i = 0; i < words.count; i++)
    suggest_offer (&suggest, text_of (c, words_at (c, words)[i]));
  if (find (c, others, used.name) != NONE)
    diag_error (c->diags, "unknown-name", used.span,
                "no %s '%s' is declared; '%s' is a %s", what, text, text, other);
  else if (suggest.best)
    diag_error (c->diags, "unknown-name", used.span,
                "no %s '%s' is declared; did you mean '%s'?", what, text,
                suggest.best);
  else
    diag_error (c->diags, "unknown-name", used.span, "no %s '%s' is declared", what,
                text);
  return NONE;
}

static thread_id
look_up_thread (struct checker *c, const struct pa_raw_item *item)
{
  return (thread_id){ look_up (c, item->thread, c->from->threads, "thread",
                               c->from->parameters, "parameter") };
}

static parameter_id
look_up_parameter (struct checker *c, const struct pa_raw_item *item)
{
  if (item->kind == PA_RAW_STAYS || !pa_kind_is_access (item->action))
    return (parameter_id){ 0 };
  return (parameter_id){ look_up (c, item->parameter, c->from->parameters, "parameter",
                                  c->from->threads, "thread") };
}

/* ---- Steps and clauses. ---- */

static void
add_step (struct checker *c, const struct pa_raw_item *item)
{
  *vec_push (c->arena, &c->to->steps)
    = (struct pa_step){ look_up_thread (c, item), item->action,
                        look_up_parameter (c, item), item->in_unit, item->span };
}

static bool
check_step_number (struct checker *c, struct pa_number number)
{
  uint32_t steps = c->to->steps.count;
  if (1 <= number.value && number.value <= steps)
    return true;
  if (number.value == 0)
    diag_error (c->diags, "no-such-step", number.span,
                "there is no step 0; steps are counted from 1");
  else
    diag_error (c->diags, "no-such-step", number.span,
                "there is no such step; the automaton has %u, and clauses do not "
                "count", (unsigned) steps);
  return false;
}

/* The thread may well be in no unit at the step from which it is to stay in
   one, if that is its own step: then the clause says less than it seems. */
static void
warn_outside (struct checker *c, const struct pa_clause *clause)
{
  const struct pa_step *first = &c->to->steps.at[clause->from - 1];
  if (clause->kind != PA_STAYS || !thread_equal (first->thread, clause->thread)
      || first->kind == PA_BEGINS || first->in_unit)
    return;
  const char *thread = c->to->threads.at[clause->thread.index].name;
  if (first->kind == PA_ENDS)
    diag_warning (c->diags, "outside-unit", clause->span,
                  "'%s' ends its unit with step %u, and so has none to stay in",
                  thread, (unsigned) clause->from);
  else
    diag_warning (c->diags, "outside-unit", clause->span,
                  "step %u need not be in a unit, and then '%s' has none to stay in",
                  (unsigned) clause->from, thread);
  diag_note (c->diags, first->span, "this is step %u", (unsigned) clause->from);
}

static void
add_clause (struct checker *c, const struct pa_raw_item *item)
{
  struct pa_clause clause
    = { .kind = item->kind == PA_RAW_STAYS ? PA_STAYS : PA_NEVER,
        .thread = look_up_thread (c, item),
        .access = item->action,
        .parameter = look_up_parameter (c, item),
        .from = item->from.value,
        .to = item->to.value,
        .span = item->span };
  bool from = check_step_number (c, item->from);
  bool to = check_step_number (c, item->to);
  if (!from || !to)
    return;
  if (clause.from >= clause.to)
    diag_error (c->diags, "backwards", (struct span){ item->from.span.begin,
                                                      item->to.span.end },
                clause.from == clause.to
                  ? "from step %u to step %u is no time at all"
                  : "from step %u to step %u runs backwards",
                (unsigned) clause.from, (unsigned) clause.to);
  else if (clause.thread.index != NONE && clause.parameter.index != NONE)
    {
      warn_outside (c, &clause);
      *vec_push (c->arena, &c->to->clauses) = clause;
    }
}

/* Steps first: clauses refer to them, and may stand before them. */
static bool
add_items (struct checker *c)
{
  uint32_t accesses = 0;
  for (uint32_t i = 0; i < c->from->item_count; i++)
    {
      const struct pa_raw_item *item = &c->raw->items.at[c->from->first_item + i];
      if (item->kind != PA_RAW_STEP)
        continue;
      if (c->to->steps.count == PA_SIZE_LIMIT)
        {
          report_too_many (c, item->span, "steps");
          return false;
        }
      add_step (c, item);
      accesses += item->action == PA_ACCESSES;
      if (item->action == PA_ACCESSES && accesses == PA_ACCESSES_LIMIT + 1)
        diag_error (c->diags, "too-many", item->span,
                    "more than %d steps with 'accesses': each doubles the work",
                    PA_ACCESSES_LIMIT);
    }
  if (c->to->steps.count == 0)
    {
      diag_error (c->diags, "no-steps", c->from->name.span,
                  "automaton '%s' has no steps", c->to->name);
      return false;
    }
  for (uint32_t i = 0; i < c->from->item_count; i++)
    {
      const struct pa_raw_item *item = &c->raw->items.at[c->from->first_item + i];
      if (item->kind != PA_RAW_STEP)
        add_clause (c, item);
    }
  return true;
}

/* ---- Declared for nothing? ---- */

/* By the raw items, so that a clause in error counts as a use. */
static bool
is_mentioned (const struct checker *c, const struct pa_word *word, bool as_thread)
{
  for (uint32_t i = 0; i < c->from->item_count; i++)
    {
      const struct pa_raw_item *item = &c->raw->items.at[c->from->first_item + i];
      if (as_thread
            ? item->kind == PA_RAW_STEP && item->thread.name.index == word->name.index
            : item->kind != PA_RAW_STAYS && pa_kind_is_access (item->action)
                && item->parameter.name.index == word->name.index)
        return true;
    }
  return false;
}

static void
check_used (struct checker *c)
{
  const struct pa_word *word = words_at (c, c->from->parameters);
  for (uint32_t i = 0; i < c->from->parameters.count; i++)
    if (!is_mentioned (c, &word[i], false)
        && find (c, c->from->parameters, word[i].name) == i)
      diag_error (c->diags, "unused-parameter", word[i].span,
                  "parameter '%s' is never used", text_of (c, word[i]));
  word = words_at (c, c->from->threads);
  for (uint32_t i = 0; i < c->from->threads.count; i++)
    if (!is_mentioned (c, &word[i], true)
        && find (c, c->from->threads, word[i].name) == i)
      diag_error (c->diags, "idle-thread", word[i].span,
                  "thread '%s' has no step", text_of (c, word[i]));
}

/* ---- Automata. ---- */

static void
check_automaton (struct checker *c)
{
  const struct pa_raw_automaton *from = c->from;
  c->unknown = false;
  *c->to = (struct pa_automaton){ .name = text_of (c, from->name),
                                  .numbered = from->numbered,
                                  .number = from->number.value,
                                  .title = from->title.index == NAME_NONE.index
                                             ? NULL
                                             : names_text (c->names, from->title),
                                  .span = from->name.span };
  if (from->numbered
      && (from->number.value < 1 || from->number.value > NUMBER_LIMIT))
    diag_error (c->diags, "bad-number", from->number.span,
                "automata are numbered from 1 to %d", NUMBER_LIMIT);
  /* A name that is unused because its use is misspelt is one error. */
  if (declare_symbols (c) && add_items (c) && !c->unknown)
    check_used (c);
}

bool
pa_resolve (struct pa_set *set, const struct pa_raw *raw, struct arena *arena,
            const struct names *names, struct diags *diags)
{
  struct checker c = { .arena = arena, .raw = raw, .names = names, .diags = diags };
  uint32_t *named = arena_alloc (arena, names->entries.count * sizeof *named);
  for (uint32_t i = 0; i < names->entries.count; i++)
    named[i] = NONE;
  for (uint32_t i = 0; i < raw->automata.count; i++)
    {
      c.from = &raw->automata.at[i];
      c.to = vec_push (arena, &set->automata);
      check_automaton (&c);
      uint32_t *slot = &named[c.from->name.name.index];
      if (*slot != NONE)
        report_redeclared (&c, c.from->name, "automaton",
                           raw->automata.at[*slot].name.span);
      else
        *slot = i;
    }
#ifdef EXPENSIVE_CHECKS
  for (uint32_t i = 0; diags->errors == 0 && i < set->automata.count; i++)
    pa_check (&set->automata.at[i]);
#endif
  return diags->errors == 0;
}
