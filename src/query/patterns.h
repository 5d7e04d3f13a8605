/* patterns.h -- which automata the command line asks for: -a and -p.
 *
 * Shared by the commands that work on queries.
 */
#ifndef SRC_PATTERNS_H
#define SRC_PATTERNS_H

#include <stdbool.h>
#include <stdio.h>

#include "phaseauto/read_automata.h"

/* Where complaints about what is asked go, and in whose name. */
struct complaints
{
  FILE *file;
  const char *command;
  bool colours;
};

/* Read what -a names into PA (initialised): a set that ships, or a file.
   False, with a complaint, if that cannot be. */
bool patterns_read (struct pa *pa, const char *which, const struct complaints *complaints);

/* Choose from SET by LIST, as given to -p: numbers, ranges of numbers and
   names, with commas between; a name in double quotes is taken as it is, with
   \" and \\ escaped.  CHOSEN has one place per automaton and is filled in;
   no list chooses all.  False, with a complaint, if the list is wrong or names
   what is not there. */
bool patterns_choose (const struct pa_set *set, const char *list, bool *chosen,
                      const struct complaints *complaints);

#endif
