/* selection.c -- options and annotations that choose fields and units. */
#include <config.h>

#include "java/interpreter/selection.h"

#include <assert.h>
#include <fnmatch.h>
#include <string.h>

#include "base/suggest.h"
#include "java/program/annotate.h"

/* The length of the word that LIST begins with, up to a comma outside of parentheses:
   "add(int, int)" is one word. */
static size_t
word_length (const char *list)
{
  size_t length = 0;
  for (bool inside = false; list[length] && (list[length] != ',' || inside); length++)
    inside = list[length] == '(' || (inside && list[length] != ')');
  assert (length <= strlen (list));
  return length;
}

/* A word of a list as a text of its own. */
struct word
{
  char text[1024];
  const char *rest; /* what comes after it */
};

/* The next word of LIST that is not empty; false at the end. */
static bool
next_word (struct word *word, const char *list)
{
  for (; *list; list += strspn (list, ", "))
    {
      size_t length = word_length (list);
      word->rest = list + length + (list[length] == ',');
      if (length > 0 && length < sizeof word->text)
        {
          memcpy (word->text, list, length);
          word->text[length] = '\0';
          return true;
        }
      list = word->rest;
    }
  return false;
}

bool
selection_matches (const char *list, const char *name)
{
  assert (list && name);
  struct word word;
  while (next_word (&word, list))
    {
      if (fnmatch (word.text, name, FNM_NOESCAPE) == 0)
        return true;
      list = word.rest;
    }
  return false;
}

/* NAME, or what stands after its first or last dots. */
static bool
matches_ending (const char *list, const char *name)
{
  if (selection_matches (list, name))
    return true;
  for (const char *dot = strchr (name, '.'); dot; dot = strchr (dot + 1, '.'))
    if (selection_matches (list, dot + 1))
      return true;
  return false;
}

/* Is METHOD what a thread runs?  A loop, as a rule: what is done in it belongs together
   no more than what a client does. */
static bool
is_run (struct extraction *x, struct java_member method)
{
  static const char *const types[]
    = { "java/lang/Runnable", "java/lang/Thread", "java/util/TimerTask" };
  const struct java_method *header = universe_method (x->universe, method);
  if (strcmp (universe_text (x->universe, header->name), "run") != 0
      || strcmp (universe_text (x->universe, header->descriptor), "()V") != 0)
    return false;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (universe_is_a (x->universe, method.class, universe_name (x->universe, types[i])))
      return true;
  return false;
}

bool
selection_has_unit (struct extraction *x, struct java_member method)
{
  assert (member_is_known (method));
  const char *units = x->java->options->units;
  if (!units)
    return x->units_are_marked ? annotation_of_method (x->java, method, "UnitFor") != NULL
                               : !is_run (x, method);
  const char *name
    = universe_text (x->universe, universe_method (x->universe, method)->name);
  return selection_matches (units, name)
         || selection_matches (units, method_name (x, method))
         || selection_matches (units, full_method_name (x, method));
}

/* Is there a location called NAME, of which only the first LENGTH bytes count? */
static bool
has_location (const struct extraction *x, const char *name, size_t length)
{
  for (uint32_t i = 0; i < x->heap.locations.count; i++)
    if (strncmp (x->heap.locations.at[i].name, name, length) == 0
        && x->heap.locations.at[i].name[length] == '\0')
      return true;
  return false;
}

bool
selection_has_location (struct extraction *x, uint32_t location)
{
  assert (location < x->heap.locations.count);
  const char *fields = x->java->options->fields;
  const char *name = x->heap.locations.at[location].name;
  size_t length = strlen (name);
  if (!ownership_asks (x, location))
    return false;
  if (!fields || matches_ending (fields, name))
    return true;
  /* A collection in a field that never changes is called by the field. */
  return length > 2 && strcmp (name + length - 2, "[]") == 0
         && !has_location (x, name, length - 2)
         && matches_ending (fields, arena_copy (&x->run_arena, name, length - 2));
}

/* ---- Words that fit nothing. ---- */

/* Does PATTERN fit a method, or field, of a given class?  The closest name goes to
   SUGGEST. */
static bool
fits_member (const struct java_universe *universe, const char *pattern, bool methods,
             struct suggest *suggest)
{
  assert (pattern);
  for (class_id id = { 0 }; id.index < universe->given; id.index++)
    {
      const struct java_class *class = universe_class (universe, id);
      for (uint32_t i = 0; i < (methods ? class->method_count : class->field_count); i++)
        {
          const char *name = universe_text (universe, methods ? class->methods[i].name
                                                              : class->fields[i].name);
          if (fnmatch (pattern, name, FNM_NOESCAPE) == 0)
            return true;
          suggest_offer (suggest, name);
        }
    }
  return false;
}

/* What is between the last dot of WORD and its parameters or brackets. */
static void
cut_to_name (char *word)
{
  word[strcspn (word, "(")] = '\0';
  size_t length = strlen (word);
  while (length > 2 && strcmp (word + length - 2, "[]") == 0)
    word[length -= 2] = '\0';
  const char *dot = strrchr (word, '.');
  if (dot)
    memmove (word, dot + 1, strlen (dot));
}

static bool
check_words (struct java *java, const char *list, const char *option, bool methods)
{
  bool any = false;
  struct word word;
  if (!list)
    return true;
  for (; next_word (&word, list); list = word.rest)
    {
      struct suggest suggest;
      char *name = arena_copy (&java->arena, word.text, strlen (word.text));
      any = true;
      cut_to_name (name);
      suggest_init (&suggest, name);
      if (fits_member (java->universe, name, methods, &suggest))
        continue;
      diag_error_file (&java->diags, "no-match",
                       "%s: no %s of these classes is called '%s'%s%s%s", option,
                       methods ? "method" : "field", word.text,
                       suggest.best ? "; did you mean '" : "",
                       suggest.best ? suggest.best : "", suggest.best ? "'?" : "");
      return false;
    }
  if (!any)
    diag_error_file (&java->diags, "no-match", "%s: the list is empty", option);
  return any;
}

bool
selection_check (struct java *java)
{
  assert (java->universe && java->options);
  const struct java_options *options = java->options;
  /* What is inherited from a class path or the JDK is not known yet. */
  return options->classpath_count > 0 || options->jdk
         || (check_words (java, options->units, "--units", true)
             && check_words (java, options->fields, "--fields", false));
}

/* ---- Annotations. ---- */

bool
selection_has_marked_units (struct extraction *x)
{
  const struct java_class *class = universe_class (x->universe, x->class);
  for (uint32_t i = 0; i < class->method_count; i++)
    if (annotation_of_method (x->java, (struct java_member){ x->class, i }, "UnitFor"))
      return true;
  return false;
}

bool
selection_is_confined (struct extraction *x, struct java_member field)
{
  assert (member_is_known (field));
  return annotation_of_field (x->java, field, "ThreadConfined") != NULL;
}

bool
selection_is_for_testing (struct extraction *x, struct java_member method)
{
  assert (member_is_known (method));
  return annotation_of_method (x->java, method, "VisibleForTesting")
         || annotation_of_method (x->java, method, "ThreadConfined");
}
