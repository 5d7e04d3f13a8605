/* cause.c -- see cause.h. */
#include <config.h>

#include "explain/cause.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"

#define MOST_FIELDS 4 /* that are named */

/* ---- The cause of a violation. ---- */

/* The first body with the title of BODY: copies that are bound to other objects have the
   same. */
static body_id
first_with_title (const struct ir_model *model, body_id body)
{
  assert (body.index < model->bodies.count);
  const char *title = ir_body_title (model, body);
  uint32_t first = 0;
  while (strcmp (ir_body_title (model, (body_id){ first }), title) != 0)
    first++;
  assert (first <= body.index);
  return (body_id){ first };
}

/* Where a person would change what THREAD does. */
static body_id
body_of (const struct finding *finding, thread_id thread)
{
  assert (finding->sites && thread.index < finding_threads (finding));
  body_id body = finding->subject->provenance ? finding_method (finding, thread)
                                              : finding->sites[thread.index].body;
  return first_with_title (&finding->subject->model, body);
}

static struct cause
make_cause (const struct finding *finding, enum cause_kind kind, thread_id body,
            thread_id other, lock_id lock)
{
  assert ((kind <= CAUSE_MISSING) == !lock_equal (lock, LOCK_NONE));
  return (struct cause){ .kind = kind,
                         .body = body_of (finding, body),
                         .other = body_of (finding, other),
                         .lock = lock,
                         .threads = finding_threads (finding) };
}

static struct cause
cause_of_gap (const struct finding *finding, const struct because_gap *gap)
{
  switch (gap->kind)
    {
    case BECAUSE_LETS_GO:
    case BECAUSE_BRIEFLY:
      return make_cause (finding, CAUSE_RELEASED, gap->holder, gap->other, gap->lock);
    case BECAUSE_TOO_LATE:
    case BECAUSE_NEVER:
      return make_cause (finding, CAUSE_MISSING, gap->holder, gap->other, gap->lock);
    case BECAUSE_UNLOCKED: break;
    }
  lock_id lock = { idset_next (&finding->subject->idsets, gap->throughout, 0) };
  if (lock_equal (lock, LOCK_NONE))
    return make_cause (finding, CAUSE_UNLOCKED, gap->holder, gap->other, LOCK_NONE);
  return make_cause (finding, CAUSE_MISSING, gap->other, gap->holder, lock);
}

/* The lock that guards the only field of FINDING, or LOCK_NONE. */
static lock_id
guard_of (const struct finding *finding, struct discipline *discipline)
{
  return finding->query->automaton->parameters.count == 1
           ? discipline_of (discipline, finding->query->fields[0]).guard
           : LOCK_NONE;
}

static struct cause
cause_of_pattern (const struct finding *finding, struct discipline *discipline)
{
  const struct because_gap *best = NULL;
  enum cause_kind kind = CAUSE_NO_GAP;
  const struct because *because = finding->because;
  assert (finding->query->kind == QUERY_PATTERN && because);
  for (uint32_t i = 0; i < because->gaps.count; i++)
    {
      enum cause_kind this_kind = cause_of_gap (finding, &because->gaps.at[i]).kind;
      if (this_kind < kind)
        {
          best = &because->gaps.at[i];
          kind = this_kind;
        }
    }
  thread_id first = { 0 }, last = { finding_threads (finding) - 1 };
  if (!best)
    return make_cause (finding, CAUSE_NO_GAP, first, last, LOCK_NONE);
  /* What repairs a race on the field repairs this, too. */
  lock_id guard = guard_of (finding, discipline);
  if (kind == CAUSE_UNLOCKED && !lock_equal (guard, LOCK_NONE))
    return make_cause (finding, CAUSE_MISSING, best->other, best->holder, guard);
  if (kind == CAUSE_UNLOCKED && finding->query->automaton->parameters.count == 1)
    return make_cause (finding, CAUSE_UNGUARDED, best->holder, best->other, LOCK_NONE);
  return cause_of_gap (finding, best);
}

/* Of a race: if one thread holds the field's guard and the other does not, it is missing
   there. */
