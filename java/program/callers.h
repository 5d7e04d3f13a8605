/* callers.h -- which methods that are not public are called by other given classes. */
#ifndef JAVA_CALLERS_H
#define JAVA_CALLERS_H

#include "base/pairmap.h"
#include "java/program/universe.h"

struct callers
{
  struct arena *arena;
  struct java_universe *universe;
  struct pairmap called; /* (class, index) of methods */
  bool is_built;
};

void callers_init (struct callers *callers, struct arena *arena,
                   struct java_universe *universe);
/* Does a given class call METHOD that is neither nested with the class of METHOD nor
   below it?  All given code is looked through once, at the first question. */
bool callers_has (struct callers *callers, struct java_member method);

#endif
