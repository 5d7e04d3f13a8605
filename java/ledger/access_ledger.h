/* access_ledger.h -- every access to a field in the bytecode of the given classes, to be
 * accounted for.
 *
 * What the interpreter overlooks is in no model, and is called safe for that.  So this
 * room walks the bytecode once more, and shares nothing with the interpreter but the
 * class-file reader.  The interpreter hands over a plain table of what it did with each
 * instruction (struct accounts).  An access that is neither in the model nor left out for
 * one of the reasons below is a gap.
 *
 * Arguments are borrowed; the ledger and the accounts live in the arenas that they are
 * given.
 */
#ifndef JAVA_LEDGER_H
#define JAVA_LEDGER_H

#include "base/pairmap.h"
#include "java/reader/bytecode.h"

/* ---- What the interpreter did with an instruction, as bits. ---- */

enum account
{
  ACCOUNT_VISITED = 1,   /* it was carried out */
  ACCOUNT_MODELLED = 2,  /* it became an effect of the model */
  ACCOUNT_PRIVATE = 4,   /* on an object that only one thread knows, or on null */
  ACCOUNT_FOREIGN = 8,   /* on an object that is no part of the isolated one */
  ACCOUNT_FINAL = 16,    /* the field never changes once its object is made */
  ACCOUNT_UNKNOWN = 32,  /* on an object of which nothing is known */
  ACCOUNT_LEFT_OUT = 64, /* it is not in the model, and a note says so */
  ACCOUNT_NOTHING = 128, /* the method that is called touches nothing */
};

struct accounts
{
  struct pairmap methods;      /* (class, method), numbered */
  struct pairmap instructions; /* (number of the method, instruction) -> bits */
};

void accounts_init (struct accounts *accounts, struct arena *arena);
/* WHAT is true of the instruction, too. */
void accounts_add (struct accounts *accounts, uint32_t class, uint32_t method,
                   uint32_t instruction, unsigned what);
/* Everything that was added; 0: nothing. */
unsigned accounts_of (const struct accounts *accounts, uint32_t class, uint32_t method,
                      uint32_t instruction);

/* ---- The accesses in the bytecode. ---- */

/* Numbers of classes and methods are those of whoever walks. */
struct ledger_access
{
  uint32_t class, method, instruction;
  bool writes;
  name_id through; /* the class that the instruction names: the owner, or one below it */
  uint32_t before; /* an access to a field of the same name, UINT32_MAX: none */
};

/* A class that names a method: calls it, or makes a lambda of it. */
struct ledger_caller
{
  uint32_t class;
  bool is_special; /* as `super.m ()' does, or of its own private method */
  bool is_own;     /* it calls the method of its own `this' */
  uint32_t before; /* another one of the same name, UINT32_MAX: none */
};

struct ledger
{
  struct arena *arena;
  struct names *names;
  struct pairmap last_of; /* (name, descriptor) of a field -> its last access */
  struct pairmap named;   /* (name, descriptor) of a method -> its last caller */
  struct pairmap supers;  /* (name of a class, 0) -> name of its super class */
  VEC (const struct java_class *) classes; /* by number */
  VEC (struct ledger_access) accesses;
  VEC (struct ledger_caller) callers;
};

void ledger_init (struct ledger *ledger, struct arena *arena, struct names *names);
/* Classes are added in the order of their numbers, from 0 on, before their code. */
void ledger_add_class (struct ledger *ledger, const struct java_class *class);
/* SCRATCH can be cleared afterwards. */
void ledger_add_code (struct ledger *ledger, uint32_t class, uint32_t method,
                      const struct java_code *code, struct arena *scratch);

/* Why an access is not missing in the model. */
enum ledger_reason
{
  LEDGER_MODELLED,
  LEDGER_NOT_SHARED, /* the interpreter saw only objects of one thread, or foreign ones */
  LEDGER_FINAL,      /* the field never changes, what it holds is another line */
  LEDGER_CONSTRUCTOR,  /* a constructor or initialiser, before others see the object */
  LEDGER_SUBCLASS,     /* by a subclass: asked about with that */
  LEDGER_NOT_CALLED,   /* in a method that is not public and nobody here names */
  LEDGER_OVERRIDDEN,   /* in a method that a class below has instead */
  LEDGER_STATIC,       /* the lock of a class, taken by code that has no object */
  LEDGER_OTHER_CLASS,  /* in code of another class, which no entry leads to */
  LEDGER_NOTED,        /* left out, with a note of its own */
  LEDGER_NOTHING,      /* the method that is called touches nothing */
  LEDGER_FROM_OUTSIDE, /* an object of which nothing is known, and from no field */
  LEDGER_OVERLOOKED,   /* the interpreter was there and did not say why it left it out */
  LEDGER_GAP,          /* nobody looked */
};

/* The reason in words. */
const char *ledger_reason_text (enum ledger_reason reason);

/* Is CLASS the class OWNER, or below it?  As far as super classes are given. */
bool ledger_is_below (const struct ledger *ledger, name_id class, name_id owner);
/* Why METHOD of CLASS does not run on an object of the class ISOLATED: LEDGER_NOT_CALLED,
   LEDGER_SUBCLASS, LEDGER_OVERRIDDEN; LEDGER_GAP: for no reason. */
enum ledger_reason ledger_never_runs (const struct ledger *ledger, uint32_t class,
                                      const struct java_method *method, name_id isolated);

/* The accesses to the field NAME of OWNER, also through its subclasses, one by one:
   begin with UINT32_MAX; UINT32_MAX at the end. */
uint32_t ledger_next (const struct ledger *ledger, name_id owner, name_id name,
                      name_id descriptor, uint32_t access);
/* The reason for ACCESS to a field of OWNER, if an object of the class ISOLATED is. */
enum ledger_reason ledger_reason_of (const struct ledger *ledger,
                                     const struct accounts *accounts, uint32_t access,
                                     name_id owner, name_id isolated);

#endif