static struct cause
cause_of_race (const struct finding *finding, struct discipline *discipline)
{
  assert (finding->query->kind == QUERY_RACE && finding->held);
  const thread_id u = { 0 }, v = { 1 };
  const struct idsets *idsets = &finding->subject->idsets;
  uint32_t last = finding->witness->steps.count - 1;
  idset held[] = { finding_held (finding, last, u), finding_held (finding, last, v) };
  lock_id guard = guard_of (finding, discipline);
  assert (finding_threads (finding) == 2 && !idset_meets (idsets, held[0], held[1]));
  for (uint32_t t = 0; t < 2; t++)
    {
      bool holds_guard
        = !lock_equal (guard, LOCK_NONE) && idset_has (idsets, held[t], guard.index);
      if (holds_guard || (!idset_is_empty (held[t]) && idset_is_empty (held[1 - t])))
        return make_cause (finding, CAUSE_MISSING, (thread_id){ 1 - t }, (thread_id){ t },
                           holds_guard ? guard
                                       : (lock_id){ idset_next (idsets, held[t], 0) });
    }
  if (!lock_equal (guard, LOCK_NONE))
    return make_cause (finding, CAUSE_MISSING, v, u, guard);
  return make_cause (finding, CAUSE_UNGUARDED, u, v, LOCK_NONE);
}

static struct cause
find_cause (const struct finding *finding, struct discipline *discipline)
{
  thread_id first = { 0 }, last = { finding_threads (finding) - 1 };
  const struct query *query = finding->query;
  switch (query->kind)
    {
    case QUERY_PATTERN: return cause_of_pattern (finding, discipline);
    case QUERY_RACE: return cause_of_race (finding, discipline);
    case QUERY_DEADLOCK:
      return make_cause (finding, CAUSE_DEADLOCK, first, last, LOCK_NONE);
    case QUERY_ASSERT:
      return make_cause (finding,
                         finding->subject->flow.claims.at[query->claim].is_assert
                           ? CAUSE_CLAIM
                           : CAUSE_WRONG,
                         first, last, LOCK_NONE);
    case QUERY_STUCK: return make_cause (finding, CAUSE_STUCK, first, last, LOCK_NONE);
    case QUERY_EXCLUSIVE: break;
    }
  assert (query->kind == QUERY_EXCLUSIVE);
  return make_cause (finding, CAUSE_EXCLUSIVE, first, last, LOCK_NONE);
}

/* ---- Keys. ---- */

static const char *const words[]
  = { [CAUSE_RELEASED] = "released",   [CAUSE_MISSING] = "missing",
      [CAUSE_UNLOCKED] = "unlocked",   [CAUSE_UNGUARDED] = "unguarded",
      [CAUSE_DEADLOCK] = "deadlock",   [CAUSE_NO_GAP] = "no lock",
      [CAUSE_CLAIM] = "assert",        [CAUSE_WRONG] = "wrong",
      [CAUSE_EXCLUSIVE] = "exclusive", [CAUSE_STUCK] = "stuck" };

/* "Stack.pop()": the class of the model is named, too, and the number of a copy is not.
 */
static void
print_method (const struct finding *finding, body_id body, FILE *file)
{
  const struct provenance *provenance = finding->subject->provenance;
  const char *title = ir_body_title (&finding->subject->model, body);
  const char *copy = provenance ? strstr (title, " #") : NULL;
  size_t name = strcspn (title, "(");
  assert (file && body.index < finding->subject->model.bodies.count);
  if (provenance && provenance->prefix && !memchr (title, '.', name))
    fputs (provenance->prefix, file);
  fwrite (title, 1, copy ? (size_t) (copy - title) : strlen (title), file);
}

/* The class whose method took `this', which THREAD holds in the end: the object is of
   that class, or of one below it. */
static const char *
class_of_this (const struct finding *finding, thread_id thread, lock_id lock,
               struct arena *arena)
{
  uint32_t taken = finding_taken (finding, thread, lock);
  body_id body = finding_places (finding, arena)[taken].body;
  struct scribe scribe;
  print_method (finding, body, scribe_start (&scribe, arena));
  const char *method = scribe_end (&scribe);
  size_t end = strcspn (method, "(");
  while (end > 0 && method[end] != '.')
    end--;
  return arena_format (arena, "%.*s", (int) end, method);
}

