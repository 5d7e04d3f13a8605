/* sarif.c -- is a log valid SARIF 2.1.0, and what we promise of it?
 *
 *     sarif FILE        complaints on standard output, status 1 if there are any
 *
 * The table has the objects of the published schema that may occur in our logs:
 * their members, the types of these, and which are required; a member that is
 * not in the table is refused, as the schema does.  After it are the rules that
 * the standard has in words (kind and level, indices, URIs), and our own (the
 * flows of a violation).
 */
#include <config.h>

#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int complaints;

__attribute__ ((format (printf, 1, 2))) static void
complain (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  complaints++;
  vprintf (format, arguments);
  putchar ('\n');
  va_end (arguments);
}

/* ---- The schema. ---- */

/* Type: s a string, u a string that is a URI reference, i an integer, b a
   boolean, o an object that is named, S an object of strings, M an object of
   objects that are named, * anything; after [: an array of these.  In LIMIT:
   the least integer, or the least number of elements; or the words allowed. */
struct member
{
  const char *object, *name, *type, *named, *words;
  int least;
  bool required;
};

static const struct member schema[] = {
  { "log", "$schema", "u", 0, 0, 0, 0 },
  { "log", "version", "s", 0, "2.1.0", 0, 1 },
  { "log", "runs", "[o", "run", 0, 0, 1 },
  { "run", "tool", "o", "tool", 0, 0, 1 },
  { "run", "columnKind", "s", 0, "utf16CodeUnits unicodeCodePoints", 0, 0 },
  { "run", "results", "[o", "result", 0, 0, 0 },
  { "run", "originalUriBaseIds", "M", "artifactLocation", 0, 0, 0 },
  { "run", "artifacts", "[o", "artifact", 0, 0, 0 },
  { "run", "invocations", "[o", "invocation", 0, 0, 0 },
  { "tool", "driver", "o", "driver", 0, 0, 1 },
  { "driver", "name", "s", 0, 0, 0, 1 },
  { "driver", "version", "s", 0, 0, 0, 0 },
  { "driver", "rules", "[o", "rule", 0, 0, 0 },
  { "rule", "id", "s", 0, 0, 0, 1 },
  { "rule", "name", "s", 0, 0, 0, 0 },
  { "rule", "shortDescription", "o", "text", 0, 0, 0 },
  { "rule", "fullDescription", "o", "text", 0, 0, 0 },
  { "rule", "help", "o", "multiformat", 0, 0, 0 },
  { "rule", "defaultConfiguration", "o", "configuration", 0, 0, 0 },
  { "rule", "properties", "*", 0, 0, 0, 0 },
  { "configuration", "level", "s", 0, "none note warning error", 0, 0 },
  { "text", "text", "s", 0, 0, 0, 1 },
  { "multiformat", "text", "s", 0, 0, 0, 1 },
  { "multiformat", "markdown", "s", 0, 0, 0, 0 },
  { "result", "ruleId", "s", 0, 0, 0, 0 },
  { "result", "ruleIndex", "i", 0, 0, -1, 0 },
  { "result", "kind", "s", 0, "notApplicable pass fail review open informational", 0, 0 },
  { "result", "level", "s", 0, "none note warning error", 0, 0 },
  { "result", "rank", "i", 0, 0, -1, 0 },
  { "result", "suppressions", "[o", "suppression", 0, 0, 0 },
  { "suppression", "kind", "s", 0, "inSource external", 0, 1 },
  { "suppression", "justification", "s", 0, 0, 0, 0 },
  { "result", "occurrenceCount", "i", 0, 0, 1, 0 },
  { "result", "fixes", "[o", "fix", 0, 0, 0 },
  { "fix", "description", "o", "text", 0, 0, 0 },
  { "fix", "artifactChanges", "[o", "change", 0, 1, 1 },
  { "change", "artifactLocation", "o", "artifactLocation", 0, 0, 1 },
  { "change", "replacements", "[o", "replacement", 0, 1, 1 },
  { "replacement", "deletedRegion", "o", "region", 0, 0, 1 },
  { "replacement", "insertedContent", "o", "content", 0, 0, 0 },
  { "content", "text", "s", 0, 0, 0, 0 },
  { "result", "baselineState", "s", 0, "new unchanged updated absent", 0, 0 },
  { "result", "message", "o", "text", 0, 0, 1 },
  { "result", "locations", "[o", "location", 0, 0, 0 },
  { "result", "relatedLocations", "[o", "location", 0, 0, 0 },
  { "result", "codeFlows", "[o", "codeFlow", 0, 0, 0 },
  { "result", "partialFingerprints", "S", 0, 0, 0, 0 },
  { "result", "properties", "*", 0, 0, 0, 0 },
  { "codeFlow", "message", "o", "text", 0, 0, 0 },
  { "codeFlow", "threadFlows", "[o", "threadFlow", 0, 1, 1 },
  { "threadFlow", "id", "s", 0, 0, 0, 0 },
  { "threadFlow", "locations", "[o", "step", 0, 1, 1 },
  { "step", "location", "o", "location", 0, 0, 0 },
  { "step", "kinds", "[s", 0, 0, 0, 0 },
  { "step", "nestingLevel", "i", 0, 0, 0, 0 },
  { "step", "executionOrder", "i", 0, 0, -1, 0 },
  { "step", "importance", "s", 0, "important essential unimportant", 0, 0 },
  { "step", "state", "M", "text", 0, 0, 0 },
  { "location", "id", "i", 0, 0, -1, 0 },
  { "location", "physicalLocation", "o", "physical", 0, 0, 0 },
  { "location", "logicalLocations", "[o", "logical", 0, 0, 0 },
  { "location", "message", "o", "text", 0, 0, 0 },
  { "physical", "artifactLocation", "o", "artifactLocation", 0, 0, 1 },
  { "physical", "region", "o", "region", 0, 0, 0 },
  { "artifactLocation", "uri", "u", 0, 0, 0, 0 },
  { "artifactLocation", "uriBaseId", "s", 0, "%SRCROOT%", 0, 0 },
  { "artifactLocation", "description", "o", "text", 0, 0, 0 },
  { "artifactLocation", "index", "i", 0, 0, -1, 0 },
  { "region", "startLine", "i", 0, 0, 1, 0 },
  { "region", "startColumn", "i", 0, 0, 1, 0 },
  { "region", "endColumn", "i", 0, 0, 1, 0 },
  { "logical", "fullyQualifiedName", "s", 0, 0, 0, 0 },
  { "logical", "kind", "s", 0, 0, 0, 0 },
  { "artifact", "location", "o", "artifactLocation", 0, 0, 0 },
  { "artifact", "sourceLanguage", "s", 0, 0, 0, 0 },
  { "invocation", "executionSuccessful", "b", 0, 0, 0, 1 },
  { "invocation", "exitCode", "i", 0, 0, 0, 0 },
  { "invocation", "toolExecutionNotifications", "[o", "notification", 0, 0, 0 },
  { "notification", "level", "s", 0, "none note warning error", 0, 0 },
  { "notification", "message", "o", "text", 0, 0, 1 },
  { "notification", "locations", "[o", "location", 0, 0, 0 },
};
#define MEMBERS (sizeof schema / sizeof *schema)

