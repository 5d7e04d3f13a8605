/* callers.h -- which methods that clients cannot call are called by other given classes:
 * those that are not public, and those of nested classes that are not. */
#ifndef JAVA_CALLERS_H
#define JAVA_CALLERS_H

#include "base/pairmap.h"
#include "java/program/universe.h"

/* A call: the instruction of CALLER. */
struct caller_site
{
  struct java_member caller;
  uint32_t instruction;
  uint32_t before; /* another call of the same method, UINT32_MAX: none */
};

struct callers
{
  struct arena *arena;
  struct java_universe *universe;
  struct pairmap called;  /* (class, index) of methods -> their last call */
  struct pairmap entered; /* (class, index) of methods of nested classes */
  VEC (struct caller_site) sites;
  bool is_built;
};

void callers_init (struct callers *callers, struct arena *arena,
                   struct java_universe *universe);
/* The calls of METHOD in given classes that are neither nested with its class nor below
   it: one of them, or null.  The others follow by `before'.  All given code is looked
   through once, at the first question. */
const struct caller_site *callers_of (struct callers *callers, struct java_member method);

/* Can METHOD be called on an object of its class from outside of that class?  Of a nested
   class that is not public only by other given code, or through a super type. */
bool callers_can_enter (struct callers *callers, struct java_member method);

#endif
