/* uses.h -- acquisitions of locks, and uses of what arrays and collections hold, as the
 * bytecode has them: each is accounted for like an access to a field (access_ledger.h).
 *
 * What locks and what has contents the ledger knows by itself, from the names of the
 * library's types; it does not ask the tables of the interpreter.
 */
#ifndef JAVA_USES_H
#define JAVA_USES_H

#include "java/ledger/access_ledger.h"
#include "java/ledger/origins.h"

/* For an instruction: the method is synchronized. */
#define LEDGER_WHOLE_METHOD (UINT32_MAX >> 1)

struct ledger_use
{
  uint32_t instruction;          /* or LEDGER_WHOLE_METHOD */
  bool locks;                    /* otherwise it is about contents */
  uint32_t origin;               /* of the object: origins.h */
  struct member_reference field; /* if that is a field */
};

struct ledger_uses
{
  VEC (struct ledger_use) list;
};

/* Add the uses in METHOD, the CODE of which may be null; everything lives in ARENA. */
void uses_find (const struct ledger *ledger, struct arena *arena,
                const struct java_class *class, const struct java_method *method,
                const struct java_code *code, struct ledger_uses *uses);

/* The reason for USE in METHOD of CLASS, if an object of the class ISOLATED is; IS_ASKED:
   the model has a location for what it works on. */
enum ledger_reason uses_reason (const struct ledger *ledger,
                                const struct accounts *accounts, uint32_t class,
                                uint32_t method, const struct ledger_use *use,
                                name_id isolated, bool is_asked);

#endif
