/* repair_print.c -- a repair in words; see repair.h. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "explain/repair.h"

static void
show (const char *text, FILE *file)
{
  text_print_safe (file, text, strlen (text));
}

static void
print_lines (uint32_t first, uint32_t last, FILE *file)
{
  fprintf (file, ":%u", (unsigned) first);
  if (last > first)
    fprintf (file, "-%u", (unsigned) last);
}

static void
print_place (const struct repair_place *place, const struct finding *finding, FILE *file)
{
  const char *path = finding->subject->source.path;
  text_show_name (file, finding_body_name (finding, place->body));
  fputs (" (", file);
  if (place->source)
    {
      text_print_safe (file, place->source, place->source_length);
      print_lines (place->first_source_line, place->last_source_line, file);
      fputs (", ", file);
    }
  const char *slash = strrchr (path, '/');
  show (slash && slash[1] ? slash + 1 : path, file);
  print_lines (place->first_line, place->last_line, file);
  fputc (')', file);
}

/* " But then 's' and 't' are taken in both orders: P takes 't' while it holds 's', Q
   takes 's' while it holds 't'." */
static void
print_cycle (const struct finding *finding, FILE *file)
{
  const struct repair *repair = finding->repair;
  uint32_t shown = repair->cycle < REPAIR_WAITS ? repair->cycle : REPAIR_WAITS;
  assert (repair->cycle >= 2);
  fputs (repair->together ? " But together with the repairs above " : " But then ", file);
  for (uint32_t i = 0; i < shown; i++)
    {
      fputs (i == 0 ? "" : i + 1 == repair->cycle ? " and " : ", ", file);
      text_show_quoted (file, finding_lock_name (finding, repair->waits[i].held));
    }
  if (repair->cycle > shown)
    fprintf (file, " and %u more", (unsigned) (repair->cycle - shown));
  fprintf (file, " are taken in %s: ",
           repair->cycle == 2 ? "both orders" : "the order of a cycle");
  for (uint32_t i = 0; i < shown && (i + 1 < shown || shown == repair->cycle); i++)
    {
      const struct repair_wait *wait = &repair->waits[i];
      fputs (i ? ", " : "", file);
      text_show_name (file, finding_process_name (finding, wait->process));
      fputs (" takes ", file);
      const struct repair_wait *next = &repair->waits[(i + 1) % repair->cycle];
      text_show_quoted (file, finding_lock_name (finding, next->held));
      fputs (" while it holds ", file);
      text_show_quoted (file, finding_lock_name (finding, wait->held));
    }
  fputs (repair->cycle > shown ? ", and so on." : ".", file);
}

/* " in pop (...) and in push (...)". */
static void
print_places (const struct finding *finding, FILE *file)
{
  const struct repair *repair = finding->repair;
  bool shared = false;
  assert (repair->count == 1 || repair->count == 2);
  for (uint32_t i = 0; i < repair->count; i++)
    {
      fputs (i ? " and in " : " in ", file);
      print_place (&repair->places[i], finding, file);
      shared |= repair_is_shared (&finding->subject->model, repair->places[i].body);
    }
  fputs (!shared           ? ""
         : repair->by_name ? ", whichever objects it is called for,"
                           : ", and likewise for other objects,",
         file);
}

/* For whom alone it helps. */
static void
print_some (const struct finding *finding, FILE *file)
{
  bool deadlock = finding->query->kind == QUERY_DEADLOCK;
  uint32_t threads = finding_threads (finding);
  for (thread_id t = { 0 }; t.index < threads; t.index++)
    {
      fputs (t.index == 0                         ? (deadlock ? " for " : " with ")
             : deadlock && t.index + 1 == threads ? " and "
                                                  : ", ",
             file);
      finding_print_player (finding, t, file);
    }
  fputs (deadlock ? "; other processes can still wait in a circle."
                  : "; with other processes in these roles it still happens.",
         file);
}

/* What would have to be so in the text, where the repair has no place. */
static void
print_steps (const struct finding *finding, FILE *file)
{
  const struct repair *repair = finding->repair;
  bool is_program = finding->subject->provenance;
  assert (finding->query->kind == QUERY_STUCK && repair->count == 0);
  const char *all = is_program ? "notifyAll ()" : "a notifyall";
  switch ((unsigned) repair->kind)
    {
    case REPAIR_NOTIFY_ALL: fputs ("If every notify of ", file); break;
    case REPAIR_WAIT_OUTSIDE:
      fputs ("If nobody held ", file);
      text_show_quoted (file, finding_lock_name (finding, repair->before));
      fputs (" while it waits for ", file);
      break;
    case REPAIR_FINALLY: fputs ("If who fails gave back ", file); break;
    default: fputs ("If every wait for ", file); break;
    }
  text_show_quoted (file, finding_lock_name (finding, repair->lock));
  switch ((unsigned) repair->kind)
    {
    case REPAIR_NOTIFY_ALL: fprintf (file, " were %s", all); break;
    case REPAIR_WAIT_OUTSIDE: break;
    case REPAIR_FINALLY: fputs (" (in a finally)", file); break;
    default:
      fputs (" stood in a 'while', not an 'if'", file);
      if (repair->kind == REPAIR_LOOK_AGAIN_ALL)
        fprintf (file, ", and every notify of it were %s", all);
    }
  fprintf (file, ", the query would be safe%s.",
           repair->restricted ? ", with these processes only" : "");
}

void
repair_print (const struct finding *finding, FILE *file)
{
  const struct repair *repair = finding->repair;
  assert (repair);
  if (repair->kind == REPAIR_VOLATILE)
    {
      assert (finding->query->kind == QUERY_RACE);
      fputs ("If ", file);
      text_show_name (file, finding_field_name (finding, (parameter_id){ 0 }));
      /* In C and C++ `volatile' does not keep threads apart. */
      const struct provenance *program = finding->subject->provenance;
      fprintf (
        file,
        " is only a flag, %s: its accesses may then happen at any time, and are no "
        "race.",
        program && strcmp (program->language, "C") == 0 ? "make it atomic"
                                                        : "declare it volatile");
      return;
    }
  if (!repair_has_places (repair->kind))
    {
      print_steps (finding, file);
      return;
    }
  if (finding->subject->provenance)
    {
      repair_print_program (finding, file);
      fputs (repair->safe ? ": the query is then safe" : ": that prevents it", file);
      if (repair->safe)
        fputs (repair->restricted ? ", with these processes only." : ".", file);
      else
        print_some (finding, file);
      if (repair->cycle > 0)
        print_cycle (finding, file);
      return;
    }
  fputs (repair->kind == REPAIR_ORDER ? "Taking " : "Holding ", file);
  text_show_quoted (file, finding_lock_name (finding, repair->lock));
  if (repair->kind == REPAIR_ORDER)
    {
      fputs (" before ", file);
      text_show_quoted (file, finding_lock_name (finding, repair->before));
    }
  print_places (finding, file);
  fputs (" would have prevented it", file);
  if (repair->safe)
    fprintf (file, ": the query is then safe%s.",
             repair->restricted ? ", with these processes only" : "");
  else
    print_some (finding, file);
  if (repair->cycle > 0)
    print_cycle (finding, file);
}