/* The lock that THREAD of a circle holds: which kind of object, not which of several. */
static const char *
circle_lock (const struct finding *finding, thread_id thread, struct arena *arena)
{
  assert (thread.index < finding_automaton (finding)->steps.count);
  const struct provenance *provenance = finding->subject->provenance;
  lock_id lock = finding_automaton (finding)->steps.at[thread.index].holding;
  const char *name = finding_lock_name (finding, lock);
  size_t length = strlen (name);
  if (provenance && strcmp (name, "this") == 0)
    return class_of_this (finding, thread, lock, arena);
  if (provenance && provenance->is_circle && length > 2 && name[length - 2] == ' ')
    length -= 2;
  return arena_format (arena, "%.*s", (int) length, name);
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
print_circle (const struct finding *finding, struct arena *arena, FILE *file)
{
  const struct pa_automaton *circle = finding_automaton (finding);
  uint32_t count = circle->steps.count;
  const char **locks = arena_calloc (arena, count + (size_t) 1, sizeof *locks);
  bool initialisers = true;
  assert (finding->query->kind == QUERY_DEADLOCK && count >= 2);
  for (uint32_t i = 0; i < count; i++)
    {
      locks[i] = circle_lock (finding, (thread_id){ i }, arena);
      initialisers &= strncmp (locks[i], "static of ", strlen ("static of ")) == 0;
    }
  qsort (locks, count, sizeof *locks, compare_texts);
  /* Classes that initialise each other are one tangle, however many circles it has. */
  if (initialisers && finding->subject->provenance)
    {
      fputs (" of class initialisers", file);
      return;
    }
  for (uint32_t i = 0; i < count; i++)
    fprintf (file, "%s%s", i ? ", " : " of ", locks[i]);
}

static const char *
make_key (const struct cause *cause, const struct finding *finding, struct arena *arena)
{
  assert (cause->kind < sizeof words / sizeof *words);
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  const struct query *query = finding->query;
  fputs (words[cause->kind], file);
  if (!lock_equal (cause->lock, LOCK_NONE))
    fprintf (file, " %s", discipline_lock_name (finding->subject, cause->lock));
  if (cause->kind == CAUSE_DEADLOCK)
    print_circle (finding, arena, file);
  else if (cause->kind == CAUSE_UNGUARDED || cause->kind == CAUSE_EXCLUSIVE)
    fprintf (file, " %s", finding_field_name (finding, (parameter_id){ 0 }));
  if (cause->kind != CAUSE_DEADLOCK && cause->kind != CAUSE_UNGUARDED)
    {
      fputs (" in ", file);
      print_method (finding, cause->body, file);
    }
  if (cause->kind == CAUSE_NO_GAP)
    {
      fputs (" and ", file);
      print_method (finding, cause->other, file);
    }
  if (cause->kind == CAUSE_CLAIM || cause->kind == CAUSE_WRONG)
    fprintf (file, ", claim %u", (unsigned) query->claim);
  return scribe_end (&scribe);
}

struct cause
cause_of (const struct finding *finding, struct discipline *discipline,
          struct arena *arena)
{
  assert (finding->because && finding->held);
  struct idsets *idsets = &finding->subject->idsets;
  struct cause cause = find_cause (finding, discipline);
  cause.key = make_key (&cause, finding, arena);
  cause.rank = rank_of (finding, discipline);
  for (uint32_t i = 0; i < finding->query->automaton->parameters.count; i++)
    cause.fields = idset_add (idsets, cause.fields, finding->query->fields[i].index);
  cause.others = idset_add (idsets, cause.others, cause.other.index);
  return cause;
}

/* ---- The causes of a model. ---- */

void
causes_init (struct causes *causes, struct discipline *discipline, struct arena *arena)
{
  assert (discipline && arena);
  *causes = (struct causes){ .arena = arena, .discipline = discipline };
  names_init (&causes->keys, arena);
}

/* Join the violation of query NUMBER, which is by itself the cause NEWS, with CAUSE. */
static void
join (struct causes *causes, struct cause *cause, const struct cause *news,
      uint32_t number, struct idsets *idsets)
{
  assert (cause->queries.count > 0 && strcmp (cause->key, news->key) == 0);
  *vec_push (causes->arena, &cause->queries) = number;
  cause->fields = idset_union (idsets, cause->fields, news->fields);
  cause->others = idset_union (idsets, cause->others, news->others);
  if (rank_compare (&news->rank, &cause->rank) >= 0)
    return;
  memmove (cause->queries.at + 1, cause->queries.at,
           (cause->queries.count - 1) * sizeof *cause->queries.at);
  cause->queries.at[0] = number;
  cause->rank = news->rank;
  cause->body = news->body;
  cause->other = news->other;
  cause->threads = news->threads;
}

uint32_t
causes_add (struct causes *causes, uint32_t number, const struct finding *finding)
{
  assert (causes->keys.entries.count == causes->list.count);
  struct cause news = cause_of (finding, causes->discipline, causes->arena);
  uint32_t known = names_intern (&causes->keys, news.key, strlen (news.key)).index;
  assert (known <= causes->list.count);
  if (known < causes->list.count)
    {
      join (causes, &causes->list.at[known], &news, number, &finding->subject->idsets);
      return known;
    }
  *vec_push (causes->arena, &news.queries) = number;
  *vec_push (causes->arena, &causes->list) = news;
  return known;
}

struct ranking
{
  struct rank rank;
  uint32_t place;
};

static int
compare_ranks (const void *a, const void *b)
{
  const struct ranking *x = a, *y = b;
  int order = rank_compare (&x->rank, &y->rank);
  return order ? order : (x->place > y->place) - (x->place < y->place);
}

const uint32_t *
causes_rank (const struct causes *causes, struct arena *arena)
{
  uint32_t count = causes->list.count;
  struct ranking *rankings = arena_calloc (arena, count + (size_t) 1, sizeof *rankings);
  uint32_t *ranked = arena_calloc (arena, count + (size_t) 1, sizeof *ranked);
  for (uint32_t c = 0; c < count; c++)
    rankings[c] = (struct ranking){ causes->list.at[c].rank, c };
  qsort (rankings, count, sizeof *rankings, compare_ranks);
  for (uint32_t c = 0; c < count; c++)
    {
      assert (causes->list.at[rankings[c].place].queries.count > 0);
      ranked[c] = rankings[c].place;
    }
  return ranked;
}

/* ---- In words. ---- */

/* Who gets in between: "push", or "another pop" beside pop; "push and 2 others". */
static void
print_other (const struct cause *cause, const struct ir_model *model, FILE *file)
{
  bool same = finding_same_method (model, cause->body, cause->other);
  uint32_t others = idset_count (model->idsets, cause->others);
  fputs (same ? "another " : "", file);
  finding_show_method (model, cause->other, file);
  assert (others > 0);
  if (others > 1 && cause->kind <= CAUSE_UNLOCKED)
    fprintf (file, others == 2 ? " or one other" : " or %u others",
             (unsigned) others - 1);
}

/* %B is the body of the cause, %O the bodies beside it, %L the lock that guards the
   fields, %K the locks of a deadlock, %C what makes a circle of more than two, %F a
   field. */
static const char *const sentences[] = {
  [CAUSE_RELEASED] = "%L is released in %B between two steps, and %O gets in between",
  [CAUSE_MISSING] = "%L is missing in %B, beside %O",
  [CAUSE_UNLOCKED] = "no lock keeps %B and %O apart",
  [CAUSE_UNGUARDED] = "no lock keeps %B and %O apart",
  [CAUSE_DEADLOCK] = "%B and %O%C wait for each other's locks: %K",
  [CAUSE_NO_GAP] = "no lock could keep %B and %O apart: neither makes a step between two "
                   "of the other",
  [CAUSE_CLAIM] = "an assert in %B does not hold",
  [CAUSE_WRONG] = "a statement in %B goes wrong",
  [CAUSE_EXCLUSIVE] = "%B accesses %F without permission",
  [CAUSE_STUCK] = "%B waits for ever",
};

static void
print_part (char part, const struct cause *cause, const struct ir_subject *subject,
            FILE *file)
{
  const struct ir_model *model = &subject->model;
  switch (part)
    {
    case 'B': finding_show_method (model, cause->body, file); break;
    case 'O': print_other (cause, model, file); break;
    case 'L': discipline_show_guard (subject, cause->lock, file); break;
    case 'K': text_show_quoted (file, cause->key + strlen ("deadlock of ")); break;
    case 'C':
      /* Of a circle of three, no two wait for each other. */
      assert (cause->threads >= 2);
      fputs (cause->threads > 2 ? " are in a circle of processes that" : "", file);
      break;
    default:
      assert (part == 'F');
      uint32_t field = idset_next (model->idsets, cause->fields, 0);
      text_show_quoted (file, ir_text (model, model->fields.at[field].name));
    }
}

void
cause_print (const struct cause *cause, const struct ir_subject *subject, FILE *file)
{
  assert (cause->key && cause->body.index < subject->model.bodies.count);
  assert (cause->kind < sizeof sentences / sizeof *sentences);
  for (const char *c = sentences[cause->kind]; *c; c++)
    if (*c == '%')
      print_part (*++c, cause, subject, file);
    else
      fputc (*c, file);
}

/* A field goes without the name of the class that the model was made from. */
static const char *
short_name (const struct ir_subject *subject, uint32_t field)
{
  assert (field < subject->model.fields.count);
  const char *name = ir_text (&subject->model, subject->model.fields.at[field].name);
  const char *prefix = subject->provenance ? subject->provenance->prefix : NULL;
  bool own = prefix && strncmp (name, prefix, strlen (prefix)) == 0;
  return own ? name + strlen (prefix) : name;
}

void
cause_print_fields (const struct cause *cause, const struct ir_subject *subject,
                    FILE *file)
{
  const struct idsets *idsets = &subject->idsets;
  uint32_t count = idset_count (idsets, cause->fields);
  uint32_t named = count > MOST_FIELDS ? MOST_FIELDS - 1 : count, number = 0;
  for (uint32_t f = idset_next (idsets, cause->fields, 0); number < named;
       f = idset_next (idsets, cause->fields, f + 1))
    {
      bool last = ++number == count;
      fputs (number == 1 ? " of " : last ? " and " : ", ", file);
      text_show_name (file, short_name (subject, f));
    }
  if (named < count)
    fprintf (file, " and %u more fields", (unsigned) (count - named));
}

void
cause_print_whole (const struct cause *cause, const struct ir_subject *subject,
                   FILE *file)
{
  assert (cause->key);
  rank_print (&cause->rank, subject, file);
  cause_print_fields (cause, subject, file);
  fputs (": ", file);
  cause_print (cause, subject, file);
}

/* What BODY calls LOCK, or null. */
static const char *
name_in (const struct ir_subject *subject, body_id body, lock_id lock)
{
  const struct provenance *provenance = subject->provenance;
  uint32_t decl = subject->model.bodies.at[body.index].decl;
  assert (provenance && lock.index < subject->model.locks.count);
  for (uint32_t i = 0; i < provenance->monitors.count; i++)
    if (provenance->monitors.at[i].decl == decl
        && lock_equal (provenance->monitors.at[i].lock, lock))
      return provenance->monitors.at[i].name;
  return NULL;
}

const char *
cause_condition (const struct cause *cause, const struct finding *finding,
                 struct arena *arena)
{
  const struct ir_subject *subject = finding->subject;
  uint32_t count = 0;
  if (cause->kind != CAUSE_DEADLOCK || finding_threads (finding) != 2
      || !subject->provenance || !subject->provenance->is_circle)
    return NULL;
  /* The methods in the order in which cause_print says them. */
  body_id bodies[] = { finding_method (finding, (thread_id){ 0 }),
                       finding_method (finding, (thread_id){ 1 }) };
  bool swapped = body_equal (bodies[1], cause->body);
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, arena);
  for (uint32_t t = 0; t < 2; t++)
    {
      lock_id lock = finding_automaton (finding)->steps.at[t].lock;
      const char *one = name_in (subject, bodies[swapped], lock);
      const char *two = name_in (subject, bodies[!swapped], lock);
      if (!one || !two)
        continue;
      fputs (count++ ? ", and " : "Only if ", file);
      text_show_quoted (file, one);
      fputs (" of the first is ", file);
      text_show_quoted (file, two);
      fputs (" of the second", file);
    }
  fputs (".", file);
  const char *text = scribe_end (&scribe);
  return count > 0 ? text : NULL;
}
