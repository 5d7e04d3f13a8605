/* sarif_rules.c -- what can be found, as the rules of a SARIF log; see sarif_parts.h. */
#include <config.h>

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "io/json.h"
#include "phaseauto/meetings.h"
#include "phaseauto/pa_text.h"
#include "phaseauto/print_automaton.h"
#include "results/sarif_parts.h"

/* What goes wrong without an assert is asked as an assert is, and is a rule of its own.
 */
static const struct pa_automaton *
wrong_operation (void)
{
  static const struct pa_automaton wrong
    = { .name = "wrong",
        .title = "wrong operation",
        .text = { .says = "A process divides by zero, shifts too far, or uses an index "
                          "outside of its array.",
                  .harm = "There is no value to go on with.",
                  .example = "average = sum / count;  /* count may be 0 */\n" } };
  return &wrong;
}

/* Races, deadlocks and what models with data are asked are of no set. */
static bool
is_meeting (const struct pa_automaton *automaton)
{
  return automaton == pa_race () || automaton == pa_deadlock ()
         || automaton == pa_assert () || automaton == pa_exclusive ()
         || automaton == pa_stuck () || automaton == wrong_operation ();
}

/* "strict-12"; of a file, its name without folders and end. */
static json_t *
rule_id (const struct pa_set *set, const struct pa_automaton *automaton)
{
  assert (automaton->name);
  if (is_meeting (automaton))
    return json_string (automaton->name);
  const char *slash = strrchr (set->name, '/');
  const char *base = slash && slash[1] ? slash + 1 : set->name;
  size_t length = strlen (base);
  if (length > 3 && strcmp (base + length - 3, ".pa") == 0)
    length -= 3;
  char *first = sarif_uri (base, length);
  char *second = sarif_uri (automaton->name, strlen (automaton->name));
  json_t *id = first && second ? json_sprintf ("%s-%s", first, second) : NULL;
  free (first);
  free (second);
  return id;
}

/* "lost update" is LostUpdate. */
static json_t *
rule_name (const struct pa_automaton *automaton)
{
  const char *text = automaton->title ? automaton->title : automaton->name;
  char *name = json_allocate (strlen (text) + sizeof "Pattern");
  if (!name)
    return NULL;
  char *end = name;
  if (!automaton->title)
    end = stpcpy (name, "Pattern");
  bool start = true;
  for (const char *c = text; *c; c++)
    {
      bool letter = (unsigned char) *c < 128 && isalnum ((unsigned char) *c);
      if (letter)
        *end++ = start && *c >= 'a' && *c <= 'z' ? (char) (*c - 'a' + 'A') : *c;
      start = !letter;
    }
  assert ((size_t) (end - name) < strlen (text) + sizeof "Pattern");
  *end = 0;
  json_t *string = json_string (name);
  free (name);
  return string;
}

/* Of a set that ships, threads are units of work; of others all that is known is that
   they are processes. */
static void
describe_threads (const struct sarif *sarif, const struct pa_automaton *automaton,
                  FILE *file)
{
  uint32_t count = automaton->threads.count;
  for (thread_id t = { 0 }; t.index < count; t.index++)
    {
      fputs (t.index == 0 ? "" : t.index + 1 == count ? " and " : ", ", file);
      pa_print_thread (automaton, t, file);
    }
  if (pa_shipped_find (sarif->automata->name))
    fputs (" are units of work of two processes.", file);
  else
    fputs (count == 1 ? " is a process." : " are different processes.", file);
}

/* The text of AUTOMATON in the given style; to be freed. */
static char *
help_text (struct sarif *sarif, const struct pa_automaton *automaton,
           const struct pa_text_style *style)
{
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream (&text, &length);
  if (memory)
    pa_text_print (&automaton->text, style, memory);
  if (!memory || fclose (memory) != 0)
    sarif->failed = true;
  return text;
}

/* What happens, why that is bad, and an example.  The standard wants braces doubled, and
   so they are in the plain text; but viewers show the Markdown of a rule as it is, and
   the other tools that write examples into it do not double them. */
