/* rank.c -- see rank.h.
 *
 * What a method is for is read off its name, as people do: `setSize', `toString'.  That
 * goes for programs only; in a model that somebody wrote, names mean nothing.
 */
#include <config.h>

#include "explain/rank.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/text.h"

/* Equalities of objects that make a deadlock one that comes later: of those in
   libraries that need one, most are true, and of those that need two, few. */
#define MANY_PREMISES 2

/* ---- Names of methods. ---- */

/* A method as it is called: its simple name, and the class in front of it. */
struct method
{
  const char *class_name; /* "ListItr." of "ListItr.next()"; nothing if it is that of the
                             model */
  size_t class_length;
  const char *name;
  size_t length;
};

static struct method
method_of (const char *title)
{
  assert (title && *title);
  size_t end = strcspn (title, "( ");
  size_t start = end;
  while (start > 0 && title[start - 1] != '.')
    start--;
  return (struct method){ title, start, title + start, end - start };
}

static bool
is_called (struct method method, const char *name)
{
  assert (*name);
  return strlen (name) == method.length
         && strncmp (method.name, name, method.length) == 0;
}

static bool
is_one_of (struct method method, const char *const *names)
{
  while (*names && !is_called (method, *names))
    names++;
  return *names != NULL;
}

/* "set" begins "setSize" and "set", but not "settle". */
static bool
begins_with (struct method method, const char *word)
{
  size_t length = strlen (word);
  assert (length > 0);
  return method.length >= length && strncmp (method.name, word, length) == 0
         && (method.length == length || !islower ((unsigned char) method.name[length]));
}

static bool
contains (const char *text, size_t length, const char *word)
{
  size_t size = strlen (word);
  assert (size > 0);
  for (size_t i = 0; i + size <= length; i++)
    if (strncmp (text + i, word, size) == 0)
      return true;
  return false;
}

static bool
is_getter (struct method method)
{
  static const char *const names[]
    = { "size", "isEmpty", "length", "count", "name", "capacity", NULL };
  return begins_with (method, "get") || begins_with (method, "is")
         || begins_with (method, "has") || is_one_of (method, names);
}

static bool
begins_with_one_of (struct method method, const char *const *words)
{
  while (*words && !begins_with (method, *words))
    words++;
  return *words != NULL;
}

/* It makes an object ready, before others use it. */
static bool
is_setter (struct method method)
{
  static const char *const words[]
    = { "set",   "init",      "initialize",      "initialise",
        "parse", "configure", "activateOptions", NULL };
  return begins_with_one_of (method, words);
}

/* It begins or ends the life of an object, or makes it anew from a stream. */
static bool
is_life_cycle (struct method method)
{
  static const char *const words[]
    = { "start",      "stop",         "close",       "shutdown",        "destroy",
        "dispose",    "doStart",      "doStop",      "doClose",         "terminate",
        "init",       "initialize",   "boot",        "initialise",      "configure",
        "passivate",  "activate",     "recover",     "activateOptions", "deserialize",
        "readObject", "readExternal", "preRegister", "postDeregister",  NULL };
  return begins_with_one_of (method, words);
}

/* It shows, writes or compares the object; `new' is a copy of it. */
static bool
is_description (struct method method)
{
  static const char *const words[]
    = { "toString",    "hashCode",      "equals", "finalize", "clone", "compareTo",
        "dump",        "describe",      "print",  "toXml",    "toXML", "report",
        "writeObject", "writeExternal", "new",    NULL };
  return begins_with_one_of (method, words);
}

/* It hands out what reads the collection later: whoever does so has to hold the lock. */
static bool
makes_iterator (struct method method)
{
  static const char *const names[]
    = { "iterator", "listIterator", "spliterator", "elements", "keys", NULL };
  return is_one_of (method, names);
}

