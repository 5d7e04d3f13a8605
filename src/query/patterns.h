/* patterns.h -- which automata the command line asks for: -a and -p.
 */
#ifndef QUERY_PATTERNS_H
#define QUERY_PATTERNS_H

#include <stdbool.h>
#include <stdio.h>

#include "phaseauto/read_automata.h"

/* Where complaints about the options go, and in the name of which command. */
struct complaints
{
  FILE *file;
  const char *command;
  bool colours;
};

/* Read the set of automata that WHICH (of -a) names, one that ships or a file, into PA,
   which is initialised.  False, with a complaint, if that fails. */
bool patterns_read (struct pa *pa, const char *which,
                    const struct complaints *complaints);

/* A place in the text of a model: `12:5', or all of a line. */
struct pattern_place
{
  uint32_t line, column; /* from 1; column 0: any */
  bool wrong;            /* no assert: only what goes wrong there */
};

/* The word for a claim that is no assert: what can go wrong. */
#define PATTERNS_WRONG "wrong"

/* What is asked. */
struct pattern_choice
{
  bool *automata;         /* by automaton of the set */
  bool race, deadlock;    /* the questions that no set has (query.h) */
  bool claims, exclusive; /* ... of models with data: `assert' and `exclusive' */
  bool stuck;             /* ... asked only if -p says so */
  VEC (struct pattern_place) places; /* if there are any: only asserts there */
};

/* Choose by LIST, as given to -p: numbers, ranges of numbers, names and titles of
   automata of PA, with commas between; what is in double quotes is taken as it is, with
   \" and \\ escaped; titles are the same in capitals.  `race', `deadlock', `assert',
   `exclusive', `stuck' and `patterns', all automata, are chosen without quotes, with an
   automaton of that name if there is one; `assert:12' and `assert:12:5' are the asserts
   at a place of the model and what can go wrong there, `wrong:12' is only the latter.
   Null is everything but `stuck'.  CHOICE's array is PA's.  False, with a complaint, if
   the list is malformed or names a pattern that does not exist. */
bool patterns_choose (struct pa *pa, const char *list, struct pattern_choice *choice,
                      const struct complaints *complaints);

#endif
