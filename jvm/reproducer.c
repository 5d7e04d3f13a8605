/* reproducer.c -- the pattern in Reproducer.java, or of a program in
 * ProgramReproducer.java, with its marks replaced.
 */
#include <config.h>

#include "jvm/reproducer.h"

#include <assert.h>
#include <string.h>

#include "jvm/java_text.h"

/* What separates the calls of threads in the story of a run. */
#define THREAD "; thread "

struct reproducer
{
  FILE *file;
  const char *name, *title;
  const struct confirmation *confirmation;
};

/* TEXT within a comment: it cannot end that. */
static void
print_comment (FILE *file, const char *text)
{
  for (; *text; text++)
    fputc (*text == '*' || *text == '\n' || *text == '\\' ? ' ' : *text, file);
}

static void
print_title (const struct reproducer *r)
{
  print_comment (r->file, r->title);
  fputs ("\n * ", r->file);
  print_comment (r->file, r->confirmation->seen.text);
}

static void
print_setup (const struct reproducer *r)
{
  const char *story = r->confirmation->seen.arguments, *end = strstr (story, THREAD);
  assert (end);
  fprintf (r->file, "    %.*s;", (int) (end - story), story);
}

static void
print_threads (const struct reproducer *r)
{
  const char *rest = strstr (r->confirmation->seen.arguments, THREAD), *before = "";
  while (rest)
    {
      const char *call = strchr (rest, ':') + 2, *end = strstr (call, THREAD);
      int number = (int) strcspn (rest + strlen (THREAD), ":");
      fprintf (r->file, "%s      thread(\"thread %.*s\", () -> %.*s)", before, number,
               rest + strlen (THREAD),
               (int) (end ? (size_t) (end - call) : strlen (call)), call);
      before = ",\n";
      rest = end;
    }
}

static void
print_stops (const struct reproducer *r)
{
  const struct itinerary *itinerary = r->confirmation->itinerary;
  for (uint32_t i = 0; i < itinerary->stops.count; i++)
    {
      const struct itinerary_stop *stop = &itinerary->stops.at[i];
      fputs (i > 0 ? "\n" : "", r->file);
      if (stop->class_name)
        fprintf (r->file, "    {%u, \"%s\", \"%s\", \"%s\", %u, %s}, // %s",
                 (unsigned) stop->thread, stop->class_name, stop->method,
                 stop->descriptor, (unsigned) stop->index,
                 itinerary_is_elsewhere (itinerary, stop->thread) ? "false" : "true",
                 stop->place);
      else
        fprintf (r->file, "    {%u, null, null, null, 0, true}, // the beginning",
                 (unsigned) stop->thread);
    }
}

/* Of a program. */
static void
print_steps (const struct reproducer *r)
{
  static const char *const acts[]
    = { "OVER", "ENTER", "START", "SLEEP", "WAKE", "END", "HERE" };
  const struct itinerary *itinerary = r->confirmation->itinerary;
  assert (itinerary->is_program);
  for (uint32_t i = 0; i < itinerary->stops.count; i++)
    {
      const struct itinerary_stop *stop = &itinerary->stops.at[i];
      fprintf (r->file, "%s    {%u, \"%s\", ", i > 0 ? "\n" : "", (unsigned) stop->thread,
               acts[stop->act]);
      if (stop->class_name)
        fprintf (r->file, "\"%s\", \"%s\", \"%s\", %u", stop->class_name, stop->method,
                 stop->descriptor, (unsigned) stop->index);
      else
        fputs ("null, null, null, 0", r->file);
      for (uint32_t k = 0; k < stop->started.count; k++)
        fprintf (r->file, ", %u", (unsigned) stop->started.at[k]);
      fprintf (r->file, "}, // %s", stop->place);
    }
}

/* Do the calls need an object? */
static bool
has_object (const struct reproducer *r)
{
  assert (r->confirmation->seen.arguments);
  return strstr (r->confirmation->seen.arguments, " o = ") != NULL;
}

/* Print what stands for the mark at TEXT; returns the end of the mark. */
static const char *
print_mark (const struct reproducer *r, const char *text)
{
  const struct itinerary *itinerary = r->confirmation->itinerary;
  size_t length = strcspn (text + 1, "@") + 2;
  const char *mark = text + 1;
  if (strncmp (mark, "NAME@", 5) == 0)
    fputs (r->name, r->file);
  else if (strncmp (mark, "FINDING@", 8) == 0)
    print_title (r);
  else if (strncmp (mark, "SETUP@", 6) == 0)
    print_setup (r);
  else if (strncmp (mark, "THREADS@", 8) == 0)
    print_threads (r);
  else if (strncmp (mark, "STOPS@", 6) == 0)
    (itinerary->is_program ? print_steps : print_stops) (r);
  else if (strncmp (mark, "MAIN@", 5) == 0)
    fputs (itinerary->subject, r->file);
  else if (strncmp (mark, "CLAIMANT@", 9) == 0)
    fprintf (r->file, "%d",
             itinerary->question == ITINERARY_ASSERT ? (int) itinerary->claimant : -1);
  else if (strncmp (mark, "STUCK@", 6) == 0)
    fputs (itinerary->question == ITINERARY_STUCK ? "true" : "false", r->file);
  else if (strncmp (mark, "MEETING@", 8) == 0)
    fprintf (r->file, "%u", (unsigned) itinerary->meeting);
  else if (strncmp (mark, "DEADLOCK@", 9) == 0)
    fputs (itinerary->question == ITINERARY_DEADLOCK ? "true" : "false", r->file);
  else if (strncmp (mark, "STATE@", 6) == 0)
    fputs (has_object (r) ? "show(\"o\", o);" : "", r->file);
  else if (strncmp (mark, "TARGET@", 7) == 0)
    fputs (has_object (r) ? "target = o;" : "", r->file);
  else
    {
      fputc (*text, r->file);
      return text + 1;
    }
  return text + length;
}

bool
reproducer_write (FILE *file, const char *name, const char *title,
                  const struct confirmation *confirmation)
{
  const struct reproducer r = { file, name, title, confirmation };
  const char *story = confirmation->seen.arguments;
  assert (confirmation->seen.grade > EXECUTION_NOT_SEEN && confirmation->itinerary);
  bool is_program = confirmation->itinerary->is_program;
  if (!is_program && (!strstr (story, THREAD) || strchr (story, '$')))
    return false;
  for (const char *text
       = java_text[is_program ? JAVA_TEXT_PROGRAM_REPRODUCER : JAVA_TEXT_REPRODUCER].text;
       *text;)
    if (*text == '@')
      text = print_mark (&r, text);
    else
      fputc (*text++, file);
  if (!is_program)
    fprintf (file, "\n%s", java_text[JAVA_TEXT_ANSWERS].text);
  return true;
}
