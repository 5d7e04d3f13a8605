/* pa_resolve.c -- from raw automata to a set: names, steps and clauses.
 *
 * Automata are small, so names are looked up by walking their declarations;
 * only the names of the automata themselves have a table.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "base/suggest.h"
#include "phaseauto/pa_parser.h"
#include "phaseauto/pa_text.h"

#define NONE UINT32_MAX
/* Automata are numbered up to here. */
#define NUMBER_LIMIT 1000000

struct resolver
{
  struct arena *arena;
  const struct pa_raw *raw;
  const struct names *names;
  struct diags *diags;
  const struct pa_raw_automaton *from; /* the current automaton */
  struct pa_automaton *to;
  bool unknown; /* it uses a name that is not declared */
};

static const char *
text_of (const struct resolver *r, struct pa_word word)
{
  return names_text (r->names, word.name);
}

static const struct pa_word *
words_at (const struct resolver *r, struct pa_words words)
{
  assert (words.first + words.count <= r->raw->words.count);
  return r->raw->words.at + words.first;
}

/* Item number I of the current automaton: a step or a clause. */
static const struct pa_raw_item *
item_at (const struct resolver *r, uint32_t i)
{
  assert (i < r->from->item_count);
  assert (r->from->first_item + i < r->raw->items.count);
  return &r->raw->items.at[r->from->first_item + i];
}

/* The place of NAME among WORDS, or NONE. */
static uint32_t
find (const struct resolver *r, struct pa_words words, name_id name)
{
  for (uint32_t i = 0; i < words.count; i++)
    if (words_at (r, words)[i].name.index == name.index)
      return i;
  return NONE;
}

/* ---- Declarations. ---- */

static void
report_redeclared (struct resolver *r, struct pa_word word, const char *what,
                   struct span earlier)
{
  diag_error (r->diags, "redeclared", word.span, "%s '%s' is declared twice", what,
              text_of (r, word));
  diag_note (r->diags, earlier, "it was declared here first");
}

static void
report_too_many (struct resolver *r, struct span span, const char *what)
{
  diag_error (r->diags, "too-many", span, "an automaton has at most %d %s", PA_SIZE_LIMIT,
              what);
}

/* Declare WORDS, which are a WHAT each, as SYMBOLS; false if there are too many. */
static bool
declare (struct resolver *r, struct pa_words words, const char *what, const char *plural,
         pa_symbols *symbols)
{
  const struct pa_word *word = words_at (r, words);
  if (words.count > PA_SIZE_LIMIT)
    {
      report_too_many (r, word[PA_SIZE_LIMIT].span, plural);
      return false;
    }
  for (uint32_t i = 0; i < words.count; i++)
    {
      uint32_t first = find (r, words, word[i].name);
      assert (first <= i);
      if (first < i)
        report_redeclared (r, word[i], what, word[first].span);
      *vec_push (r->arena, symbols)
        = (struct pa_symbol){ text_of (r, word[i]), word[i].span };
    }
  return true;
}

/* ---- Looking names up. ---- */

/* The place of USED among WORDS, which are a WHAT each, or NONE after a message.
   OTHERS, which are an OTHER each, are what they may be confused with. */
static uint32_t
look_up (struct resolver *r, struct pa_word used, struct pa_words words, const char *what,
         struct pa_words others, const char *other)
{
  uint32_t index = find (r, words, used.name);
  if (index != NONE)
    return index;
  r->unknown = true;
  const char *text = text_of (r, used);
  struct suggest suggest;
  suggest_init (&suggest, text);
  for (uint32_t i = 0; i < words.count; i++)
    suggest_offer (&suggest, text_of (r, words_at (r, words)[i]));
  if (find (r, others, used.name) != NONE)
    diag_error (r->diags, "unknown-name", used.span,
                "no %s '%s' is declared; '%s' is a %s", what, text, text, other);
  else if (suggest.best)
    diag_error (r->diags, "unknown-name", used.span,
                "no %s '%s' is declared; did you mean '%s'?", what, text, suggest.best);
  else
    diag_error (r->diags, "unknown-name", used.span, "no %s '%s' is declared", what,
                text);
  return NONE;
}

static thread_id
look_up_thread (struct resolver *r, const struct pa_raw_item *item)
{
  return (thread_id){ look_up (r, item->thread, r->from->threads, "thread",
                               r->from->parameters, "parameter") };
}

