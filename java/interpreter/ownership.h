/* ownership.h -- what the isolated object I owns: of which objects the fields are asked
 * about.
 *
 * Random isolation asks about one object, and never about the others: what holds for the
 * one that was singled out holds for all of its class.  So a field of another object is a
 * location only if that object is a part of I: code of I made it, put it into I, and it
 * never leaves.  All other objects are *foreign*.  Their fields are asked about when
 * their own class is isolated, and here calls on them are not even looked into, unless
 * they are given I.
 *
 * Objects that are read out of a field are not told apart, so ownership goes by fields
 * and classes: an object that is read out of a field or collection is owned if some
 * object that I made was put there, and a class is foreign as soon as one object of it
 * gets out.  The first only grows during a run, and wakes the states that asked before;
 * the second is applied when the run is over.
 */
#ifndef JAVA_OWNERSHIP_H
#define JAVA_OWNERSHIP_H

#include "base/pairmap.h"
#include "base/vec.h"
#include "java/interpreter/abstract_value.h"
#include "java/program/library_tables.h"
#include "java/program/universe.h"

struct extraction;
struct machine;

/* A call that is not looked into: the method itself holds a lock there, or not. */
struct foreign_call
{
  uint32_t instance, instruction;
  bool holds;
};

struct ownership
{
  struct pairmap made;         /* (field, is it about contents): holds what I made */
  struct pairmap kinds;        /* (field, 0): the library kind of all that is put there */
  VEC (class_id) made_classes; /* classes of objects that I made, and kept */
  VEC (name_id) loose;         /* classes of objects that were put into private objects */
  VEC (name_id) left;          /* classes of parts of I that get out */
  VEC (uint32_t) readers; /* states that met a foreign object that may yet be owned */
  VEC (uint8_t) answers;  /* by location, after the run: is it asked about? */
  bool was_handed_out;    /* I, or an object that refers to it */
  VEC (struct foreign_call) foreign_calls;
};

/* Begin a run. */
void ownership_reset (struct extraction *x);

/* An object of the given class TYPE that is read out of LOCATION: a node, if it may be
   owned, otherwise foreign. */
value_id ownership_read (struct machine *m, uint32_t location, name_id type);
/* Can a collection or array that is an element of the contents LOCATION be owned? */
bool ownership_holds (struct machine *m, uint32_t location, name_id type);
/* The library kind of the objects in LOCATION, a field, if all that is put there are new
   objects of one kind; otherwise LIBRARY_UNKNOWN. */
enum library_kind ownership_kind (struct machine *m, uint32_t location);
/* A foreign object of TYPE: OTHER, unless it is an inner object, which leads to I. */
value_id ownership_foreign (struct extraction *x, name_id type);
/* Has I made an object that has METHOD?  If not, the present state asks again later. */
bool ownership_runs (struct machine *m, struct java_member method);

/* VALUE is put into LOCATION, which belongs to I. */
void ownership_put (struct extraction *x, uint32_t location, value_id value);
/* VALUE is put into the field MEMBER of a part of I, or its contents. */
void ownership_put_member (struct extraction *x, uint32_t member, bool is_contents,
                           value_id value);
/* VALUE is put into a private object, array or collection. */
void ownership_put_loose (struct extraction *x, value_id value);
/* VALUE gets to where others than I see it. */
void ownership_let_out (struct extraction *x, value_id value);
/* The same for a private object: others see it, and it may be put into I afterwards. */
void ownership_share (struct machine *m, value_id value);
/* A call to which nothing of I is given is not looked into. */
void ownership_skip (struct machine *m);

/* Does the path to PLACE begin in I, or in a static of its own classes?  Then its lock is
   one that I's methods may take. */
bool ownership_has_path (struct extraction *x, uint32_t place);
/* Is the object at PLACE a part of I, as far as is known? */
bool ownership_of_place (struct extraction *x, uint32_t place);
/* The same of the fields that given classes declare for it. */
bool ownership_of_fields (struct extraction *x, uint32_t place);

/* Has I the field MEMBER as an object of its class, and not of one below it?  An abstract
   method of I runs code of classes below, which are asked about themselves. */
bool ownership_of_field (struct extraction *x, uint32_t member);

/* Has I what CLASS declares? */
bool ownership_of_class (struct extraction *x, class_id class);
/* After the run: is LOCATION asked about? */
bool ownership_asks (struct extraction *x, uint32_t location);
/* After the run: a note, if foreign objects that know I may call it back. */
void ownership_note (struct extraction *x);

#endif
