/* resolve.h -- shared by the passes that make a model from the raw tree.
 *
 * resolve.c declares everything and looks up the names in bodies; scope.c is the
 * dictionary; classes.c expands objects to fields, locks and sets; template.c looks up
 * names in templates; specialise.c makes a body of a template for each binding that it is
 * called with; locals.c looks up names of values, exclusive.c those in access predicates;
 * initial.c evaluates initial values of fields.  No other file includes this header.
 *
 * A procedure of a class, and one with parameters, is a *template*.  Its names are looked
 * up once, so that its mistakes are reported once: a name is the same thing in all
 * bodies, or it depends on a *slot*, the place of `this' or of a parameter in a binding.
 * Then it is what the slot is bound to, or a member of that object.
 */
#ifndef EML_RESOLVE_H
#define EML_RESOLVE_H

#include "base/pairmap.h"
#include "eml/resolved.h"

#define NONE UINT32_MAX

/* The name spaces. */
enum space
{
  SPACE_FIELD,
  SPACE_LOCK,
  SPACE_PROC,
  SPACE_SET,
  MEMBER_SPACES, /* the number of spaces that members of classes can be in */
  SPACE_PROCESS = MEMBER_SPACES,
  SPACE_CLASS,
  SPACE_OBJECT,
  SPACE_LABEL, /* of one body: a label is the index of its statement */
  SPACE_PARAM, /* of one procedure: the slot of the parameter */
  SPACE_LOCAL, /* of one block: the slot of the value (ir.h) */
  SPACES,
};

/* What one name stands for in each name space: an index, or NONE. */
struct scope
{
  uint32_t index[SPACES];
};

/* In SPACE_PROC: an index in `callables', not a body. */
#define CALLABLE_BIT ((uint32_t) 1 << 31)

/* A template, and the object that is `this' in it, or NONE. */
struct callable
{
  uint32_t template, object;
};

/* What a name in a template depends on. */
struct slot_use
{
  uint32_t slot;    /* NONE: on nothing, the target is known */
  enum space space; /* in which the name was looked up */
};

/* As a target: the thing bound to the slot itself, not a member of it. */
#define WHOLE NONE

#define THIS_SLOT 0u /* parameter number p is slot p + 1 */

struct class
{
  uint32_t decl;
  VEC (uint32_t) members[MEMBER_SPACES]; /* declarations, in the order of the text */
  VEC (uint32_t) set_of;                 /* by field: which of its sets, or NONE */
  VEC (uint32_t)
  lock_at;                 /* by lock: the number of locks of an object before it, those
                              of arrays included */
  uint32_t first_template; /* of its procedures */
  uint32_t objects;
};

struct object
{
  uint32_t class;                /* NONE: unknown, and reported */
  uint32_t first[MEMBER_SPACES]; /* of its fields, locks, callables and sets */
};

struct template
{
  uint32_t decl;
  uint32_t class;    /* or NONE */
  uint32_t bindings; /* the number of bodies made of it */
  uint32_t locals;   /* slots with names, as in a body */
};

/* A statement with blocks that encloses the current statement. */
struct enclosing
{
  uint32_t end;
  uint32_t outer_region; /* the value of `region' outside of it */
  uint32_t locals;       /* how many locals were declared before it */
  bool is_loop;
};

/* A visible local, and what its name stood for before. */
struct local
{
  struct ir_name name;
  uint32_t slot, hidden;
};

/* An atomic set that is declared outside of classes. */
struct outer_set
{
  uint32_t decl;
  set_id set;
};

struct resolver
{
  struct ir_model *model;
  struct resolved *resolved;
  const struct tree *tree;
  struct diags *diags;
  struct scope *scopes; /* by name */
  uint32_t name_count;
  uint32_t *targets;      /* by use in the tree; in templates, see slots */
  struct slot_use *slots; /* by use; null if there are no templates */
  uint32_t *regions;      /* by statement: of a label, the sync or unit around it */
  bool *mentioned;        /* by statement: a label that a goto names */
  bool *lock_used;        /* by declaration */
  bool *decl_warned;      /* by declaration: a field that is in no set */
  VEC (struct enclosing) around;
  uint32_t loops;  /* how many of `around' are loops */
  uint32_t region; /* the innermost sync, unit or atomic around; or NONE */
  VEC (struct local) locals;
  uint32_t slots_used;    /* of the current body */
  VEC (uint32_t) pending; /* expressions whose names must be looked up */
  bool wants_value;       /* the name that is looked up may also be a local */

  VEC (struct outer_set) outer_sets;
  VEC (struct class) classes;
  VEC (struct object) objects;
  VEC (struct template) templates;
  VEC (struct callable) callables;
  struct pairmap members; /* (class, name) -> index in member_scopes */
  VEC (struct scope) member_scopes;
  uint32_t *param_class; /* by parameter in the tree: its class, or NONE */
  name_id this_name;
  const struct template *inside; /* the template whose names are looked up, or null */
};

