/* universe.h -- all classes: found by name, with their supers, subclasses and methods.
 *
 *     universe_init (&universe, &quota, &diags);
 *     universe_add_given (&universe, "build/classes");
 *     universe_add_library (&universe, "lib/guava.jar", CLASS_FROM_CLASSPATH);
 *     universe_link (&universe);
 *     class_id stack = universe_find_text (&universe, "org.example.Stack");
 *
 * The given classes are all read, whatever they are called, and are numbered from 0
 * in the order of their names; those of the libraries (classpath, JDK) are read when
 * somebody asks for one by name, and are numbered in that order.  A class that is in
 * neither is unknown: it has a name and nothing else.  Of two classes of one name the
 * first counts, given before libraries, and there is a warning if both are given.
 *
 * A class that is broken is left out with a warning (an error if its file was named);
 * what is wrong with code is a warning when that code is asked for.  The universe owns
 * everything; pointers to classes, methods and code are good until universe_clear.
 */
#ifndef JAVA_UNIVERSE_H
#define JAVA_UNIVERSE_H

#include "base/hash.h"
#include "base/pairmap.h"
#include "java/reader/bytecode.h"
#include "java/reader/classfile.h"
#include "java/reader/descriptor.h"

typedef struct
{
  uint32_t index;
} class_id;

#define CLASS_NONE ((class_id){ UINT32_MAX })

static inline bool
class_equal (class_id a, class_id b)
{
  return a.index == b.index;
}

static inline bool
class_is_known (class_id class)
{
  return class.index != UINT32_MAX;
}

/* A method or field by its class and its number there. */
struct java_member
{
  class_id class; /* CLASS_NONE: there is none */
  uint32_t index;
};

struct java_members
{
  VEC (struct java_member) list;
};

enum class_role
{
  CLASS_IS_GIVEN,
  CLASS_FROM_CLASSPATH,
  CLASS_FROM_JDK,
};

struct universe_class; /* this and the next: universe_parts.h */
struct class_library;
struct name_state;
struct archive;

/* Where a call can lead, of a class that had this many subtypes. */
struct universe_targets
{
  struct java_members members;
  uint32_t subtypes;
};

struct java_universe
{
  struct arena arena;
  struct diags *diags;
  struct names names;
  struct class_context context;
  VEC (struct universe_class *) classes; /* by class_id */
  uint32_t given;                        /* the first ones */
  VEC (struct name_state) states;        /* by name_id */
  VEC (struct class_library *) libraries;
  struct pairmap entries;          /* of jars among them: (library, name_id) to entry */
  VEC (struct archive *) archives; /* universe_clear closes those that are open */
  void *folder;                    /* being listed: universe_clear closes it */
  uint32_t linked;                 /* this many classes have their supers */
  uint32_t stamp;                  /* of the last walk over the hierarchy */
  /* Calls that were looked up: (class, index) of the method to a number, and (class of
     the receiver, that number) to the targets. */
  struct pairmap called, targets_of;
  VEC (struct universe_targets *) targets;
  struct java_member broken; /* of a given class: its code was asked for last, and cannot
                                be read; whoever wants to know sets it to none before */
};

void universe_init (struct java_universe *universe, struct quota *quota,
                    struct diags *diags);
/* Also after unwinding. */
void universe_clear (struct java_universe *universe);

/* ---- Where classes come from.  False with an error if PATH cannot be read. ---- */

/* A class file, a jar, or a folder with all class files below it. */
bool universe_add_given (struct java_universe *universe, const char *path);
/* A jar, or a folder in which classes lie in folders like their packages (for the JDK
   also one that has such a folder for each module, as `jimage extract' writes). */
bool universe_add_library (struct java_universe *universe, const char *path,
                           enum class_role role);
/* After all paths: number the given classes and find their supers.  A cycle among
   supers is reported and cut.  False if there is no class. */
bool universe_link (struct java_universe *universe);

/* ---- Classes. ---- */

