/* patterns.h -- the automata chosen on the command line: -a and -p. */
#ifndef QUERY_PATTERNS_H
#define QUERY_PATTERNS_H

#include <stdbool.h>
#include <stdio.h>

#include "phaseauto/read_automata.h"

/* Where complaints about options go, and the command they are about. */
struct complaints
{
  FILE *file;
  const char *command;
  bool colours;
};

/* Read the set of automata WHICH (of -a), a shipped one or a file, into PA, which is
   initialised.  False, with a complaint: that failed. */
bool patterns_read (struct pa *pa, const char *which,
                    const struct complaints *complaints);

/* A place in the text of a model: `12:5', or all of a line. */
struct pattern_place
{
  uint32_t line, column; /* from 1; column 0: any */
  bool wrong;            /* not asserts: only what goes wrong there */
};

/* The word for a claim that is no assert: what can go wrong. */
#define PATTERNS_WRONG "wrong"

/* The questions that are asked. */
struct pattern_choice
{
  bool *automata;                    /* by automaton of the set */
  bool race, deadlock;               /* questions beside the set (query.h) */
  bool claims, exclusive;            /* `assert' and `exclusive', of models with data */
  bool asserts, wrong;               /* `claims' are asked about for the sake of these */
  bool stuck;                        /* asked only if -p says so */
  VEC (struct pattern_place) places; /* not empty: only asserts there */
};

/* Choose by LIST, of -p: numbers, ranges of numbers, names and titles of automata of PA,
   separated by commas; in double quotes a name is literal, with \" and \\ escaped; titles
   may be in capitals.  Without quotes, `race', `deadlock', `assert', `exclusive', `stuck'
   and `patterns' (all automata) choose these, and an automaton of that name if there is
   one; `assert:12' and `assert:12:5' are the asserts at a place of the model and what can
   go wrong there, `wrong:12' is only the latter, and `wrong' all of these; of a Java
   program `assert' does not ask about them.  Null is everything but `stuck' and `wrong'.
   CHOICE's array is PA's.  False, with a complaint: the list is malformed or names a
   pattern that does not exist. */
bool patterns_choose (struct pa *pa, const char *list, struct pattern_choice *choice,
                      const struct complaints *complaints);

#endif