static bool
is_word (const char *words, const char *word)
{
  size_t length = strlen (word);
  for (const char *at = words; (at = strstr (at, word)); at++)
    if ((at == words || at[-1] == ' ') && (at[length] == 0 || at[length] == ' '))
      return true;
  return false;
}

/* RFC 3986, as far as relative references and file: go. */
static void
check_uri (const char *uri)
{
  const char *rest = strncmp (uri, "https://", 8) == 0   ? uri + 8
                     : strncmp (uri, "file:///", 8) == 0 ? uri + 8
                                                         : uri;
  bool fine = *rest != 0;
  for (const char *c = rest; *c && fine; c++)
    if (*c == '%')
      {
        fine = strspn (c + 1, "0123456789ABCDEF") >= 2;
        c += 2;
      }
    else
      fine = strchr ("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                     "-._~/",
                     *c)
             != NULL;
  if (!fine)
    complain ("no URI: %s", uri);
}

static void check_object (const char *kind, json_t *object);

static void
check_value (const struct member *member, const char *type, json_t *value)
{
  bool fine = true;
  const char *key;
  json_t *inner;
  switch (*type)
    {
    case 's':
    case 'u':
      fine = json_is_string (value)
             && (!member->words || is_word (member->words, json_string_value (value)));
      if (fine && *type == 'u')
        check_uri (json_string_value (value));
      break;
    case 'i':
      fine = json_is_integer (value) && json_integer_value (value) >= member->least;
      break;
    case 'b': fine = json_is_boolean (value); break;
    case 'o': check_object (member->named, value); break;
    case 'S':
    case 'M':
      fine = json_is_object (value);
      json_object_foreach (value, key, inner)
      {
        if (*type == 'S')
          fine &= json_is_string (inner);
        else
          check_object (member->named, inner);
      }
      break;
    default: fine = json_is_object (value); break;
    }
  if (!fine)
    complain ("%s.%s has a value that it may not have", member->object, member->name);
}

