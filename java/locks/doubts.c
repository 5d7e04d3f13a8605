/* doubts.c -- what a circle asks of a program beyond two threads at the wrong moment.
 *
 *     each-other     two objects of one family refer to each other, and no given code
 *                    makes them do so: decorators, elements of a chain or tree
 *     foreign-class  an object that is read out of a field or collection has a class that
 *                    no given code makes
 *     foreign-object ... or is one that no given code puts there
 *     first-use      a class is used for the first time by a thread that holds a lock,
 *                    while another thread with that lock in view initialises it: most
 *                    classes have been used long before
 *     one-of-many    calls on the way would have to run one of many methods
 *     guessed-type   an object that is only known to be a Connection, say, has to be one
 *                    of a certain class
 *
 * None of them is impossible.  A circle without doubts is preferred, and the finding says
 * what it depends on.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/locks/circle.h"

/* Steps from what is put into a field to where it comes from; behind them is anything. */
#define STEPS_MOST 16

static const struct term *
strip (const struct terms *terms, term_id term)
{
  return term_at (terms, term_core (terms, term));
}

/* Is TERM `this', or an argument, of a thread's entry? */
static bool
is_given_object (const struct terms *terms, const struct term *term)
{
  return term->kind == TERM_OF
         && term_at (terms, (term_id){ term->a })->kind == TERM_PARAMETER;
}

/* Is TERM read out of a field, an array or anything else that the thread does not name?
 */
static bool
is_read_out (const struct terms *terms, const struct term *term)
{
  return term->kind == TERM_FIELD
         || (term->kind == TERM_OF && !is_given_object (terms, term)
             && term_at (terms, (term_id){ term->a })->kind != TERM_NEW);
}

/* ---- Objects that refer to each other. ---- */

/* The object that LOCK belongs to: the one in whose field it is, if it was made for that
   field, or is good for nothing else. */
static const struct term *
owner_of (const struct circle *circle, term_id lock)
{
  struct lock_program *p = circle->p;
  bool is_plain = term_at (&p->terms, lock)->kind != TERM_LOCK
                  && term_at (&p->terms, lock)->kind != TERM_HALF;
  const struct term *at = strip (&p->terms, circle_object (circle, lock));
  name_id object = universe_name (p->universe, "java/lang/Object");
  bool is_object = at->type.index == object.index;
  while (at->kind == TERM_FIELD
         && (!is_plain || is_object
             || (lock_field (p, at->b)->is_set && !lock_field (p, at->b)->is_shared)))
    {
      is_plain = true;
      is_object = false;
      at = strip (&p->terms, (term_id){ at->a });
    }
  return at;
}

/* Does what THREAD takes come out of what it holds? */
static bool
reaches_on (const struct circle *circle, const struct circle_thread *thread)
{
  const struct terms *terms = &circle->p->terms;
  const struct term *hold = owner_of (circle, thread->hold);
  const struct term *take = owner_of (circle, thread->take);
  if (!is_read_out (terms, take))
    return false;
  while (take->kind == TERM_FIELD && take != hold)
    take = strip (terms, (term_id){ take->a });
  return take == hold || !is_given_object (terms, take);
}

/* Does THREAD call the method in which it holds the lock on the object that it takes? */
static bool
forwards (const struct circle *circle, const struct circle_thread *thread)
{
  const struct lock_program *p = circle->p;
  assert (thread->last < circle->instances.count);
  assert (thread->edge < p->edges.count);
  const struct java_method *one = universe_method (
    p->universe, p->methods.at[p->edges.at[thread->edge].method].member);
  const struct java_method *two = universe_method (
    p->universe, p->methods.at[circle->instances.at[thread->last].method].member);
  return p->edges.at[thread->edge].taking.call != UINT32_MAX
         && one->name.index == two->name.index
         && one->descriptor.index == two->descriptor.index;
}

/* Does code of a class like FROM give its own object to one of a class like TO? */
static bool
gives_itself (struct lock_program *p, name_id from, name_id to)
{
  uint32_t *slot = pairmap_at (&p->known_pairs, from.index, to.index);
  if (*slot != PAIRMAP_FREE)
    return *slot == 1;
  bool gives = from.index == NAME_NONE.index || to.index == NAME_NONE.index;
  for (uint32_t i = 0; i < p->gives_itself.entries.count && !gives; i++)
    {
      const struct pairmap_entry *pair = &p->gives_itself.entries.at[i];
      class_id giver = { pair->first }, taker = { pair->second };
      gives = lock_types_meet (p, universe_class (p->universe, giver)->name, false, from,
                               false)
              && lock_types_meet (p, universe_class (p->universe, taker)->name, false, to,
                                  false);
    }
  *pairmap_at (&p->known_pairs, from.index, to.index) = gives;
  return gives;
}