static json_t *
rule_help (struct sarif *sarif, const struct pa_automaton *automaton)
{
  /* Viewers break lines themselves. */
  static const struct pa_text_style plain
    = { .prefix = "", .columns = UINT32_MAX, .indent = "  " };
  static const struct pa_text_style markdown
    = { .prefix = "", .columns = UINT32_MAX, .indent = "", .markdown = true };
  assert (automaton->text.says || automaton->text.example);
  char *text = help_text (sarif, automaton, &plain);
  char *page = help_text (sarif, automaton, &markdown);
  json_t *help = sarif_message (text ? text : "");
  json_object_set_new (help, "markdown", json_text (page ? page : ""));
  free (text);
  free (page);
  return help;
}

static json_t *
rule (struct sarif *sarif, const struct pa_automaton *automaton)
{
  json_t *object = json_object ();
  json_object_set_new (object, "id", rule_id (sarif->automata, automaton));
  /* A name that is the identifier says nothing more. */
  if (!automaton->title || strcasecmp (automaton->title, automaton->name) != 0)
    json_object_set_new (object, "name", rule_name (automaton));
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream (&text, &length);
  if (!memory)
    {
      sarif->failed = true;
      return object;
    }
  if (automaton->text.says)
    {
      text_print_safe (memory, automaton->text.says, strlen (automaton->text.says));
      fputc (' ', memory);
    }
  if (is_meeting (automaton))
    text_print_safe (memory, automaton->text.harm, strlen (automaton->text.harm));
  else
    {
      fputs ("An execution in which these steps happen in this order: ", memory);
      pa_print_pattern (automaton, memory);
      fputs (". R is a read, W a write, A either; ", memory);
      describe_threads (sarif, automaton, memory);
    }
  if (fclose (memory) != 0)
    sarif->failed = true;
  json_object_set_new (
    object, "shortDescription",
    sarif_message (automaton->title ? automaton->title : automaton->name));
  json_object_set_new (object, "fullDescription", sarif_message (text ? text : ""));
  free (text);
  if (automaton->text.says || automaton->text.example)
    json_object_set_new (object, "help", rule_help (sarif, automaton));
  json_object_set_new (object, "defaultConfiguration",
                       json_pack ("{s:s}", "level", "error"));
  json_object_set_new (
    object, "properties",
    json_pack ("{s:[s,s]}", "tags", "concurrency",
               is_meeting (automaton) ? automaton->name : "atomicity"));
  return object;
}

uint32_t
sarif_rule (struct sarif *sarif, const struct pa_automaton *automaton, bool wrong)
{
  const struct pa_automaton *is = wrong ? wrong_operation () : automaton;
  json_t *id = rule_id (sarif->automata, is);
  const char *text = json_string_value (id);
  json_t *place = text ? json_object_get (sarif->rule_places, text) : NULL;
  assert (!wrong || automaton == pa_assert ());
  if (!text)
    sarif->failed = true;
  else if (!place)
    {
      place = json_integer ((json_int_t) json_array_size (sarif->rules));
      json_object_set_new (sarif->rule_places, text, place);
      json_array_append_new (sarif->rules, rule (sarif, is));
    }
  json_decref (id);
  return (uint32_t) json_integer_value (place);
}

void
sarif_list_rules (struct sarif *sarif)
{
  const struct pattern_choice *chosen = sarif->chosen;
  const struct pa_set *set = sarif->automata;
  assert (chosen->automata);
  for (uint32_t a = 0; a < set->automata.count; a++)
    if (chosen->automata[a])
      sarif_rule (sarif, &set->automata.at[a], false);
  if (chosen->race)
    sarif_rule (sarif, pa_race (), false);
  if (chosen->deadlock)
    sarif_rule (sarif, pa_deadlock (), false);
  if (chosen->stuck)
    sarif_rule (sarif, pa_stuck (), false);
  for (uint32_t wrong = 0; wrong < 2 && chosen->claims; wrong++)
    sarif_rule (sarif, pa_assert (), wrong);
  if (chosen->exclusive)
    sarif_rule (sarif, pa_exclusive (), false);
}

json_t *
sarif_rule_id (const struct sarif *sarif, uint32_t place)
{
  assert (sarif->failed || place < json_array_size (sarif->rules));
  return json_incref (json_object_get (json_array_get (sarif->rules, place), "id"));
}