static void
check_member (const struct member *member, json_t *value)
{
  if (member->type[0] != '[')
    {
      check_value (member, member->type, value);
      return;
    }
  if (!json_is_array (value) || (int) json_array_size (value) < member->least)
    {
      complain ("%s.%s is no array, or too short", member->object, member->name);
      return;
    }
  for (size_t i = 0; i < json_array_size (value); i++)
    check_value (member, member->type + 1, json_array_get (value, i));
}

static void
check_object (const char *kind, json_t *object)
{
  if (!json_is_object (object))
    {
      complain ("no object where a %s is due", kind);
      return;
    }
  const char *name;
  json_t *value;
  json_object_foreach (object, name, value)
  {
    const struct member *member = NULL;
    for (size_t m = 0; m < MEMBERS; m++)
      if (strcmp (schema[m].object, kind) == 0 && strcmp (schema[m].name, name) == 0)
        member = &schema[m];
    if (member)
      check_member (member, value);
    else
      complain ("a %s has no member %s", kind, name);
  }
  for (size_t m = 0; m < MEMBERS; m++)
    if (schema[m].required && strcmp (schema[m].object, kind) == 0
        && !json_object_get (object, schema[m].name))
      complain ("a %s must have %s", kind, schema[m].name);
}

/* ---- What the standard says in words, and what we promise. ---- */

static const char *
text_at (json_t *object, const char *name)
{
  const char *text = json_string_value (json_object_get (object, name));
  return text ? text : "";
}

/* Every artifactLocation with an index is the artifact of that index. */
static void
check_indices (json_t *value, json_t *artifacts)
{
  const char *key;
  json_t *inner;
  size_t i;
  if (json_is_array (value))
    json_array_foreach (value, i, inner) check_indices (inner, artifacts);
  if (!json_is_object (value))
    return;
  json_t *index = json_object_get (value, "index");
  if (index && json_object_get (value, "uri"))
    {
      json_t *artifact = json_array_get (artifacts, (size_t) json_integer_value (index));
      if (!artifact
          || strcmp (text_at (json_object_get (artifact, "location"), "uriBaseId"),
                     text_at (value, "uriBaseId"))
               != 0
          || strcmp (text_at (json_object_get (artifact, "location"), "uri"),
                     text_at (value, "uri"))
               != 0)
        complain ("%s is not the artifact of its index", text_at (value, "uri"));
    }
  json_object_foreach (value, key, inner) check_indices (inner, artifacts);
}

/* No placeholder is open: braces come in pairs. */
static void
check_messages (json_t *value)
{
  const char *key;
  json_t *inner;
  size_t i;
  if (json_is_array (value))
    json_array_foreach (value, i, inner) check_messages (inner);
  json_object_foreach (value, key, inner)
  {
    if (strcmp (key, "insertedContent") == 0)
      continue; /* that is no message */
    if (strcmp (key, "text") == 0 && json_is_string (inner))
      {
        const char *text = json_string_value (inner);
        for (const char *c = text; *c; c++)
          if (*c == '{' || *c == '}')
            {
              if (c[1] != *c)
                complain ("a placeholder in: %s", text);
              c += c[1] == *c;
            }
        if (!*text)
          complain ("an empty message");
      }
    check_messages (inner);
  }
}

static json_int_t
order_of (json_t *step)
{
  return json_integer_value (json_object_get (step, "executionOrder"));
}

/* The step of FLOW with this number, from place AT on. */
static json_t *
find_step (json_t *flow, json_int_t order, size_t at)
{
  while (at < json_array_size (flow) && order_of (json_array_get (flow, at)) != order)
    at++;
  return json_array_get (flow, at);
}