/* The parameter of ITEM; 0 if it names none. */
static parameter_id
look_up_parameter (struct resolver *r, const struct pa_raw_item *item)
{
  if (item->kind == PA_RAW_STAYS || !pa_kind_is_access (item->action))
    return (parameter_id){ 0 };
  return (parameter_id){ look_up (r, item->parameter, r->from->parameters, "parameter",
                                  r->from->threads, "thread") };
}

/* ---- Steps and clauses. ---- */

static bool
check_step_number (struct resolver *r, struct pa_number number)
{
  uint32_t steps = r->to->steps.count;
  if (1 <= number.value && number.value <= steps)
    return true;
  if (number.value == 0)
    diag_error (r->diags, "no-such-step", number.span,
                "there is no step 0; steps are counted from 1");
  else
    diag_error (r->diags, "no-such-step", number.span,
                "there is no such step; the automaton has %u, and clauses do not "
                "count",
                (unsigned) steps);
  return false;
}

/* Warn if a thread need not be in a unit at its own step from which it should stay in it:
   then the clause says less than it seems to. */
static void
warn_outside (struct resolver *r, const struct pa_clause *clause)
{
  assert (0 < clause->from && clause->from < clause->to);
  assert (clause->to <= r->to->steps.count);
  const struct pa_step *first = &r->to->steps.at[clause->from - 1];
  if (clause->kind != PA_STAYS || !thread_equal (first->thread, clause->thread)
      || first->kind == PA_BEGINS || first->in_unit)
    return;
  const char *thread = r->to->threads.at[clause->thread.index].name;
  if (first->kind == PA_ENDS)
    diag_warning (r->diags, "outside-unit", clause->span,
                  "'%s' ends its unit with step %u, and so has none to stay in", thread,
                  (unsigned) clause->from);
  else
    diag_warning (r->diags, "outside-unit", clause->span,
                  "step %u need not be in a unit, and then '%s' has none to stay in",
                  (unsigned) clause->from, thread);
  diag_note (r->diags, first->span, "this is step %u", (unsigned) clause->from);
}

static void
add_clause (struct resolver *r, const struct pa_raw_item *item)
{
  struct pa_clause clause = { .kind = item->kind == PA_RAW_STAYS ? PA_STAYS : PA_NEVER,
                              .thread = look_up_thread (r, item),
                              .access = item->action,
                              .parameter = look_up_parameter (r, item),
                              .from = item->from.value,
                              .to = item->to.value,
                              .span = item->span };
  bool from = check_step_number (r, item->from);
  bool to = check_step_number (r, item->to);
  if (!from || !to)
    return;
  if (clause.from >= clause.to)
    diag_error (
      r->diags, "backwards", (struct span){ item->from.span.begin, item->to.span.end },
      clause.from == clause.to ? "the range from step %u to step %u is empty"
                               : "the range from step %u to step %u runs backwards",
      (unsigned) clause.from, (unsigned) clause.to);
  else if (clause.thread.index != NONE && clause.parameter.index != NONE)
    {
      warn_outside (r, &clause);
      *vec_push (r->arena, &r->to->clauses) = clause;
    }
}

/* Steps first: clauses refer to them, and may stand before them. */
static bool
add_items (struct resolver *r)
{
  uint32_t accesses = 0;
  for (uint32_t i = 0; i < r->from->item_count; i++)
    {
      const struct pa_raw_item *item = item_at (r, i);
      if (item->kind != PA_RAW_STEP)
        continue;
      if (r->to->steps.count == PA_SIZE_LIMIT)
        {
          report_too_many (r, item->span, "steps");
          return false;
        }
      *vec_push (r->arena, &r->to->steps)
        = (struct pa_step){ .thread = look_up_thread (r, item),
                            .kind = item->action,
                            .parameter = look_up_parameter (r, item),
                            .in_unit = item->in_unit,
                            .span = item->span };
      accesses += item->action == PA_ACCESSES;
      if (item->action == PA_ACCESSES && accesses == PA_ACCESSES_LIMIT + 1)
        diag_error (r->diags, "too-many", item->span,
                    "more than %d steps with 'accesses': each doubles the work",
                    PA_ACCESSES_LIMIT);
    }
  if (r->to->steps.count == 0)
    {
      diag_error (r->diags, "no-steps", r->from->name.span, "automaton '%s' has no steps",
                  r->to->name);
      return false;
    }
  for (uint32_t i = 0; i < r->from->item_count; i++)
    if (item_at (r, i)->kind != PA_RAW_STEP)
      add_clause (r, item_at (r, i));
  return true;
}

