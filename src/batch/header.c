/* header.c -- see header.h. */
#include <config.h>

#include "batch/header.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/text.h"
#include "io/json.h"

/* The options that can change a record, in words.  Not: how many workers,
   what is shown, where the output goes.  Which patterns and fields: that is in
   the queries. */
static char *
write_options (const struct batch_options *options)
{
  const struct query_options *asked = options->asked;
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream (&text, &length);
  if (!file)
    return NULL;
  fprintf (file, "-a %s -e %s", asked->automata, engine_name (asked->decide.engine));
  fprintf (file, " --shard %u/%u", (unsigned) options->shard, (unsigned) options->shards);
  if (asked->processes)
    fprintf (file, " -P %s", asked->processes);
  if (asked->decide.timeout)
    fprintf (file, " --timeout %.9g", (double) asked->decide.timeout / 1e9);
  if (asked->decide.memory)
    fprintf (file, " --memory %.9g", (double) asked->decide.memory / 1048576.0);
  fprintf (file, " (reductions %x)", (unsigned) asked->decide.reductions);
  fputs (options->first ? " --first" : "", file);
  fputs (options->stats ? " --stats" : "", file);
  fputs (options->witness ? " --witness" : "", file);
  fputs (options->list ? " --list" : "", file);
  if (fclose (file) != 0)
    {
      free (text);
      return NULL;
    }
  return text;
}

/* An id has the name and the text of the model in it, the automaton and the
   fields. */
static void
hash_queries (const struct plan *plan, char text[33])
{
  XXH3_state_t *state = XXH3_createState ();
  XXH128_hash_t hash = { 0, 0 };
  if (state)
    {
      XXH3_128bits_reset (state);
      for (uint32_t m = 0; m < plan->model_count; m++)
        XXH3_128bits_update (state, plan->models[m].ids,
                             plan->models[m].count * sizeof (struct plan_id));
      hash = XXH3_128bits_digest (state);
      XXH3_freeState (state);
    }
  snprintf (text, 33, "%016llx%016llx", (unsigned long long) hash.high64,
            (unsigned long long) hash.low64);
}

char *
header_make (const struct batch_options *options, const struct plan *plan)
{
  char hash[33];
  char *words = write_options (options);
  if (!words)
    return NULL;
  hash_queries (plan, hash);
  json_t *header = json_object ();
  json_object_set_new (header, "schema", json_integer (1));
  json_object_set_new (header, "kind", json_string ("batch"));
  json_object_set_new (header, "version", json_string (PACKAGE_VERSION));
  json_object_set_new (header, "options", json_text (words));
  json_object_set_new (header, "queries", json_integer (plan->query_count));
  json_object_set_new (header, "hash", json_string (hash));
  free (words);
  char *line = json_line (header);
  char *whole = line ? malloc (strlen (line) + 2) : NULL;
  if (whole)
    {
      strcpy (whole, line);
      strcat (whole, "\n");
    }
  free (line);
  return whole;
}

/* What differs, for a person. */
static void
explain (const json_t *then, const json_t *now, const char *path)
{
  static const char *const member[] = { "version", "options", "queries" };
  static const char *const what[]
    = { "another version of phaselock", "other options", "other queries" };
  fputs ("phaselock batch: ", stderr);
  text_print_safe (stderr, path, strlen (path));
  const char *kind = json_string_value (json_object_get (then, "kind"));
  if (!kind || strcmp (kind, "batch") != 0)
    {
      fputs (": is no journal of a batch", stderr);
      return;
    }
  for (size_t i = 0; i < sizeof member / sizeof *member; i++)
    {
      json_t *old = json_object_get (then, member[i]);
      json_t *new = json_object_get (now, member[i]);
      if (json_equal (old, new))
        continue;
      char *old_text = json_dumps (old, JSON_ENCODE_ANY);
      char *new_text = json_dumps (new, JSON_ENCODE_ANY);
      fprintf (stderr, ": belongs to a batch with %s (then %s, now %s)", what[i],
               old_text ? old_text : "?", new_text ? new_text : "?");
      free (old_text);
      free (new_text);
      return;
    }
  fputs (": belongs to a batch of other models, automata or fields, or they have changed "
         "since", stderr);
}

bool
header_fits (const char *header, const char *line, size_t length, const char *path)
{
  if (strlen (header) == length + 1 && memcmp (header, line, length) == 0)
    return true;
  json_t *then = json_loadb (line, length, 0, NULL);
  json_t *now = json_loads (header, 0, NULL);
  explain (then, now, path);
  fputs ("; --force starts anew\n", stderr);
  json_decref (then);
  json_decref (now);
  return false;
}
