/* edits.c -- where a Java method gets the word `synchronized'. */
#include <config.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "explain/repair_edit.h"
#include "tests/lib/tap.h"

/* In TEXT, a statement of `pop' is on LINE: WANTED is the line of the declaration with
   the word in it; null: nothing is to be edited. */
static void
expect (const char *name, const char *text, uint32_t line, const char *wanted)
{
  char *copy = strdup (text), *result = NULL;
  size_t offset = repair_edit_find_method (copy, "pop", 3, line), length = 0;
  FILE *file = open_memstream (&result, &length);
  if (offset != SIZE_MAX)
    fprintf (file, "%.*ssynchronized %s", (int) offset, text, text + offset);
  fclose (file);
  tap_ok (wanted ? strstr (result, wanted) != NULL : offset == SIZE_MAX, "%s", name);
  free (result);
  free (copy);
}

int
main (void)
{
  expect ("a method", "class A {\n  int pop() {\n    return n;\n  }\n}\n", 3,
          "  synchronized int pop() {");
  expect ("modifiers", "class A {\n  public final int pop() { return n; }\n}\n", 2,
          "public final synchronized int pop()");
  expect ("annotations",
          "class A {\n  @Override @Deprecated(since = \"pop() {\")\n  public int pop() "
          "{\n    return n; }\n}\n",
          4, "  public synchronized int pop()");
  expect (
    "type parameters",
    "class A {\n  public <T extends B<T>> Map<T, int[]> pop(T t)\n      throws E, F "
    "{\n    return n; }\n}\n",
    4, "public synchronized <T extends B<T>> Map");
  expect ("an array", "class A { int[] pop() {\n return n; } }", 2,
          "{ synchronized int[] pop()");
  expect ("the nearest of several",
          "class A {\n int pop(int i) {\n return i; }\n int pop() {\n return n; }\n int "
          "pop(long x) {\n return 0; } }",
          5, " synchronized int pop() {\n");
  expect (
    "not a call",
    "class A {\n int pop() {\n  other(); if (x) pop();\n else pop(); return pop(1); "
    "} }",
    4, "\n synchronized int pop()");
  expect ("not a comment", "class A {\n int pop() { // int pop() {\n return n; } }", 3,
          "\n synchronized int pop()");
  expect ("not a longer name",
          "class A {\n int pop() {\n int popular() { } return n; } }", 3,
          "\n synchronized int pop()");
  expect ("not a constructor of an anonymous class",
          "class A {\n int pop() {\n new pop() { }; } }", 3, "\n synchronized int pop()");
  expect ("it has the word", "class A {\n synchronized int pop() {\n return n; } }", 3,
          NULL);
  expect ("a method of an interface", "interface A {\n default int pop() {\n } }", 3,
          NULL);
  expect ("no body", "class A {\n abstract int pop();\n int f() {\n } }", 3, NULL);
  expect ("after the line", "class A {\n int f() {\n }\n int pop() { } }", 2, NULL);
  expect ("broken text", "class A { int pop( ", 1, NULL);
  expect ("an open comment", "class A { /* int pop() { ", 1, NULL);
  return tap_done ();
}