/* ---- Declared for nothing? ---- */

/* Is NAME used: as the thread of a step, or as a parameter of a step or clause?  The raw
   items are checked, so that a clause in error counts as a use. */
static bool
is_used (const struct resolver *r, name_id name, bool as_thread)
{
  for (uint32_t i = 0; i < r->from->item_count; i++)
    {
      const struct pa_raw_item *item = item_at (r, i);
      if (as_thread ? item->kind == PA_RAW_STEP && item->thread.name.index == name.index
                    : item->kind != PA_RAW_STAYS && pa_kind_is_access (item->action)
                        && item->parameter.name.index == name.index)
        return true;
    }
  return false;
}

static void
check_used (struct resolver *r, struct pa_words words, bool threads)
{
  const struct pa_word *word = words_at (r, words);
  for (uint32_t i = 0; i < words.count; i++)
    if (!is_used (r, word[i].name, threads) && find (r, words, word[i].name) == i)
      diag_error (r->diags, threads ? "idle-thread" : "unused-parameter", word[i].span,
                  threads ? "thread '%s' has no step" : "parameter '%s' is never used",
                  text_of (r, word[i]));
}

/* ---- Automata. ---- */

static void
resolve_automaton (struct resolver *r)
{
  const struct pa_raw_automaton *from = r->from;
  r->unknown = false;
  *r->to = (struct pa_automaton){ .name = text_of (r, from->name),
                                  .numbered = from->numbered,
                                  .number = from->number.value,
                                  .title = from->title.index == NAME_NONE.index
                                             ? NULL
                                             : names_text (r->names, from->title),
                                  .span = from->name.span,
                                  .together = 1 };
  r->to->text = pa_text_of (r->raw, from, r->diags->source, r->arena);
  if (from->numbered && (from->number.value < 1 || from->number.value > NUMBER_LIMIT))
    diag_error (r->diags, "bad-number", from->number.span,
                "automata are numbered from 1 to %d", NUMBER_LIMIT);
  if (!declare (r, from->parameters, "parameter", "parameters", &r->to->parameters)
      || !declare (r, from->threads, "thread", "threads", &r->to->threads)
      || !add_items (r))
    return;
  /* A name that is unused because its use is misspelt is one error, not two. */
  if (!r->unknown)
    {
      check_used (r, from->parameters, false);
      check_used (r, from->threads, true);
    }
  LOG (3, "automaton %s: parameters %u, threads %u, steps %u, clauses %u", r->to->name,
       (unsigned) r->to->parameters.count, (unsigned) r->to->threads.count,
       (unsigned) r->to->steps.count, (unsigned) r->to->clauses.count);
}

bool
pa_resolve (struct pa_set *set, const struct pa_raw *raw, struct arena *arena,
            const struct names *names, struct diags *diags)
{
  assert (set->automata.count == 0);
  assert (diags->errors == 0 && raw->automata.count > 0);
  struct resolver r = { .arena = arena, .raw = raw, .names = names, .diags = diags };
  uint32_t *named = arena_alloc (arena, names->entries.count * sizeof *named);
  memset (named, 0xFF, names->entries.count * sizeof *named);
  for (uint32_t i = 0; i < raw->automata.count; i++)
    {
      r.from = &raw->automata.at[i];
      r.to = vec_push (arena, &set->automata);
      resolve_automaton (&r);
      uint32_t *slot = &named[r.from->name.name.index];
      if (*slot != NONE)
        report_redeclared (&r, r.from->name, "automaton",
                           raw->automata.at[*slot].name.span);
      else
        *slot = i;
    }
#ifdef EXPENSIVE_CHECKS
  for (uint32_t i = 0; diags->errors == 0 && i < set->automata.count; i++)
    pa_check (&set->automata.at[i]);
#endif
  assert (set->automata.count == raw->automata.count);
  return diags->errors == 0;
}