/* Have objects of both types a super type in common that says what they do? */
static bool
are_kin (struct lock_program *p, name_id a, name_id b)
{
  static const char *const common[] = { "java/lang/Object",    "java/io/Serializable",
                                        "java/lang/Cloneable", "java/lang/AutoCloseable",
                                        "java/io/Closeable",   "java/lang/Comparable",
                                        "java/lang/Runnable",  NULL };
  if (a.index == b.index || a.index == NAME_NONE.index || b.index == NAME_NONE.index)
    return true;
  class_id one = universe_find (p->universe, a), two = universe_find (p->universe, b);
  if (!class_is_known (one) || !class_is_known (two)
      || universe_is_a (p->universe, one, b) || universe_is_a (p->universe, two, a))
    return true;
  const struct super_types *supers = universe_super_types (p->universe, one);
  for (uint32_t i = 0; i < supers->count; i++)
    {
      const char *name = universe_text (p->universe, supers->at[i]);
      const char *const *word = common;
      while (*word && strcmp (*word, name) != 0)
        word++;
      if (!*word && universe_is_a (p->universe, two, supers->at[i]))
        return true;
    }
  return false;
}

/* Does given code make the objects of THREAD know each other? */
static bool
know_each_other (const struct circle *circle, const struct circle_thread *thread)
{
  name_id hold = owner_of (circle, thread->hold)->type;
  name_id take = owner_of (circle, thread->take)->type;
  return hold.index != take.index
         && (gives_itself (circle->p, hold, take)
             || gives_itself (circle->p, take, hold));
}

static bool
is_each_other (const struct circle *circle)
{
  bool same = true, forwarded = true, known = false, kin = true;
  for (uint32_t i = 0; i < circle->count; i++)
    {
      const struct circle_thread *thread = &circle->threads[i];
      if (!reaches_on (circle, thread))
        return false;
      same &= thread->edge == circle->threads[0].edge;
      forwarded &= forwards (circle, thread);
      known |= know_each_other (circle, thread);
      kin &= are_kin (circle->p, owner_of (circle, thread->hold)->type,
                      owner_of (circle, thread->take)->type);
    }
  return same || forwarded || (kin && !known);
}

/* ---- Objects that no given code makes, or puts there. ---- */

/* Does given code make an object of TYPE, or of a subclass? */
static bool
is_made (struct lock_program *p, name_id type)
{
  class_id class = type.index == NAME_NONE.index ? CLASS_NONE
                                                 : universe_find (p->universe, type);
  if (!class_is_known (class) || universe_role (p->universe, class) == CLASS_FROM_JDK)
    return true;
  if (class.index < p->universe->given && p->is_made[class.index])
    return true;
  const struct class_list *below = universe_subtypes (p->universe, class);
  for (uint32_t i = 0; i < below->count; i++)
    if (below->at[i].index >= p->universe->given || p->is_made[below->at[i].index])
      return true;
  return false;
}

struct origin_search
{
  struct lock_program *p;
  const struct term *wanted; /* its type is */
  uint32_t steps;
  bool by_clients; /* code that is not given may put anything there, */
  bool by_calls;   /* and does so by calling a method that is there for it */
};

static bool can_be (struct origin_search *s, uint32_t method, term_id value);

/* Can clients call METHOD? */
static bool
is_open_method (const struct lock_program *p, uint32_t method)
{
  assert (method < p->methods.count);
  struct java_member member = p->methods.at[method].member;
  return universe_method (p->universe, member)->access
           & (ACCESS_PUBLIC | ACCESS_PROTECTED)
         && universe_class (p->universe, member.class)->access & ACCESS_PUBLIC;
}

static bool
field_can_be (struct origin_search *s, uint32_t field)
{
  struct lock_program *p = s->p;
  s->by_clients |= lock_is_open (p, field);
  for (uint32_t i = 0; i < p->puts.count; i++)
    if (p->puts.at[i].field == field
        && can_be (s, p->puts.at[i].method, p->puts.at[i].value))
      return true;
  return false;
}

static bool
parameter_can_be (struct origin_search *s, uint32_t method, uint32_t parameter,
                  bool is_object)
{
  struct lock_program *p = s->p;
  uint32_t first = pairmap_get (&p->handings_of, method, parameter);
  s->by_calls |= is_open_method (p, method);
  /* Others call it, or nobody does.  What they give as an Object is hardly of any type.
   */
  if (first == PAIRMAP_FREE)
    return !is_object || !is_open_method (p, method);
  for (uint32_t i = first; i != PAIRMAP_FREE; i = p->handings.at[i].next)
    {
      const struct lock_handing *at = &p->handings.at[i];
      assert (at->target == method && at->parameter == parameter);
      if (can_be (s, at->method, at->term))
        return true;
    }
  return false;
}

