/* texts.c -- what automata say to people: how comments become texts, and whether the
 * examples of the shipped patterns are examples of them.
 *
 * The accesses of an example are in its comments: `// 2 W'(x)' is step 2, a
 * write of x by the second thread.  In order they are to be the automaton,
 * with fields in place of parameters, and the line that a comment is on is to
 * have the name of the field.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "phaseauto/pa_text.h"
#include "phaseauto/print_automaton.h"
#include "phaseauto/read_automata.h"
#include "tests/lib/tap.h"

static struct quota quota;

/* ---- From comments to texts. ---- */

static bool
is_text (const char *text, const char *expected)
{
  return expected ? text && strcmp (text, expected) == 0 : !text;
}

/* The first automaton below COMMENT has this text. */
static void
test_text (const char *what, const char *comment, const char *says, const char *harm,
           const char *example)
{
  struct pa pa;
  char source[600];
  int length = snprintf (source, sizeof source,
                         "%sautomaton a (l) { threads u; u reads l; }\n", comment);
  pa_init (&pa, &quota);
  bool fine = pa_read_text (&pa, "text", source, (size_t) length);
  const struct pa_text *text = fine ? &pa.set.automata.at[0].text : NULL;
  tap_ok (fine && is_text (text->says, says) && is_text (text->harm, harm)
            && is_text (text->example, example),
          "%s", what);
  pa_clear (&pa);
}

static void
test_texts (void)
{
  test_text ("no text", "// a comment\n", NULL, NULL, NULL);
  test_text ("one line", "/// It happens.\n", "It happens.", NULL, NULL);
  test_text ("three parts",
             "/// It\n///  happens.\n///\n/// Bad\n/// luck.\n///\n/// Very.\n"
             "///\n///     f ();\n///       g ();\n///\n///     h ();\n",
             "It happens.", "Bad luck. Very.", "f ();\n  g ();\n\nh ();\n");
  test_text ("line ends of Windows, blanks, no blank",
             "///It happens.  \r\n///\t\r\n///Bad.\r\n", "It happens.", "Bad.", NULL);
  test_text ("empty lines first", "///\n/// It happens.\n", "It happens.", NULL, NULL);
  test_text ("only an example", "///     f ();\n", NULL, NULL, "f ();\n");
  test_text ("prose below an example", "/// It.\n///     f ();\n/// Bad.\n", "It.",
             "Bad.", "f ();\n");
  test_text ("four slashes are a comment", "//// no\n/// It.\n/////////\n", "It.", NULL,
             NULL);
  test_text ("comments between do no harm", "/// It\n// no\n/* no */\n\n/// happens.\n",
             "It happens.", NULL, NULL);
  test_text ("the text of another automaton",
             "/// Mine.\nautomaton b (l) { threads u; u reads l; }\n", "Mine.", NULL,
             NULL);
}

/* A text belongs to the automaton below it, and is not in its source. */
static void
test_place (void)
{
  static const char source[]
    = "automaton a (l) {\n/// inside\n threads u; u reads l;\n/// at the end\n}\n"
      "/// Two.\nautomaton b (l) { threads u; u reads l; }\n/// after\n";
  struct pa pa;
  pa_init (&pa, &quota);
  bool fine = pa_read_text (&pa, "text", source, strlen (source));
  tap_ok (fine && !pa.set.automata.at[0].text.says,
          "inside an automaton `///' is a comment");
  tap_ok (fine && is_text (pa.set.automata.at[1].text.says, "Two."),
          "only what is above");
  char *text = NULL;
  size_t length;
  FILE *memory = open_memstream (&text, &length);
  pa_print_source (&pa.set.automata.at[1], memory);
  fclose (memory);
  tap_ok (strcmp (text, "automaton b (l) {\n  threads u;\n  u reads l;\n}\n") == 0,
          "the source of an automaton, which ids of records depend on, has no text");
  free (text);
  pa_clear (&pa);
}

