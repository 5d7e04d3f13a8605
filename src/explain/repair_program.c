/* repair_program.c -- a repair in the words of the program that the model was made from:
 * methods that become synchronized, lines that a lock is held on; see repair.h.
 *
 * A method that is synchronized holds a monitor in all of its body.  Where the program's
 * methods have several bodies in the model, one for each kind of arguments, the repair
 * was decided with fewer of them changed: that suffices, since another lock more only
 * takes executions away.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "explain/repair.h"
#include "explain/statement_range.h"

/* What is known of LOCK in BODY, if it is the monitor of the object that is asked about;
   else null.  *IS_ASKED: LOCK is that monitor. */
static const struct provenance_monitor *
find_monitor (const struct ir_subject *subject, lock_id lock, body_id body,
              bool *is_asked)
{
  const struct provenance *provenance = subject->provenance;
  const struct provenance_monitor *found = NULL;
  *is_asked = false;
  assert (body.index < subject->model.bodies.count);
  for (uint32_t i = 0; provenance && i < provenance->monitors.count && !found; i++)
    {
      const struct provenance_monitor *monitor = &provenance->monitors.at[i];
      if (!lock_equal (monitor->lock, lock))
        continue;
      *is_asked = true;
      if (monitor->decl == subject->model.bodies.at[body.index].decl)
        found = monitor;
    }
  return found;
}

lock_id
repair_monitor (const struct ir_subject *subject, body_id body)
{
  const struct provenance *provenance = subject->provenance;
  for (uint32_t i = 0; provenance && i < provenance->monitors.count; i++)
    if (provenance->monitors.at[i].decl == subject->model.bodies.at[body.index].decl
        && provenance->monitors.at[i].is_method)
      return provenance->monitors.at[i].lock;
  return LOCK_NONE;
}

bool
repair_is_piece (const struct ir_subject *subject, lock_id lock)
{
  static const char piece[] = "inside ";
  const char *name = ir_text (&subject->model, subject->model.locks.at[lock.index].name);
  assert (lock.index < subject->model.locks.count);
  return subject->provenance && strncmp (name, piece, strlen (piece)) == 0;
}

bool
repair_can_be_held (const struct ir_subject *subject, lock_id lock, body_id body)
{
  /* What a thread has that initialises a class. */
  static const char initialiser[] = "static of ";
  const char *name = ir_text (&subject->model, subject->model.locks.at[lock.index].name);
  bool is_asked;
  const struct provenance_monitor *monitor
    = find_monitor (subject, lock, body, &is_asked);
  assert (!monitor || is_asked);
  if (subject->provenance && strncmp (name, initialiser, sizeof initialiser - 1) == 0)
    return false;
  /* With its own monitor, two objects that are given to each other would wait for each
     other. */
  if (is_asked && strstr (ir_body_title (&subject->model, body), ", the object also as"))
    return false;
  return !repair_is_piece (subject, lock)
         && (!is_asked || (monitor && monitor->name && !monitor->is_hidden));
}

bool
repair_is_method (const struct repair *repair, const struct repair_place *place,
                  const struct ir_subject *subject)
{
  if (!lock_equal (repair_monitor (subject, place->body), repair->lock))
    return false;
  struct statement_range range;
  if (!statement_range_find (&range, &subject->statements, place->body,
                             place->range.begin, place->range.begin))
    return false;
  statement_range_widen_to_body (&range, &subject->statements, place->body);
  struct span whole = statement_range_span (&range, &subject->statements, place->body);
  assert (whole.begin <= place->range.begin);
  return whole.begin == place->range.begin && whole.end == place->range.end;
}

/* The first place that has to be said: the same lines of a method that several threads
   run are said once. */
static uint32_t
first_place (const struct finding *finding)
{
  const struct repair *repair = finding->repair;
  const struct repair_place *at = repair->places;
  return repair->count == 2
         && finding_same_method (&finding->subject->model, at[0].body, at[1].body)
         && at[0].first_source_line == at[1].first_source_line
         && at[0].last_source_line == at[1].last_source_line;
}

/* "Make push(Object) and pop() synchronized"; true if there is such a place. */
static bool
print_methods (const struct finding *finding, FILE *file)
{
  const struct repair *repair = finding->repair;
  uint32_t methods = 0;
  assert (repair->count >= 1 && repair->count <= 2);
  for (uint32_t i = first_place (finding); i < repair->count; i++)
    if (repair_is_method (repair, &repair->places[i], finding->subject))
      {
        fputs (methods++ ? " and " : "Make ", file);
        finding_show_method (&finding->subject->model, repair->places[i].body, file);
      }
  fputs (methods ? " synchronized" : "", file);
  return methods > 0;
}