/* ---- scope.c: the dictionary. ---- */

const char *scope_space_word (enum space space);
/* "a" or "an", as that word needs. */
const char *scope_article_of (enum space space);
struct scope *scope_of (struct resolver *r, struct ir_name name);
/* The name in the declaration of number INDEX of SPACE. */
struct ir_name scope_declaration (const struct resolver *r, enum space space,
                                  uint32_t index);
/* Enter NAME as number INDEX of SPACE. */
void scope_declare (struct resolver *r, enum space space, uint32_t index,
                    struct ir_name name);
/* Resolve use number USE; false, with an error, if its name is unknown. */
bool scope_look_up (struct resolver *r, uint32_t use, enum space space);
/* The index of NAME in SPACE; NONE, with an error, if there is none. */
uint32_t scope_look_up_name (struct resolver *r, struct ir_name name, enum space space);

/* ---- resolve.c ---- */

/* Add the fields or locks of DECL, as NAME, parts of OBJECT or of IR_NO_OBJECT. */
void resolve_add_field (struct resolver *r, uint32_t decl, struct ir_name name,
                        uint32_t object);
void resolve_add_locks (struct resolver *r, uint32_t decl, struct ir_name name,
                        uint32_t object);

/* ---- classes.c: what is declared in classes and by objects. ---- */

/* Declare the classes and their members, and check all parameters. */
void class_declare_all (struct resolver *r);
/* Declare the object of declaration DECL, and all its parts. */
void class_declare_object (struct resolver *r, const struct tree_decl *decl);
void class_declare_template (struct resolver *r, uint32_t decl, uint32_t class);
/* Put the fields of objects into the sets that their classes declare; and then, when
   the sets outside of classes are filled, the others into the sets of their objects. */
void class_fill_sets (struct resolver *r);
void class_fill_object_sets (struct resolver *r);
void class_warn_unused (struct resolver *r);

/* The number of the member NAME of CLASS in SPACE, or NONE. */
uint32_t class_member (const struct resolver *r, uint32_t class, name_id name,
                       enum space space);
/* "savings" and "balance" from "savings.balance"; false if there is no dot. */
bool class_split_name (const struct resolver *r, name_id name, name_id *object,
                       name_id *member);

/* ---- template.c: names in templates, and calls with arguments. ---- */

enum local_result
{
  LOCAL_NOTHING, /* the name has its meaning outside */
  LOCAL_FOUND,
  LOCAL_BAD, /* reported */
};

/* Resolve use number USE as a parameter, `this', or a member of one of these. */
enum local_result template_look_up (struct resolver *r, uint32_t use, enum space space);
/* The class of the object bound to SLOT in the current template; NONE: no object. */
uint32_t template_slot_class (const struct resolver *r, uint32_t slot);
/* The class of the object that NAME is here, or NONE; *SLOT: as in slot_use. */
uint32_t template_object_class (struct resolver *r, name_id name, uint32_t *slot);
/* Between these two calls, names are looked up as in TEMPLATE. */
void template_enter (struct resolver *r, const struct template *template);
void template_leave (struct resolver *r);
void resolve_call (struct resolver *r, const struct tree_stmt *stmt);
/* Mark the lock of use number USE as used. */
void resolve_mark_lock (struct resolver *r, uint32_t use);

/* ---- locals.c ---- */

/* Between these two calls, names are looked up in the body of DECL.  Returns the number
   of its slots with names. */
void locals_enter (struct resolver *r, const struct tree_decl *decl);
uint32_t locals_leave (struct resolver *r);
/* Leave a block: only the first COUNT locals remain visible. */
void locals_forget (struct resolver *r, uint32_t count);
/* Declare the local of STMT. */
void locals_declare (struct resolver *r, const struct tree_stmt *stmt);
/* Resolve use number USE as a value: a local, or a field. */
void locals_look_up (struct resolver *r, uint32_t use);
/* Resolve all names in EXPR, if it is one. */
void locals_look_up_all (struct resolver *r, uint32_t expr);
/* Is the name of STMT a local where a field is needed?  Then report that. */
bool locals_refuse (struct resolver *r, const struct tree_stmt *stmt);

/* ---- initial.c ---- */

/* Evaluate the initial values of fields. */
void initial_values (struct resolver *r);

/* ---- exclusive.c ---- */

/* Resolve the access predicates. */
void exclusive_resolve_all (struct resolver *r);

/* ---- specialise.c ---- */

/* The target of use number USE under BINDING; null: nothing is bound. */
uint32_t specialise_bind (const struct resolver *r, uint32_t use,
                          const uint32_t *binding);

/* Create the bodies that calls of templates need. */
void specialise_all (struct resolver *r);

#endif
