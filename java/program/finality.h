/* finality.h -- effectively final fields: written only in constructors, or for statics
 * only in the static initialiser.
 *
 * A field that is declared final is.  Any other one is looked for in the code that can
 * write it: a private field in the classes that are nested in one another, others in
 * all given classes.  The code of a class is read for that once, whoever asks.  Names by
 * which fields are looked up are those of all given classes, also for private fields:
 * what is said of a field does not depend on what was asked before.
 */
#ifndef JAVA_FINALITY_H
#define JAVA_FINALITY_H

#include "java/program/universe.h"

struct finality
{
  struct arena *arena;
  struct java_universe *universe;
  VEC (bool) scanned;     /* by class_id */
  bool all_scanned;       /* the given classes */
  struct pairmap written; /* (class, field) -> 1: somewhere but in a constructor */
  struct pairmap named;   /* (name, 0) -> 1: texts by which fields are looked up */
};

void finality_init (struct finality *finality, struct arena *arena,
                    struct java_universe *universe);
bool finality_is_final (struct finality *finality, struct java_member field);
/* Does given code look up a field by the name of FIELD, for an updater, a VarHandle or by
   reflection?  Then others write it than those that say so. */
bool finality_is_named (struct finality *finality, struct java_member field);
/* A constructor writes FIELD of another object: it is not final after all. */
void finality_forget (struct finality *finality, struct java_member field);

/* The outermost class of the nest that CLASS is in, by name: "Map" of "Map$Node". */
name_id finality_nest (struct java_universe *universe, class_id class);

#endif