/* The read-write lock that LOCK is a part of, or null. */
static const char *
find_whole (const struct finding *finding, lock_id lock)
{
  const struct provenance *provenance = finding->subject->provenance;
  assert (provenance);
  for (uint32_t i = 0; i < provenance->halves.count; i++)
    if (lock_equal (provenance->halves.at[i].lock, lock))
      return provenance->halves.at[i].whole;
  return NULL;
}

/* "'Stack.lock'", "'Stack.this'", or "the write lock of 'Cache.lock'": who holds all
   parts of it holds the one that helps. */
static void
print_lock (const struct finding *finding, lock_id lock, body_id body, FILE *file)
{
  const char *whole = find_whole (finding, lock);
  bool is_asked;
  const struct provenance_monitor *monitor
    = find_monitor (finding->subject, lock, body, &is_asked);
  if (monitor && monitor->name)
    {
      text_show_quoted (file, monitor->name);
      return;
    }
  fputs (whole ? "the write lock of " : "", file);
  text_show_quoted (file, whole ? whole : finding_lock_name (finding, lock));
}

/* Does another body that is the method of PLACE, for other arguments, call the two locks
   otherwise?  Then its lines take them in both orders, and no exchange helps. */
static bool
is_both_orders (const struct finding *finding, const struct repair_place *place)
{
  const struct ir_model *model = &finding->subject->model;
  const struct repair *repair = finding->repair;
  bool is_asked;
  assert (repair->kind == REPAIR_ORDER);
  const struct provenance_monitor *second
    = find_monitor (finding->subject, repair->before, place->body, &is_asked);
  for (body_id b = { 0 }; b.index < model->bodies.count; b.index++)
    if (!body_equal (b, place->body) && finding_same_method (model, b, place->body))
      {
        const struct provenance_monitor *there
          = find_monitor (finding->subject, repair->lock, b, &is_asked);
        if (second && second->name && there && there->name
            && strcmp (there->name, second->name) == 0)
          return true;
      }
  return false;
}

/* "hold 'Stack.lock' from line 41 to 54 of Stack.java, in pop()".  FIRST: with a
   capital. */
static void
print_lines (const struct finding *finding, const struct repair_place *place, bool first,
             FILE *file)
{
  const struct repair *repair = finding->repair;
  static const char *const verbs[2][2] = { { "hold ", "Hold " }, { "take ", "Take " } };
  bool both = repair->kind == REPAIR_ORDER && is_both_orders (finding, place);
  fputs (verbs[repair->kind == REPAIR_ORDER][first], file);
  print_lock (finding, repair->lock, place->body, file);
  /* Nobody can have the write lock who has the read lock.  A body with parameters is one
     that reads. */
  if (find_whole (finding, repair->lock)
      && finding->subject->model.bodies.at[place->body.index].is_bound)
    fputs (", not the read lock,", file);
  if (repair->kind == REPAIR_ORDER)
    {
      bool is_asked;
      const struct provenance_monitor *monitor
        = find_monitor (finding->subject, repair->before, place->body, &is_asked);
      fputs (both ? " and " : " before ", file);
      if (is_asked && !(monitor && monitor->name && !monitor->is_hidden))
        fputs ("the lock that is taken there", file);
      else
        print_lock (finding, repair->before, place->body, file);
      fputs (both ? " in one order, whichever is which (by a number that each has, say)"
                  : "",
             file);
    }
  if (place->source && place->first_source_line == place->last_source_line)
    fprintf (file, "%s on line %u", repair->kind == REPAIR_ORDER ? "," : "",
             (unsigned) place->first_source_line);
  else if (place->source)
    fprintf (file, "%s from line %u to %u", repair->kind == REPAIR_ORDER ? "," : "",
             (unsigned) place->first_source_line, (unsigned) place->last_source_line);
  if (place->source)
    {
      fputs (" of ", file);
      text_print_safe (file, place->source, place->source_length);
      fputc (',', file);
    }
  fputs (" in ", file);
  finding_show_method (&finding->subject->model, place->body, file);
}

void
repair_print_program (const struct finding *finding, FILE *file)
{
  const struct repair *repair = finding->repair;
  assert (repair->count >= 1 && finding->subject->provenance);
  if (repair->kind == REPAIR_ONE_CALL)
    {
      repair_print_call (finding, file);
      return;
    }
  bool any = print_methods (finding, file);
  for (uint32_t i = first_place (finding); i < repair->count; i++)
    if (!repair_is_method (repair, &repair->places[i], finding->subject))
      {
        fputs (any ? ", and " : "", file);
        print_lines (finding, &repair->places[i], !any, file);
        any = true;
      }
}
