/* edits.c -- all small edits of a record, one record in a line for each.
 *
 *     edits NAMES <RECORD >RECORDS
 *
 * Each member of the record, of its objects, of those in its lists and so on is changed
 * to other values of its type, to a value of another type, and taken out; each object
 * gets a member too many; lists lose an element, have one twice, or two of them in the
 * other order.  (The steps of a witness do not: without a step or in another order, a run
 * may be another run of the model; mutations.c has such changes.)  A line of NAMES for
 * each record that is written: where the edit is, without the numbers of elements, and
 * what was done, "witness/object of branch: longer".
 */
#include <config.h>

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct edits
{
  json_t *record; /* edited in place, and mended again */
  FILE *names;
  char path[1024];
};

static void
emit (struct edits *e, const char *what)
{
  fprintf (e->names, "%s: %s\n", e->path, what);
  if (json_dumpf (e->record, stdout, JSON_COMPACT) != 0)
    abort ();
  putchar ('\n');
}

/* ---- Single values. ---- */

typedef void put_value (json_t *where, const char *key, size_t i, json_t *value);

static void
put_member (json_t *where, const char *key, size_t i, json_t *value)
{
  (void) i;
  if (json_object_set_new (where, key, value) != 0)
    abort ();
}

static void
put_element (json_t *where, const char *key, size_t i, json_t *value)
{
  (void) key;
  if (json_array_set_new (where, i, value) != 0)
    abort ();
}

/* OLD, which PUT puts into WHERE, gets each of a few other values. */
static void
edit_value (struct edits *e, json_t *where, const char *key, size_t i, json_t *old,
            put_value *put)
{
  assert (old);
  json_incref (old);
  char text[4096];
  if (json_is_string (old))
    {
      const char *is = json_string_value (old);
      snprintf (text, sizeof text, "%.4000sx", is);
      put (where, key, i, json_string (text));
      emit (e, "longer");
      snprintf (text, sizeof text, "%.*s", (int) strlen (is) - 1, is);
      put (where, key, i, json_string (text));
      emit (e, "shorter");
      snprintf (text, sizeof text, "%.4000s", is);
      for (char *c = text; *c; c++)
        if (*c >= '0' && *c <= '9')
          *c = (char) ('0' + (*c - '0' + 1) % 10);
      put (where, key, i, json_string (text));
      if (strcmp (text, is) != 0)
        emit (e, "other digits");
      put (where, key, i, json_integer (1));
      emit (e, "a number");
    }
  else if (json_is_integer (old))
    {
      json_int_t is = json_integer_value (old);
      put (where, key, i, json_integer (is + 1));
      emit (e, "one more");
      put (where, key, i, json_integer (is - 1));
      emit (e, "one less");
      put (where, key, i, json_integer (is + ((json_int_t) 1 << 32)));
      emit (e, "the same in 32 bits");
      put (where, key, i, json_boolean (is != 0));
      emit (e, "true or false");
      put (where, key, i, json_real ((double) is));
      emit (e, "a real number");
    }
  else if (json_is_boolean (old))
    {
      put (where, key, i, json_boolean (!json_is_true (old)));
      emit (e, "the contrary");
      put (where, key, i, json_integer (json_is_true (old)));
      emit (e, "a number");
    }
  put (where, key, i, json_null ());
  emit (e, "null");
  put (where, key, i, json_array ());
  if (!json_is_array (old) || json_array_size (old) > 0)
    emit (e, "an empty list");
  put (where, key, i, old);
}

/* ---- Objects and lists. ---- */

static void edit (struct edits *e, json_t *value);

/* The path goes on with KEY; of a member of a step, with the step's action. */
static size_t
extend (struct edits *e, const json_t *object, const char *key)
{
  size_t length = strlen (e->path);
  const char *action = json_string_value (json_object_get (object, "action"));
  const char *text = json_string_value (json_object_get (object, "object"));
  assert (length < sizeof e->path);
  snprintf (e->path + length, sizeof e->path - length, "%s%s%s%s%s", length ? "/" : "",
            key, action ? " of " : "", action ? action : "",
            action && text && strcmp (text, "*") == 0 ? " *" : "");
  return length;
}

static void
edit_object (struct edits *e, json_t *object)
{
  json_t *copy = json_copy (object); /* its keys stay where they are */
  const char *key;
  json_t *value;
  json_object_foreach (copy, key, value)
  {
    size_t length = extend (e, object, key);
    edit_value (e, object, key, 0, value, put_member);
    edit (e, value);
    json_object_del (object, key);
    emit (e, "missing");
    put_member (object, key, 0, json_incref (value));
    e->path[length] = '\0';
  }
  json_decref (copy);
  size_t length = extend (e, object, "colour");
  put_member (object, "colour", 0, json_string ("red"));
  emit (e, "too many");
  json_object_del (object, "colour");
  e->path[length] = '\0';
}

static void
edit_array (struct edits *e, json_t *array, bool in_order)
{
  size_t count = json_array_size (array);
  for (size_t i = 0; i < count; i++)
    {
      json_t *value = json_incref (json_array_get (array, i));
      if (!json_is_object (value))
        edit_value (e, array, NULL, i, value, put_element);
      edit (e, value);
      if (!in_order)
        {
          json_array_remove (array, i);
          emit (e, "an element less");
          json_array_insert (array, i, value);
          json_array_insert (array, i, value);
          emit (e, "an element twice");
          json_array_remove (array, i);
        }
      if (!in_order && i > 0 && !json_equal (value, json_array_get (array, i - 1)))
        {
          json_t *other = json_incref (json_array_get (array, i - 1));
          json_array_set (array, i - 1, value);
          json_array_set (array, i, other);
          emit (e, "two elements swapped");
          json_array_set (array, i - 1, other);
          json_array_set (array, i, value);
          json_decref (other);
        }
      json_decref (value);
    }
}

static void
edit (struct edits *e, json_t *value)
{
  size_t length = strlen (e->path);
  bool steps = length >= 7 && strcmp (e->path + length - 7, "witness") == 0;
  if (json_is_object (value))
    edit_object (e, value);
  else if (json_is_array (value))
    edit_array (e, value, steps);
}

int
main (int argc, char **argv)
{
  json_error_t error;
  struct edits e = { .names = argc == 2 ? fopen (argv[1], "w") : NULL };
  e.record = json_loadf (stdin, JSON_REJECT_DUPLICATES, &error);
  if (!e.names || !json_is_object (e.record))
    return 1;
  json_t *copy = json_deep_copy (e.record);
  edit (&e, e.record);
  bool mended = json_equal (copy, e.record);
  assert (mended);
  json_decref (copy);
  json_decref (e.record);
  return fclose (e.names) != 0 || fflush (stdout) != 0 || !mended;
}