static void
test_print (void)
{
  static const struct pa_text text = { "one two <b> four", "f\033ive", "x\n\n```y\n" };
  static const struct pa_text_style style
    = { .prefix = "> ", .columns = 11, .indent = "  ", .markdown = true };
  char *printed = NULL;
  size_t length;
  FILE *memory = open_memstream (&printed, &length);
  pa_text_print (&text, &style, memory);
  fclose (memory);
  tap_ok (strcmp (printed, "> one two\n> \\<b\\> four\n>\n"
                           "> f\\<U+001B\\>ive\n>\n"
                           "> ````java\n>   x\n>\n>   ```y\n> ````\n")
            == 0,
          "printed: words wrapped, control characters spelt, no markup");
  free (printed);
}

/* ---- The texts that ship. ---- */

/* Does the example have an access that is step I of AUTOMATON?  FIELDS are by
   parameter, empty where the field is not known yet. */
static bool
shows_step (const struct pa_automaton *automaton, uint32_t i, char fields[][40])
{
  const struct pa_step *step = &automaton->steps.at[i];
  const char *example = automaton->text.example;
  char head[40];
  snprintf (head, sizeof head, "// %u %c%s(", (unsigned) i + 1,
            step->kind == PA_READS ? 'R' : 'W', step->thread.index ? "'" : "");
  const char *at = strstr (example, head);
  if (!at || strstr (at + 1, head))
    return false;
  const char *name = at + strlen (head), *end = strchr (name, ')');
  if (!end || end - name >= 40 || end == name)
    return false;
  char *field = fields[step->parameter.index];
  if (!*field)
    memcpy (field, name, (size_t) (end - name));
  /* The field is on the line, to the left of the comment. */
  const char *line = at;
  while (line > example && line[-1] != '\n')
    line--;
  const char *used = strstr (line, field);
  return strlen (field) == (size_t) (end - name)
         && strncmp (field, name, (size_t) (end - name)) == 0 && used && used < at;
}

static void
test_example (const struct pa_automaton *automaton)
{
  char fields[2][40] = { "", "" };
  bool fine = automaton->text.example && automaton->parameters.count <= 2;
  uint32_t comments = 0;
  for (uint32_t i = 0; fine && i < automaton->steps.count; i++)
    fine = shows_step (automaton, i, fields);
  for (const char *c = automaton->text.example; c && (c = strstr (c, "// ")); c++)
    comments++;
  tap_ok (fine && strcmp (fields[0], fields[1]) != 0
            && comments == automaton->steps.count + 2
            && strstr (automaton->text.example, "// u\n")
            && strstr (automaton->text.example, "// u'\n"),
          "the example of %s is one of `%s'", automaton->name, automaton->title);
}

static void
test_shipped (void)
{
  struct pa complete;
  pa_init (&complete, &quota);
  tap_ok (pa_read_shipped (&complete, "complete") && complete.set.automata.count == 32,
          "complete");
  for (uint32_t i = 0; i < complete.set.automata.count; i++)
    {
      const struct pa_automaton *automaton = &complete.set.automata.at[i];
      const struct pa_text *text = &automaton->text;
      bool different = text->says && text->harm;
      for (uint32_t k = 0; different && k < i; k++)
        {
          const struct pa_text *other = &complete.set.automata.at[k].text;
          different = strcmp (text->says, other->says) != 0
                      && strcmp (text->harm, other->harm) != 0
                      && strcmp (text->example, other->example) != 0;
        }
      tap_ok (different, "pattern %s has a text of its own", automaton->name);
      test_example (automaton);
    }
  static const char *const others[] = { "strict", "spin09" };
  for (int s = 0; s < 2; s++)
    {
      struct pa pa;
      pa_init (&pa, &quota);
      bool fine = pa_read_shipped (&pa, others[s]);
      for (uint32_t i = 0; fine && i < pa.set.automata.count; i++)
        {
          const struct pa_text *a = &pa.set.automata.at[i].text;
          const struct pa_text *b = &complete.set.automata.at[i].text;
          fine = is_text (a->says, b->says) && is_text (a->harm, b->harm)
                 && is_text (a->example, b->example);
        }
      tap_ok (fine && pa.set.automata.count == 14, "%s has the texts of complete",
              others[s]);
      pa_clear (&pa);
    }
  pa_clear (&complete);
}

int
main (void)
{
  quota_init (&quota);
  if (quota_checkpoint (&quota))
    return 1;
  test_texts ();
  test_place ();
  test_print ();
  test_shipped ();
  return tap_done ();
}