/* Can VALUE of METHOD be an object of the wanted type, if given code alone decides? */
static bool
can_be (struct origin_search *s, uint32_t method, term_id value)
{
  struct lock_program *p = s->p;
  assert (method < p->methods.count);
  const struct term at = *strip (&p->terms, value);
  if (++s->steps > STEPS_MOST)
    return true;
  if (!lock_types_meet (p, at.type, at.is_exact, s->wanted->type, s->wanted->is_exact))
    return false;
  if (at.kind == TERM_FIELD || at.kind == TERM_STATIC)
    return field_can_be (s, at.kind == TERM_FIELD ? at.b : at.a);
  if (at.kind == TERM_PARAMETER
      && (at.a > 0
          || universe_method (p->universe, p->methods.at[method].member)->access
               & ACCESS_STATIC))
    return parameter_can_be (s, method, at.a,
                             at.type.index
                               == universe_name (p->universe, "java/lang/Object").index);
  return true;
}

enum lock_presence
lock_field_presence (struct lock_program *p, uint32_t field, const struct term *wanted)
{
  struct origin_search s = { .p = p, .wanted = wanted };
  assert (field < p->terms.fields.count);
  if (wanted->type.index == NAME_NONE.index || !lock_field (p, field)->is_set
      || field_can_be (&s, field))
    return PRESENCE_GIVEN;
  return s.by_clients || s.by_calls ? PRESENCE_FOREIGN : PRESENCE_NEVER;
}

/* Does AT read an object that was made for its field, and that no given code puts
   anywhere else, while OTHER reads another field? */
static bool
is_kept_apart (const struct circle *circle, const struct term *at,
               const struct term *other)
{
  if (at->kind != TERM_FIELD || other->kind != TERM_FIELD || at->b == other->b)
    return false;
  const struct lock_field *field = lock_field (circle->p, at->b);
  return field->is_set && !field->is_shared && !field->is_lost;
}

/* What is unlikely about TERM of a class of equal objects. */
static unsigned
doubts_of (struct circle *circle, term_id term)
{
  struct lock_program *p = circle->p;
  unsigned doubts = 0;
  const struct term at = *strip (&p->terms, term);
  if (!is_read_out (&p->terms, &at))
    return 0;
  for (uint32_t i = 0; i < circle->terms.count; i++)
    {
      const struct term other = *term_at (&p->terms, circle->terms.at[i]);
      if (!circle_same_lock (circle, circle->terms.at[i], term))
        continue;
      if (!is_made (p, other.type))
        doubts |= DOUBT_FOREIGN_CLASS;
      if (is_kept_apart (circle, &at, &other))
        doubts |= DOUBT_FOREIGN_OBJECT;
      if (at.kind == TERM_FIELD && !is_read_out (&p->terms, &other)
          && lock_field_presence (p, at.b, &other) == PRESENCE_FOREIGN)
        doubts |= DOUBT_FOREIGN_OBJECT;
    }
  return doubts;
}

/* The class whose initialisation LOCK is. */
static class_id
initialised (const struct circle *circle, term_id lock)
{
  const struct lock_program *p = circle->p;
  const struct term *at = strip (&p->terms, circle_object (circle, lock));
  return at->kind == TERM_INIT ? universe_find (p->universe, (name_id){ at->a })
                               : CLASS_NONE;
}

/* Are some of its locks initialisations of classes, but not all?  Or does a thread
   initialise a class that only code of the class uses whose turn would be next? */
static bool
is_of_first_use (const struct circle *circle)
{
  uint32_t initialisers = 0;
  bool is_inner = false;
  for (uint32_t i = 0; i < circle->count; i++)
    {
      class_id held = initialised (circle, circle->threads[i].hold);
      if (!class_is_known (held))
        continue;
      initialisers++;
      class_id user = held.index < circle->p->universe->given
                        ? circle->p->users[held.index]
                        : CLASS_NONE;
      is_inner |= class_is_known (user)
                  && class_equal (user, initialised (circle, circle->threads[i].take));
    }
  assert (initialisers <= circle->count);
  return is_inner || (initialisers > 0 && initialisers < circle->count);
}

/* ---- Calls that could run other methods. ---- */

/* Methods that the calls of a circle may run between them; more are many. */
#define CHOICES_FEW 32

/* Methods that could run where it is a guess which one does. */
#define CHOICES_GUESSED 7
/* Classes of objects of a type that is as good as a class. */
#define CLASSES_FEW 2

/* Are there more than MOST of them, for all threads together? */
static bool
is_choice_of (const struct circle *circle, uint64_t most, bool guesses)
{
  uint64_t choices = 1;
  assert (most > 0);
  for (uint32_t i = 0; i < circle->count && choices <= most; i++)
    choices *= guesses ? circle->threads[i].guesses : circle->threads[i].choices;
  return choices > most;
}

