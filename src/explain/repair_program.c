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

lock_id
repair_monitor (const struct ir_subject *subject, body_id body)
{
  const struct provenance *provenance = subject->provenance;
  for (uint32_t i = 0; provenance && i < provenance->monitors.count; i++)
    if (provenance->monitors.at[i].decl == subject->model.bodies.at[body.index].decl)
      return provenance->monitors.at[i].lock;
  return LOCK_NONE;
}

bool
repair_can_be_held (const struct ir_subject *subject, lock_id lock)
{
  static const char piece[] = "inside ";
  const char *name = ir_text (&subject->model, subject->model.locks.at[lock.index].name);
  assert (lock.index < subject->model.locks.count);
  return !subject->provenance || strncmp (name, piece, strlen (piece)) != 0;
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

/* "Make push(Object) and pop() synchronized"; true if there is such a place. */
static bool
print_methods (const struct finding *finding, FILE *file)
{
  const struct repair *repair = finding->repair;
  uint32_t methods = 0;
  assert (repair->count >= 1 && repair->count <= 2);
  for (uint32_t i = 0; i < repair->count; i++)
    if (repair_is_method (repair, &repair->places[i], finding->subject))
      {
        fputs (methods++ ? " and " : "Make ", file);
        text_show_name (file, finding_body_name (finding, repair->places[i].body));
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

/* Is LOCK the monitor of the object that is asked about, and 'this' in BODY another
   object, or none? */
static bool
is_another_this (const struct finding *finding, lock_id lock, body_id body)
{
  const struct ir_subject *subject = finding->subject;
  const char *name = finding_body_name (finding, body);
  if (strcmp (finding_lock_name (finding, lock), "this") != 0
      || lock_equal (repair_monitor (subject, body), lock))
    return false;
  size_t before = strcspn (name, "(");
  bool of_its_class = !memchr (name, '.', before);
  bool argument = strstr (name, ", the object as ") || strstr (name, ", another object");
  /* A lambda has the 'this' of its method, and so has a constructor. */
  bool has_no_monitor
    = strncmp (name, "lambda$", 7) == 0 || strncmp (name, "new(", 4) == 0;
  return argument || !of_its_class || !has_no_monitor;
}

/* "'Stack.lock'", or "the write lock of 'Cache.lock'": who holds all parts of it holds
   the one that helps. */
static void
print_lock (const struct finding *finding, lock_id lock, body_id body, FILE *file)
{
  const char *whole = find_whole (finding, lock);
  if (is_another_this (finding, lock, body))
    {
      const char *subject = finding->subject->provenance->subject;
      const char *dot = strrchr (subject, '.');
      fputs ("the monitor of the ", file);
      text_show_name (file, dot ? dot + 1 : subject);
      return;
    }
  fputs (whole ? "the write lock of " : "", file);
  text_show_quoted (file, whole ? whole : finding_lock_name (finding, lock));
}

/* "hold 'Stack.lock' from line 41 to 54 of Stack.java, in pop()".  FIRST: with a
   capital. */
static void
print_lines (const struct finding *finding, const struct repair_place *place, bool first,
             FILE *file)
{
  const struct repair *repair = finding->repair;
  static const char *const verbs[2][2] = { { "hold ", "Hold " }, { "take ", "Take " } };
  fputs (verbs[repair->kind == REPAIR_ORDER][first], file);
  print_lock (finding, repair->lock, place->body, file);
  /* Nobody can have the write lock who has the read lock.  A body with parameters is one
     that reads. */
  if (find_whole (finding, repair->lock)
      && finding->subject->model.bodies.at[place->body.index].is_bound)
    fputs (", not the read lock,", file);
  if (repair->kind == REPAIR_ORDER)
    {
      fputs (" before ", file);
      print_lock (finding, repair->before, place->body, file);
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
  text_show_name (file, finding_body_name (finding, place->body));
}

void
repair_print_program (const struct finding *finding, FILE *file)
{
  const struct repair *repair = finding->repair;
  assert (repair->count >= 1 && finding->subject->provenance);
  bool any = print_methods (finding, file);
  for (uint32_t i = 0; i < repair->count; i++)
    if (!repair_is_method (repair, &repair->places[i], finding->subject))
      {
        fputs (any ? ", and " : "", file);
        print_lines (finding, &repair->places[i], !any, file);
        any = true;
      }
}