static bool
is_statistics (struct method method)
{
  static const char *const words[]
    = { "Count", "Statistic", "Stats",  "Num",     "Total",
        "Tot",   "Hits",      "Misses", "Average", "Mean" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (is_getter (method) && contains (method.name, method.length, words[i]))
      return true;
  return false;
}

static bool
is_closing (struct method method)
{
  static const char *const names[]
    = { "close", "shutdown", "stop", "destroy", "dispose", "cancel", "release", NULL };
  return is_one_of (method, names);
}

/* It only looks whether there is something, or how much. */
static bool
is_look (struct method method)
{
  static const char *const words[] = { "Count", "Size", "Length", "Present", "Empty" };
  static const char *const names[]
    = { "size", "isEmpty", "length", "count", "capacity", NULL };
  bool looks = is_one_of (method, names) || begins_with (method, "has");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    looks |= contains (method.name, method.length, words[i]);
  return looks;
}

static bool
is_iterator (struct method method)
{
  static const char *const words[] = { "Iter", "Itr", "Enumerat", "Cursor" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (contains (method.class_name, method.class_length, words[i]))
      return true;
  return false;
}

/* ---- What a finding is. ---- */

/* Does THREAD write in a step of the automaton? */
static bool
writes (const struct finding *finding, thread_id thread)
{
  const struct witness *witness = finding->witness;
  assert (thread.index < finding_threads (finding));
  for (uint32_t i = 0; i < witness->steps.count; i++)
    if (witness->steps.at[i].phase && witness->steps.at[i].action == WITNESS_WRITE
        && process_equal (witness->steps.at[i].process, finding->processes[thread.index]))
      return true;
  return false;
}

/* Is its first field the contents of an array or collection? */
static bool
is_of_contents (const struct finding *finding)
{
  const char *name = finding_field_name (finding, (parameter_id){ 0 });
  size_t length = strlen (name);
  return length > 2 && strcmp (name + length - 2, "[]") == 0;
}

/* Where step NUMBER of the automaton, from 1 on, comes from, or null. */
static const struct provenance_statement *
statement_of (const struct finding *finding, uint32_t number)
{
  const struct witness *witness = finding->witness;
  const struct provenance *provenance = finding->subject->provenance;
  assert (number > 0);
  for (uint32_t i = 0; provenance && i < witness->steps.count; i++)
    if (witness->steps.at[i].phase == number)
      return provenance_find (provenance, witness->steps.at[i].offset);
  return NULL;
}

/* Its roles (provenance.h). */
static unsigned
roles_of_phase (const struct finding *finding, uint32_t number)
{
  const struct provenance_statement *from = statement_of (finding, number);
  return from ? from->roles : 0;
}

/* Has some step of the automaton that THREAD makes one of ROLES? */
static bool
has_role (const struct finding *finding, thread_id thread, unsigned roles)
{
  const struct witness *witness = finding->witness;
  assert (roles && thread.index < finding_threads (finding));
  for (uint32_t i = 0; i < witness->steps.count; i++)
    if (witness->steps.at[i].phase
        && process_equal (witness->steps.at[i].process, finding->processes[thread.index])
        && roles_of_phase (finding, witness->steps.at[i].phase) & roles)
      return true;
  return false;
}

static bool
holds (const struct finding *finding, idset held, lock_id guard)
{
  const struct idsets *idsets = &finding->subject->idsets;
  const char *name = discipline_lock_name (finding->subject, guard);
  for (uint32_t l = idset_next (idsets, held, 0); l != UINT32_MAX;
       l = idset_next (idsets, held, l + 1))
    if (strcmp (discipline_lock_name (finding->subject, (lock_id){ l }), name) == 0)
      return true;
  return false;
}

/* Steps of the automaton that THREAD makes, and how many of them without GUARD. */
static uint32_t
count_lacking (const struct finding *finding, thread_id thread, lock_id guard,
               uint32_t *all)
{
  const struct witness *witness = finding->witness;
  uint32_t lacking = 0;
  assert (finding->held && thread.index < finding_threads (finding));
  *all = 0;
  for (uint32_t i = 0; i < witness->steps.count; i++)
    if (witness->steps.at[i].phase
        && process_equal (witness->steps.at[i].process, finding->processes[thread.index]))
      {
        ++*all;
        lacking += !holds (finding, finding_held (finding, i, thread), guard);
      }
  return lacking;
}

/* Does THREAD make a step of the automaton without GUARD? */
static bool
lacks (const struct finding *finding, thread_id thread, lock_id guard)
{
  uint32_t all;
  return count_lacking (finding, thread, guard, &all) > 0;
}

/* Can only given code call what THREAD runs? */
static bool
is_inner (const struct finding *finding, thread_id thread)
{
  const struct provenance *provenance = finding->subject->provenance;
  body_id body = finding_method (finding, thread);
  uint32_t decl = finding->subject->model.bodies.at[body.index].decl;
  assert (provenance);
  for (uint32_t i = 0; i < provenance->inner.count; i++)
    if (provenance->inner.at[i] == decl)
      return true;
  return false;
}

/* Has THREAD, before it makes a step of the automaton without GUARD, set a flag that
   GUARD guards?  Others who look at that are kept out. */
static bool
has_set_flag (const struct finding *finding, thread_id thread, lock_id guard)
{
  const struct witness *witness = finding->witness;
  const struct provenance *provenance = finding->subject->provenance;
  bool is_set = false;
  assert (provenance && thread.index < finding_threads (finding));
  for (uint32_t i = 0; i < witness->steps.count; i++)
    {
      const struct witness_step *step = &witness->steps.at[i];
      if (!process_equal (step->process, finding->processes[thread.index]))
        continue;
      bool is_held = holds (finding, finding_held (finding, i, thread), guard);
      if (step->phase && !is_held)
        return is_set;
      const struct provenance_statement *from
        = provenance_find (provenance, step->offset);
      is_set |= is_held && step->action == WITNESS_WRITE && from
                && from->roles & PROVENANCE_IS_NUMBER;
    }
  return false;
}

/* Why its methods, of those threads that do without the field's guard, say that a race or
   pattern matters little: what starts or ends an object, and what hands out an iterator.
 */
static enum rank_reason
reason_of_lacking (const struct finding *finding, const struct method methods[2],
                   const bool writer[2], lock_id guard)
{
  bool life_cycle = true, iterators = true, inner = true, flag = true, any = false;
  for (uint32_t t = 0; t < 2; t++)
    {
      thread_id thread = { t };
      bool counts
        = lock_equal (guard, LOCK_NONE) ? writer[t] : lacks (finding, thread, guard);
      any |= counts;
      life_cycle &= !counts || is_life_cycle (methods[t]);
      iterators &= !counts || (makes_iterator (methods[t]) && !writer[t]);
      inner &= !counts || is_inner (finding, thread);
      flag
        &= !counts
           || (!lock_equal (guard, LOCK_NONE) && has_set_flag (finding, thread, guard));
    }
  return !any                                      ? RANK_NO_REASON
         : life_cycle                              ? RANK_LIFE_CYCLE
         : iterators                               ? RANK_ITERATOR
         : inner && !lock_equal (guard, LOCK_NONE) ? RANK_INNER
         : flag                                    ? RANK_FLAG
                                                   : RANK_NO_REASON;
}

/* Is a unit of FINDING a method that is given the object it is called on? */
static bool
is_of_same (const struct finding *finding)
{
  for (uint32_t t = 0; t < finding_threads (finding); t++)
    {
      body_id body = finding_method (finding, (thread_id){ t });
      assert (body.index < finding->subject->model.bodies.count);
      if (strstr (ir_body_title (&finding->subject->model, body), ", the object also as"))
        return true;
    }
  return false;
}

/* Is a unit of FINDING a method of another object, which is given this one, and goes
   about it in several steps? */
static bool
is_from_outside (const struct finding *finding)
{
  assert (finding_threads (finding) == 2);
  for (uint32_t t = 0; t < 2; t++)
    {
      body_id body = finding_method (finding, (thread_id){ t });
      const char *title = ir_body_title (&finding->subject->model, body);
      if (strstr (title, ", the object as argument")
          || strstr (title, ", the object in "))
        return true;
    }
  return false;
}

/* Is it about an input stream?  Two threads that read one get a part each, whatever it
   locks. */
static bool
is_of_stream (const struct finding *finding)
{
  static const char end[] = "InputStream";
  const char *subject = finding->subject->provenance->subject;
  size_t length = strlen (subject), rest = sizeof end - 1;
  assert (length > 0);
  return length >= rest && strcmp (subject + length - rest, end) == 0;
}

/* Why the names of its methods say that a race or pattern matters little. */
static enum rank_reason
reason_of_methods (const struct finding *finding, lock_id guard)
{
  struct method methods[2];
  bool writer[2];
  assert (finding_threads (finding) == 2);
  for (uint32_t t = 0; t < 2; t++)
    {
      body_id body = finding_method (finding, (thread_id){ t });
      methods[t] = method_of (ir_body_title (&finding->subject->model, body));
      writer[t] = writes (finding, (thread_id){ t });
    }
  bool set = true, plainly = true;
  for (uint32_t t = 0; t < 2; t++)
    {
      if (is_description (methods[t]) && !writer[t])
        return RANK_DESCRIPTION;
      if (is_iterator (methods[t]) || is_of_stream (finding))
        return RANK_ITERATOR;
      if (is_statistics (methods[t]) && !writer[t])
        return RANK_STATISTICS;
      bool sets = is_setter (methods[t])
                  && !(is_of_contents (finding) && begins_with (methods[t], "set"));
      plainly &= !writer[t] || sets;
      set &= !writer[t] || sets || is_life_cycle (methods[t]);
    }
  if (is_closing (methods[0]) && is_closing (methods[1]))
    return RANK_CLOSING;
  if (!set)
    return reason_of_lacking (finding, methods, writer, guard);
  if (!plainly)
    return RANK_LIFE_CYCLE;
  bool got
    = (!writer[0] && is_getter (methods[0])) || (!writer[1] && is_getter (methods[1]));
  return got ? RANK_SETTER_GETTER : RANK_CONFIGURATION;
}

static uint32_t
count_premises (const struct provenance *provenance)
{
  uint32_t count = 0;
  for (uint32_t i = 0; provenance && i < provenance->notes.count; i++)
    count += provenance->notes.at[i].is_premise;
  return count;
}

/* Does a deadlock take for granted what CODE says? */
static bool
has_premise (const struct provenance *provenance, const char *code)
{
  assert (*code);
  for (uint32_t i = 0; provenance && i < provenance->notes.count; i++)
    if (provenance->notes.at[i].is_premise
        && strcmp (provenance->notes.at[i].code, code) == 0)
      return true;
  return false;
}

/* Why what a deadlock takes for granted says that it matters little. */
static enum rank_reason
reason_of_premises (const struct provenance *provenance)
{
  assert (provenance);
  static const struct
  {
    const char *code;
    enum rank_reason reason;
  } doubts[] = { { "each-other", RANK_EACH_OTHER },   { "first-use", RANK_FIRST_USE },
                 { "foreign-class", RANK_FOREIGN },   { "foreign-object", RANK_FOREIGN },
                 { "one-of-many", RANK_ONE_OF_MANY }, { "lock-order", RANK_ORDERED } };
  for (size_t d = 0; d < sizeof doubts / sizeof *doubts; d++)
    if (has_premise (provenance, doubts[d].code))
      return doubts[d].reason;
  return RANK_NO_REASON;
}

/* R(l) W'(l) R(l)? */
static bool
is_read_twice (const struct pa_automaton *automaton)
{
  const struct pa_step *steps = automaton->steps.at;
  assert (automaton->steps.count > 0);
  return automaton->parameters.count == 1 && automaton->steps.count == 3
         && steps[0].kind == PA_READS && steps[1].kind == PA_WRITES
         && steps[2].kind == PA_READS && thread_equal (steps[0].thread, steps[2].thread)
         && !thread_equal (steps[0].thread, steps[1].thread);
}

/* Is the reference that it reads twice compared with null, made null, and followed? */
static bool
is_null_used (const struct finding *finding)
{
  return finding->query->kind == QUERY_PATTERN
         && is_read_twice (finding->query->automaton)
         && roles_of_phase (finding, 1) & PROVENANCE_TESTS
         && roles_of_phase (finding, 2) & PROVENANCE_IS_NULL
         && roles_of_phase (finding, 3) & PROVENANCE_FOLLOWS;
}

static enum rank_reason
reason_of (const struct finding *finding, struct discipline *discipline, lock_id guard)
{
  const struct provenance *provenance = finding->subject->provenance;
  if (!provenance)
    return RANK_NO_REASON;
  if (finding->query->kind == QUERY_DEADLOCK)
    return reason_of_premises (provenance);
  /* Threads of the program itself do what they are seen doing: nothing excuses them. */
  if (!provenance->is_class
      || (finding->query->kind != QUERY_RACE && finding->query->kind != QUERY_PATTERN))
    return RANK_NO_REASON;
  if (!discipline_takes_locks (discipline))
    return RANK_NO_LOCK;
  if (finding_threads (finding) != 2)
    return RANK_NO_REASON;
  if (finding->query->kind == QUERY_PATTERN && is_from_outside (finding))
    return RANK_OUTSIDE;
  if (is_of_same (finding))
    return RANK_SAME;
  enum rank_reason reason = reason_of_methods (finding, guard);
  /* Who makes it null is mostly what ends an object: that is no excuse. */
  return reason == RANK_LIFE_CYCLE && is_null_used (finding) ? RANK_NO_REASON : reason;
}

/* R(l) W'(l) W(l)? */
static bool
is_lost_update (const struct pa_automaton *automaton)
{
  const struct pa_step *steps = automaton->steps.at;
  assert (automaton->steps.count > 0);
  return automaton->parameters.count == 1 && automaton->steps.count == 3
         && steps[0].kind == PA_READS && steps[1].kind == PA_WRITES
         && steps[2].kind == PA_WRITES && thread_equal (steps[0].thread, steps[2].thread)
         && !thread_equal (steps[0].thread, steps[1].thread);
}

/* Is the lock of the field held at two of three places, or more? */
static bool
is_mostly_locked (const struct rank *rank)
{
  return rank->locked > 0 && 3 * rank->locked >= 2 * rank->places;
}

/* Is LOCK the one inside an atomic or concurrent collection? */
static bool
is_piece (const struct finding *finding, lock_id lock)
{
  assert (lock.index < finding->subject->model.locks.count);
  return strncmp (discipline_lock_name (finding->subject, lock), "inside ", 7) == 0;
}

/* Does the thread that was interrupted read once more, before it writes?  Then no update
   is lost: what it decided before may be wrong.  So it is with atomics, and if a lock is
   given back between two updates. */
static bool
is_updated_afresh (const struct finding *finding)
{
  const struct witness *witness = finding->witness;
  thread_id thread = finding->query->automaton->steps.at[0].thread;
  bool late = false;
  assert (thread.index < finding_threads (finding));
  for (uint32_t i = 0; i < witness->steps.count; i++)
    {
      const struct witness_step *step = &witness->steps.at[i];
      if (step->phase == 3)
        return false;
      if (step->phase == 2)
        late = true;
      else if (late && step->action == WITNESS_READ
               && process_equal (step->process, finding->processes[thread.index])
               && field_equal (witness_field (step), finding->query->fields[0]))
        return true;
    }
  return false;
}

/* Does the race, by a thread that only reads, show no more than an old value?  Contents
   are another matter: others may be moving them. */
static bool
is_plain_read (const struct finding *finding)
{
  assert (finding->query->kind == QUERY_RACE && finding_threads (finding) == 2);
  bool of_contents = is_of_contents (finding);
  const struct ir_model *model = &finding->subject->model;
  bool same = strcmp (ir_body_title (model, finding_method (finding, (thread_id){ 0 })),
                      ir_body_title (model, finding_method (finding, (thread_id){ 1 })))
              == 0;
  for (uint32_t t = 0; t < 2 && !same; t++)
    {
      body_id body = finding_method (finding, (thread_id){ t });
      struct method method = method_of (ir_body_title (model, body));
      if (finding->subject->provenance && !writes (finding, (thread_id){ t })
          && (!of_contents || is_look (method)
              || has_role (finding, (thread_id){ t },
                           PROVENANCE_IS_LOOK | PROVENANCE_IS_ELEMENT)))
        return true;
    }
  return false;
}

/* Is the field of FINDING locked at most places, and read twice without its lock?  If it
   is volatile, that is meant. */
static bool
is_trusted_twice (const struct finding *finding, const struct rank *rank)
{
  uint32_t all;
  thread_id reader = finding->query->automaton->steps.at[0].thread;
  return finding->subject->provenance && is_mostly_locked (rank)
         && is_read_twice (finding->query->automaton) && !is_of_contents (finding)
         && !has_role (finding, reader, PROVENANCE_IS_VOLATILE)
         && count_lacking (finding, reader, rank->guard, &all) == all;
}

/* Are all its fields atomics or concurrent collections, which nobody locks together? */
static bool
is_of_pieces (const struct finding *finding, struct discipline *discipline)
{
  const struct query *query = finding->query;
  assert (query->automaton->parameters.count > 0);
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    {
      lock_id guard = discipline_of (discipline, query->fields[i]).guard;
      if (lock_equal (guard, LOCK_NONE) || !is_piece (finding, guard))
        return false;
    }
  return true;
}

/* Instructions before that of a getter that reads, and of a method of a line that writes.
 */
#define GETTER_MOST 1
#define SETTER_MOST 8

/* Are the read and the write of one method?  Or what reads is a getter of the same class,
   and what writes a method of a line, or that of the unit; or any if the lock IS_LET_GO
   in between. */
static bool
is_of_one_method (const struct finding *finding, bool is_let_go)
{
  const struct provenance_statement *read = statement_of (finding, 1),
                                    *write = statement_of (finding, 3);
  assert (is_lost_update (finding->query->automaton));
  if (!read || !write || strcmp (read->class_name, write->class_name) != 0)
    return false;
  if (strcmp (read->method, write->method) == 0
      && strcmp (read->descriptor, write->descriptor) == 0)
    return true;
  body_id unit = finding_method (finding, finding->query->automaton->steps.at[0].thread);
  return read->index <= GETTER_MOST
         && (is_let_go || write->index <= SETTER_MOST
             || is_called (method_of (ir_body_title (&finding->subject->model, unit)),
                           write->method));
}

/* Is an update of a guarded field lost?  Not by what does not depend on what was read, as
   in another method or if it is a constant, or is given up if that has changed.  */
static bool
loses_update (const struct finding *finding, const struct rank *rank)
{
  assert (rank->locked > 0);
  if (roles_of_phase (finding, 3) & (PROVENANCE_IS_NUMBER | PROVENANCE_SWAPS))
    return false;
  return is_of_one_method (finding, rank->is_let_go)
         && (rank->is_let_go || !is_updated_afresh (finding));
}

/* Is it a lost update, and the thread that is interrupted has the GUARD at both ends? */
static bool
is_let_go (const struct finding *finding, lock_id guard)
{
  uint32_t all;
  return finding->subject->provenance && finding->query->kind == QUERY_PATTERN
         && is_lost_update (finding->query->automaton) && !lock_equal (guard, LOCK_NONE)
         && count_lacking (finding, finding->query->automaton->steps.at[0].thread, guard,
                           &all)
              == 0;
}

static enum rank_kind
kind_of (const struct finding *finding, struct discipline *discipline,
         const struct rank *rank)
{
  assert (rank->locked <= rank->places);
  /* Nobody can hold what is inside an atomic: an access without it is one of another
     object that is reached by the same way. */
  assert (rank->locked == 0 || !lock_equal (rank->guard, LOCK_NONE));
  bool of_pieces = finding->subject->provenance && !lock_equal (rank->guard, LOCK_NONE)
                   && is_piece (finding, rank->guard);
  switch (finding->query->kind)
    {
    case QUERY_DEADLOCK:
      return rank->premises < MANY_PREMISES && !rank->is_guessed ? RANK_DEADLOCK
                                                                 : RANK_DEADLOCK_IF;
    case QUERY_ASSERT:
    case QUERY_EXCLUSIVE:
    case QUERY_STUCK: return RANK_DEADLOCK;
    case QUERY_RACE:
      return is_mostly_locked (rank) && !of_pieces && !is_plain_read (finding)
               ? RANK_HALF_LOCKED
               : RANK_OTHER;
    case QUERY_PATTERN: break;
    }
  /* In a program, a field that is hardly ever locked is meant to be one thread's, or to
     be no more than roughly right. */
  bool is_program = finding->subject->provenance;
  bool is_guarded = !is_program || (rank->locked > 0 && 2 * rank->locked >= rank->places);
  if (of_pieces && finding->query->automaton->parameters.count == 1)
    return RANK_OTHER;
  if (is_null_used (finding) && is_guarded)
    return RANK_NULL_USED;
  if (is_trusted_twice (finding, rank))
    return RANK_HALF_LOCKED;
  return is_lost_update (finding->query->automaton)
             && (!is_program || (is_guarded && loses_update (finding, rank)))
           ? RANK_LOST_UPDATE
         : finding->query->automaton->parameters.count == 2
             && !(is_program
                  && (!is_mostly_locked (rank) || is_of_pieces (finding, discipline)))
           ? RANK_TORN_PAIR
           : RANK_OTHER;
}

struct rank
rank_of (const struct finding *finding, struct discipline *discipline)
{
  const struct query *query = finding->query;
  struct rank rank
    = { .guard = LOCK_NONE,
        .execution = finding->execution ? finding->execution->grade : EXECUTION_NOT_SEEN,
        .grade = grade_of_witness (finding->subject, finding->witness),
        .title = query->kind == QUERY_PATTERN && query->automaton->title
                   ? query->automaton->title
                   : query_kind_word (query->kind) };
  assert (finding->witness);
  if (query->kind == QUERY_DEADLOCK)
    {
      rank.premises = count_premises (finding->subject->provenance);
      rank.is_guessed = has_premise (finding->subject->provenance, "guessed-type");
    }
  if (finding->query->automaton->parameters.count > 0)
    {
      struct discipline_field field
        = discipline_of (discipline, finding->query->fields[0]);
      rank.guard = field.guard;
      rank.locked = field.locked;
      rank.places = field.places;
    }
  rank.reason = reason_of (finding, discipline, rank.guard);
  rank.is_let_go = is_let_go (finding, rank.guard);
  rank.kind = rank.reason ? RANK_MINOR : kind_of (finding, discipline, &rank);
  assert ((rank.kind == RANK_MINOR) == (rank.reason != RANK_NO_REASON));
  return rank;
}

/* Does it come before all others: a deadlock, or seen to do harm? */
static bool
is_first (const struct rank *rank)
{
  assert (rank->execution <= EXECUTION_HARMFUL);
  return rank->kind == RANK_DEADLOCK || rank->execution == EXECUTION_HARMFUL;
}

/* The place of a kind in the order, two for each: an update that is lost although the
   lock is held at both ends of it comes behind deadlocks of objects that may be the same.
 */
static int
place_of (const struct rank *rank)
{
  static_assert (RANK_LOST_UPDATE + 1 == RANK_DEADLOCK_IF
                   && RANK_DEADLOCK_IF + 1 == RANK_TORN_PAIR,
                 "between these two");
  assert (rank->kind < RANKS);
  return rank->kind == RANK_LOST_UPDATE && rank->is_let_go ? 2 * RANK_DEADLOCK_IF + 1
                                                           : 2 * (int) rank->kind;
}

/* Within a kind, the more thoroughly a field is locked, the more its exceptions count:
   12 of 13 before 3 of 4. */
int
rank_compare (const struct rank *a, const struct rank *b)
{
  assert (a->kind < RANKS && b->kind < RANKS);
  assert (a->reason < RANK_REASONS && b->reason < RANK_REASONS);
  bool first = is_first (a);
  if (first != is_first (b))
    return first ? -1 : 1;
  if (place_of (a) != place_of (b))
    return place_of (a) < place_of (b) ? -1 : 1;
  if (a->reason != b->reason)
    return a->reason < b->reason ? -1 : 1;
  if (a->execution != b->execution)
    return a->execution > b->execution ? -1 : 1;
  if (a->grade != b->grade)
    return a->grade > b->grade ? -1 : 1;
  if (a->is_let_go != b->is_let_go)
    return a->is_let_go ? 1 : -1;
  if (a->premises != b->premises)
    return a->premises < b->premises ? -1 : 1;
  uint64_t x = (uint64_t) a->locked * b->places, y = (uint64_t) b->locked * a->places;
  return x != y ? (x > y ? -1 : 1) : 0;
}

/* The same order, but for fractions that differ by less than a millionth. */
#define ORDER_PLACES INT64_C (1000000)

int64_t
rank_order (const struct rank *rank)
{
  /* Only deadlocks have premises, and what is let go is no deadlock. */
  int64_t premises = rank->is_let_go       ? 1
                     : rank->premises < 99 ? rank->premises
                                           : 99,
          free = ORDER_PLACES;
  if (rank->places > 0)
    free -= ORDER_PLACES * (int64_t) rank->locked / (int64_t) rank->places;
  static_assert (2 * RANKS <= 20 && RANK_REASONS <= 20, "each has its digits");
  assert (rank->execution <= EXECUTION_HARMFUL && (int) rank->grade < 10 && free >= 0);
  int64_t order = (is_first (rank) ? 0 : 20) + place_of (rank);
  order = order * 20 + (int64_t) rank->reason;
  order = order * 10 + (int64_t) (EXECUTION_HARMFUL - rank->execution);
  order = order * 10 + 9 - (int64_t) rank->grade;
  order = order * 100 + premises;
  return order * (ORDER_PLACES * 10) + free;
}

/* ---- In words. ---- */

static const struct
{
  const char *word, *title, *plural;
} kinds[RANKS] = {
  [RANK_DEADLOCK] = { "deadlock", "deadlock", "deadlocks" },
  [RANK_NULL_USED] = { "null-used", "reference that is null when it is used",
                       "references that are null when they are used" },
  [RANK_HALF_LOCKED] = { "half-locked", "race of a field that is locked elsewhere",
                         "races of fields that are locked elsewhere" },
  [RANK_DEADLOCK_IF] = { "deadlock-if", "deadlock if objects are the same",
                         "deadlocks if objects are the same" },
  [RANK_LOST_UPDATE] = { "lost-update", "lost update", "lost updates" },
  [RANK_TORN_PAIR] = { "torn-pair", "torn pair", "torn pairs" },
  [RANK_OTHER] = { "other", "other", "others" },
  [RANK_MINOR] = { "minor", "minor one", "minor ones" },
};

static const struct
{
  const char *word, *text;
} reasons[RANK_REASONS] = {
  [RANK_NO_REASON] = { "", "" },
  [RANK_EACH_OTHER] = { "each-other", "two objects have to contain each other" },
  [RANK_FIRST_USE] = { "first-use", "a class has to be used for the first time" },
  [RANK_FOREIGN]
  = { "foreign-class", "no given code makes such an object, or puts it there" },
  [RANK_ONE_OF_MANY]
  = { "one-of-many", "calls have to run one of many methods that they could run" },
  [RANK_ORDERED] = { "lock-order", "values may decide the order of the locks" },
  [RANK_NO_LOCK] = { "no-lock", "the class uses no lock" },
  [RANK_SETTER_GETTER] = { "setter-getter", "a setter meets a getter" },
  [RANK_CONFIGURATION] = { "configuration", "only a setter writes it" },
  [RANK_DESCRIPTION] = { "description", "it is only described" },
  [RANK_STATISTICS] = { "statistics", "a figure may be old" },
  [RANK_ITERATOR] = { "iterator", "an iterator is shared" },
  [RANK_OUTSIDE] = { "outside", "another object's method calls it several times" },
  [RANK_SAME] = { "same-argument", "a method is given its own object" },
  [RANK_INNER]
  = { "inner-method", "who calls it may hold the lock: only its package can" },
  [RANK_FLAG] = { "flag", "a flag that is set under the lock may keep others out" },
  [RANK_CLOSING] = { "closing", "it is closed twice" },
  [RANK_LIFE_CYCLE] = { "life-cycle", "it is being started or ended" },
};

const char *
rank_word (enum rank_kind kind)
{
  assert (kind < RANKS);
  return kinds[kind].word;
}

const char *
rank_reason_word (enum rank_reason reason)
{
  assert (reason < RANK_REASONS);
  return reasons[reason].word;
}

void
ranks_print (const uint32_t counts[RANKS], FILE *file)
{
  uint32_t all = 0;
  const char *mark = ": ";
  for (uint32_t k = 0; k < RANKS; k++)
    all += counts[k];
  assert (all > 0);
  fprintf (file, "%u more cause%s", (unsigned) all, all == 1 ? "" : "s");
  for (uint32_t k = 0; k < RANKS; k++)
    if (counts[k] > 0)
      {
        fprintf (file, "%s%u %s", mark, (unsigned) counts[k],
                 counts[k] == 1 ? kinds[k].title : kinds[k].plural);
        mark = ", ";
      }
}

/* Why, as far as the code says; false: its kind says it all. */
static bool
print_reason (const struct rank *rank, const struct ir_subject *subject, FILE *file)
{
  assert (rank->kind < RANKS && rank->reason < RANK_REASONS);
  if (rank->kind == RANK_MINOR)
    fputs (reasons[rank->reason].text, file);
  if (rank->kind == RANK_NULL_USED)
    fputs ("it may be null by then", file);
  if (rank->kind != RANK_HALF_LOCKED)
    return rank->kind == RANK_MINOR || rank->kind == RANK_NULL_USED;
  assert (rank->locked > 0 && rank->locked <= rank->places);
  discipline_show_guard (subject, rank->guard, file);
  if (rank->locked < rank->places)
    fprintf (file, " is held at %u of %u places", (unsigned) rank->locked,
             (unsigned) rank->places);
  else /* a read-write lock, of which readers hold a part */
    fputs (" is not held to write", file);
  return true;
}

bool
rank_print_why (const struct rank *rank, const struct ir_subject *subject, FILE *file)
{
  assert (rank->execution <= EXECUTION_HARMFUL);
  bool reason = print_reason (rank, subject, file);
  if (rank->execution != EXECUTION_NOT_SEEN)
    fprintf (file, "%s%s on a JVM", reason ? "; " : "", execution_word (rank->execution));
  return reason || rank->execution != EXECUTION_NOT_SEEN;
}

void
rank_print (const struct rank *rank, const struct ir_subject *subject, FILE *file)
{
  bool why = rank->kind == RANK_MINOR || rank->kind == RANK_HALF_LOCKED
             || rank->kind == RANK_NULL_USED || rank->execution != EXECUTION_NOT_SEEN;
  assert (rank->title);
  text_print_safe (file, rank->title, strlen (rank->title));
  fputs (!why ? "" : rank->kind == RANK_MINOR ? " (minor: " : " (", file);
  rank_print_why (rank, subject, file);
  fputs (why ? ")" : "", file);
}

bool
rank_is_strong (const struct rank *rank)
{
  assert (rank->kind < RANKS);
  return is_first (rank) || rank->kind < RANK_LOST_UPDATE
         || (rank->kind == RANK_LOST_UPDATE && !rank->is_let_go);
}

const char *
rank_level (const struct rank *rank)
{
  assert (rank->kind < RANKS);
  return is_first (rank) || rank->kind <= RANK_TORN_PAIR ? "error"
         : rank->kind == RANK_OTHER                      ? "warning"
                                                         : "note";
}

int
rank_number (const struct rank *rank)
{
  static const int numbers[RANKS]
    = { [RANK_DEADLOCK] = 95,    [RANK_NULL_USED] = 90,   [RANK_HALF_LOCKED] = 85,
        [RANK_DEADLOCK_IF] = 70, [RANK_LOST_UPDATE] = 75, [RANK_TORN_PAIR] = 65,
        [RANK_OTHER] = 45,       [RANK_MINOR] = 15 };
  assert (rank->kind < RANKS);
  /* What was seen to do harm: 96 to 99. */
  return rank->execution == EXECUTION_HARMFUL ? 96 + numbers[rank->kind] / 25
         : place_of (rank) % 2 == 1           ? numbers[RANK_DEADLOCK_IF] - 2
                                              : numbers[rank->kind];
}