static void
check_flows (json_t *result)
{
  json_t *flows = json_object_get (result, "codeFlows");
  json_t *merged = json_object_get (json_array_get (flows, 0), "threadFlows");
  json_t *apart = json_object_get (json_array_get (flows, 1), "threadFlows");
  json_t *processes = json_object_get (
    json_object_get (json_object_get (result, "properties"), "query"), "processes");
  if (json_array_size (flows) != 2 || json_array_size (merged) != 1
      || json_array_size (apart) != json_array_size (processes))
    {
      complain ("a violation has two code flows, merged and by process");
      return;
    }
  json_t *all = json_object_get (json_array_get (merged, 0), "locations");
  size_t marked = 0, found = 0, count = json_array_size (all);
  bool whole = order_of (json_array_get (all, count - 1)) <= 2000;
  for (size_t i = 0; i < count; i++)
    {
      json_t *step = json_array_get (all, i);
      marked += strcmp (text_at (step, "importance"), "essential") == 0;
      json_int_t before = i > 0 ? order_of (json_array_get (all, i - 1)) : 0;
      if (whole ? order_of (step) != before + 1 : order_of (step) <= before)
        complain ("the merged flow is not in order, or not whole");
    }
  size_t places = json_array_size (json_object_get (result, "locations"))
                  + json_array_size (json_object_get (result, "relatedLocations"));
  size_t occurrences
    = (size_t) json_integer_value (json_object_get (result, "occurrenceCount"));
  if (marked > places || marked == 0 || places - marked > occurrences)
    complain ("%zu steps of the pattern, %zu places, %zu violations", marked, places,
              occurrences);
  for (size_t t = 0; t < json_array_size (apart); t++)
    {
      json_t *flow = json_array_get (apart, t);
      const char *process = json_string_value (json_array_get (processes, t));
      json_t *own = json_object_get (flow, "locations");
      json_int_t before = 0;
      if (strcmp (text_at (flow, "id"), process) != 0)
        complain ("the flow of %s is called %s", process, text_at (flow, "id"));
      for (size_t i = 0; i < json_array_size (own); i++, found++)
        {
          json_t *step = json_array_get (own, i);
          json_int_t order = order_of (step);
          json_t *same = find_step (all, order, i);
          const char *message = text_at (
            json_object_get (json_object_get (step, "location"), "message"), "text");
          if (order <= before || !json_equal (step, same))
            complain ("a step of %s is not that of the merged flow", process);
          if (process[strcspn (process, "\"\\[]{} <")] == 0
              && strncmp (message, process, strlen (process)) != 0)
            complain ("a message without its process: %s", message);
          before = order;
        }
    }
  if (found != json_array_size (all))
    complain ("%zu steps by process, %zu in all", found, json_array_size (all));
}

static void
check_result (json_t *result, json_t *rules)
{
  bool fails = strcmp (text_at (result, "kind"), "fail") == 0;
  const char *verdict = text_at (
    json_object_get (json_object_get (result, "properties"), "query"), "verdict");
  json_t *query = json_object_get (json_object_get (result, "properties"), "query");
  json_int_t rank = json_integer_value (json_object_get (result, "rank"));
  if (rank
      != json_integer_value (json_object_get (json_object_get (query, "rank"), "number")))
    complain ("a result and its record have different ranks");
  const char *level = !fails      ? "none"
                      : rank > 60 ? "error"
                      : rank > 30 ? "warning"
                                  : "note";
  if (strcmp (text_at (result, "level"), level) != 0
      || strcmp (text_at (result, "kind"), fails ? "fail" : "open") != 0
      || strcmp (verdict, fails ? "violation" : "unknown") != 0)
    complain ("kind %s, level %s, verdict %s", text_at (result, "kind"),
              text_at (result, "level"), verdict);
  json_t *rule = json_array_get (
    rules, (size_t) json_integer_value (json_object_get (result, "ruleIndex")));
  if (!rule || strcmp (text_at (rule, "id"), text_at (result, "ruleId")) != 0)
    complain ("rule %s has another index", text_at (result, "ruleId"));
  json_t *related = json_object_get (result, "relatedLocations");
  for (size_t i = 0; i < json_array_size (related); i++)
    if (json_integer_value (json_object_get (json_array_get (related, i), "id"))
        != (json_int_t) i + 1)
      complain ("related locations are numbered from 1");
  if (json_array_size (json_object_get (result, "locations")) != 1)
    complain ("a result has one place");
  if (strlen (text_at (json_object_get (result, "partialFingerprints"), "phaselock/v2"))
      != 32)
    complain ("a result has a fingerprint");
  if (fails)
    check_flows (result);
}

int
main (int argc, char **argv)
{
  json_error_t error;
  json_t *log
    = argc == 2 ? json_load_file (argv[1], JSON_REJECT_DUPLICATES, &error) : NULL;
  if (!log)
    {
      printf ("no JSON: %s\n", argc == 2 ? error.text : "no file given");
      return 1;
    }
  check_object ("log", log);
  json_t *run = json_array_get (json_object_get (log, "runs"), 0);
  json_t *rules = json_object_get (
    json_object_get (json_object_get (run, "tool"), "driver"), "rules");
  json_t *results = json_object_get (run, "results");
  if (json_array_size (json_object_get (log, "runs")) != 1 || !results
      || json_array_size (json_object_get (run, "invocations")) != 1)
    complain ("there is one run, with results and one invocation");
  json_int_t before = 101;
  for (size_t i = 0; i < json_array_size (results); i++)
    {
      json_t *rank = json_object_get (json_array_get (results, i), "rank");
      json_int_t number = rank ? json_integer_value (rank) : 0;
      if (number > before)
        complain ("a more dangerous result comes later");
      before = number;
      check_result (json_array_get (results, i), rules);
    }
  check_indices (run, json_object_get (run, "artifacts"));
  check_messages (run);
  json_decref (log);
  return complaints != 0;
}