/* Does the TYPE of an object say little about its class: there are many, or anybody may
   write one? */
static bool
is_wide (struct lock_program *p, name_id type)
{
  class_id class = type.index == NAME_NONE.index ? CLASS_NONE
                                                 : universe_find (p->universe, type);
  uint32_t classes = 0;
  if (!class_is_known (class) || universe_role (p->universe, class) == CLASS_FROM_JDK)
    return true;
  assert (type.index != NAME_NONE.index);
  const struct class_list *below = universe_subtypes (p->universe, class);
  for (uint32_t i = 0; i < below->count && classes <= CLASSES_FEW; i++)
    classes += !(universe_class (p->universe, below->at[i])->access
                 & (ACCESS_INTERFACE | ACCESS_ABSTRACT));
  return classes > CLASSES_FEW;
}

/* Is TERM cast by the code to a type that is no wider than TYPE? */
static bool
is_cast (const struct circle *circle, term_id term, name_id type)
{
  struct lock_program *p = circle->p;
  assert (type.index != NAME_NONE.index && term.index < p->terms.list.count);
  for (uint32_t i = 0; i < circle->terms.count; i++)
    {
      const struct term *cast = term_at (&p->terms, circle->terms.at[i]);
      if (cast->kind == TERM_CAST && cast->a == term.index
          && lock_types_meet (p, type, true, cast->type, false))
        return true;
    }
  return false;
}

/* Has an object that LOCK is, too, a wide type there, and a more special one here? */
static bool
is_guessed (const struct circle *circle, term_id lock)
{
  struct lock_program *p = circle->p;
  term_id object = circle_object (circle, lock);
  const struct term here = *term_at (&p->terms, object);
  assert (here.kind != TERM_LOCK && here.kind != TERM_HALF);
  class_id class = here.type.index == NAME_NONE.index
                     ? CLASS_NONE
                     : universe_find (p->universe, here.type);
  for (uint32_t i = 0; i < circle->terms.count && class_is_known (class); i++)
    {
      term_id other = circle->terms.at[i];
      const struct term there = *term_at (&p->terms, other);
      if (there.is_exact || there.type.index == here.type.index || there.kind == TERM_CAST
          || !circle_same_lock (circle, other, object) || !is_wide (p, there.type)
          || is_cast (circle, other, here.type))
        continue;
      if (there.type.index == NAME_NONE.index
          || universe_is_a (p->universe, class, there.type))
        return true;
    }
  return false;
}

static bool
has_guessed_type (const struct circle *circle)
{
  bool guessed = is_choice_of (circle, CHOICES_GUESSED, true);
  assert (circle->count >= 2);
  for (uint32_t i = 0; i < circle->count; i++)
    guessed |= is_guessed (circle, circle->threads[i].hold)
               || is_guessed (circle, circle->threads[i].take);
  return guessed;
}

/* Is it so that no given code puts an object of the type of WANTED into FIELD, and
   clients have no method that does? */
static bool
is_odd_in (struct lock_program *p, uint32_t field, const struct term *wanted)
{
  struct origin_search s = { .p = p, .wanted = wanted };
  assert (field < p->terms.fields.count);
  return lock_field (p, field)->is_set && !field_can_be (&s, field) && !s.by_calls;
}

/* Does a call on the way go to an object that only code that is not given can have put
   into the field it is read from? */
static bool
has_foreign_receiver (struct circle *circle)
{
  struct lock_program *p = circle->p;
  for (uint32_t i = 0; i < circle->instances.count; i++)
    {
      const struct circle_instance *at = &circle->instances.at[i];
      if (at->argument_count == 0)
        continue;
      const struct term receiver = *term_at (&p->terms, at->arguments[0]);
      const struct term field = *strip (&p->terms, at->arguments[0]);
      if (receiver.kind == TERM_CAST && field.kind == TERM_FIELD
          && is_odd_in (p, field.b, &receiver))
        return true;
    }
  return false;
}

unsigned
circle_doubts (struct circle *circle)
{
  unsigned doubts = is_each_other (circle) ? DOUBT_EACH_OTHER : 0;
  doubts |= is_of_first_use (circle) ? DOUBT_FIRST_USE : 0;
  if (is_choice_of (circle, CHOICES_FEW, false))
    doubts |= DOUBT_ONE_OF_MANY;
  else if (has_guessed_type (circle))
    doubts |= DOUBT_GUESSED_TYPE;
  doubts |= has_foreign_receiver (circle) ? DOUBT_FOREIGN_OBJECT : 0;
  assert (circle->count >= 2);
  for (uint32_t i = 0; i < circle->count; i++)
    doubts |= doubts_of (circle, circle_object (circle, circle->threads[i].hold))
              | doubts_of (circle, circle_object (circle, circle->threads[i].take));
  return doubts;
}