/* The class of a NAME like "java/util/Map$Entry", or CLASS_NONE if it is unknown. */
class_id universe_find (struct java_universe *universe, name_id name);
/* The same for a text, with dots or slashes. */
class_id universe_find_text (struct java_universe *universe, const char *text);
const struct java_class *universe_class (const struct java_universe *universe,
                                         class_id class);
enum class_role universe_role (const struct java_universe *universe, class_id class);
const char *universe_text (const struct java_universe *universe, name_id name);
name_id universe_name (struct java_universe *universe, const char *text);

/* "org.example.Map$Node" for "org/example/Map$Node", in the universe's arena. */
const char *universe_dotted (struct java_universe *universe, name_id name);

/* ---- Hierarchy. ---- */

/* The super class; CLASS_NONE: java/lang/Object, or unknown. */
class_id universe_super (const struct java_universe *universe, class_id class);

/* Names of all super types, known or not, each once: supers before interfaces,
   near before far. */
struct super_types
{
  name_id *at;
  uint32_t count;
  bool complete; /* every one of them is known */
};
const struct super_types *universe_super_types (struct java_universe *universe,
                                                class_id class);
/* Is CLASS, or one of its super types, called NAME? */
bool universe_is_a (struct java_universe *universe, class_id class, name_id name);
/* Is METHOD finalize ()?  It runs when nobody can reach its object any more. */
bool universe_is_finalizer (const struct java_universe *universe,
                            struct java_member method);
/* Is METHOD one that ObjectOutputStream calls by its name, whatever its access:
   writeObject or writeReplace of a Serializable? */
bool universe_is_serializer (struct java_universe *universe, struct java_member method);
/* Is METHOD run () of a PrivilegedAction, for AccessController.doPrivileged to call? */
bool universe_is_privileged (struct java_universe *universe, struct java_member method);

/* Does METHOD stand in for one of a super type that clients see? */
bool universe_is_seen_as_super (struct java_universe *universe,
                                struct java_member method);

/* CLASS and all known classes below it, by class_id. */
struct class_list
{
  class_id *at;
  uint32_t count;
};
const struct class_list *universe_subtypes (struct java_universe *universe,
                                            class_id class);

/* ---- Members. ---- */

/* The method that a reference to CLASS means (JVMS 5.4.3.3 and 5.4.3.4): in the class
   and its supers, then the most specific of its interfaces.  *COMPLETE (or null) says
   whether all classes on the way are known; if not, an unknown one may have it. */
struct java_member universe_resolve_method (struct java_universe *universe,
                                            class_id class, name_id name,
                                            name_id descriptor, bool *complete);
/* The method that runs when METHOD is called on an object of class RECEIVER
   (JVMS 5.4.6): default methods, bridges and package-private ones included. */
struct java_member universe_select_method (struct java_universe *universe,
                                           class_id receiver, struct java_member method,
                                           bool *complete);
/* All methods with a body that a call of METHOD on a CLASS can reach (class hierarchy
   analysis): those selected for the subtypes of CLASS that can have objects, each once,
   by class_id.  Remembered; the list stays until a class below CLASS becomes known. */
const struct java_members *universe_targets (struct java_universe *universe,
                                             class_id class, struct java_member method);
struct java_member universe_resolve_field (struct java_universe *universe, class_id class,
                                           name_id name, name_id descriptor,
                                           bool *complete);

const struct java_method *universe_method (const struct java_universe *universe,
                                           struct java_member method);
const struct java_field *universe_field (const struct java_universe *universe,
                                         struct java_member field);

/* The code of METHOD, read once; null if it has none or it is broken. */
const struct java_code *universe_code (struct java_universe *universe,
                                       struct java_member method);
/* Where its paths meet and what it still reads (code_flow.h); METHOD has code. */
const struct code_flow *universe_flow (struct java_universe *universe,
                                       struct java_member method);
/* The signature of a method's DESCRIPTOR, taken apart once. */
const struct java_signature *universe_signature (struct java_universe *universe,
                                                 name_id descriptor);

static inline bool
member_is_known (struct java_member member)
{
  return class_is_known (member.class);
}

static inline bool
member_equal (struct java_member a, struct java_member b)
{
  return class_equal (a.class, b.class) && a.index == b.index;
}

#endif
