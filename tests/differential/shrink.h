/* shrink.h -- make a model and automata small while a test still holds.
 *
 * Greedy delta debugging: one edit after the other, kept if the test holds,
 * until no edit does.  The model is edited as a sequence of tokens (remove
 * statements, declarations and names in lists, unwrap blocks, put the body in
 * place of a call), the automata as data (remove automata, steps, clauses;
 * weaken steps).  Edits may give nonsense: it is for the test to refuse what is
 * not valid.
 *
 * Texts are borrowed; the result is owned by the caller, to be freed.
 */
#ifndef TESTS_SHRINK_H
#define TESTS_SHRINK_H

#include <stdbool.h>
#include <stdint.h>

/* Is the pair valid, and does it show what is looked for? */
typedef bool shrink_test (const char *model, const char *automata, void *context);

struct shrunk
{
  char *model;
  char *automata;
  uint32_t tests; /* made */
};

/* MODEL and AUTOMATA pass TEST. */
struct shrunk shrink (const char *model, const char *automata, shrink_test *test,
                      void *context);

/* The same for one of the two. */
char *shrink_model (const char *model, const char *automata, shrink_test *test,
                    void *context, uint32_t *tests);
char *shrink_automata (const char *model, const char *automata, shrink_test *test,
                       void *context, uint32_t *tests);

/* MODEL, which parses, laid out by the formatter; to be freed. */
char *shrink_format (const char *model);

#endif
