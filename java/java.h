/* java.h -- from compiled Java to models: the public face of this room.
 *
 *     struct java java;
 *     java_init (&java, &quota, &options);
 *     if (java_open (&java, paths, path_count))
 *       {
 *         struct java_model model;
 *         java_model_init (&model, &quota, &declared, &ir);
 *         if (java_extract (&java, "org.example.Stack", &model))
 *           use (&ir);
 *         java_model_clear (&model);
 *       }
 *     diags_render (&java.diags, stderr, false);
 *     java_clear (&java);
 *
 * A model is built as any front end builds it (ir/ir_builder.h); its steps have
 * positions in the Java source.  Whatever the extraction leaves out or
 * adds is a note.  Nothing is printed; errors go to the diagnostics of struct java.
 * Options, paths and the quota are borrowed until java_clear; a model owns its arena
 * and is independent of struct java.
 */
#ifndef JAVA_JAVA_H
#define JAVA_JAVA_H

#include "java/program/changed.h"
#include "java/program/ignored.h"
#include "java/program/java_program.h"
#include "java/writer/java_model.h"

/* The name of reduction NUMBER, whose bit is 1 << NUMBER. */
const char *java_reduction_name (uint32_t number);

void java_init (struct java *java, struct quota *quota,
                const struct java_options *options);
void java_clear (struct java *java);

/* Open PATHS: class files, folders of them, jars.  False with errors in the
   diagnostics if one cannot be read or there is no class in them. */
bool java_open (struct java *java, const char *const *paths, uint32_t count);

/* How far JAVA has come with what it is doing. */
struct java_headway java_headway (const struct java *java);

/* ---- Which classes there are models of (--list). ---- */

struct java_candidate
{
  const char *class_name; /* "org.example.Stack", nested ones "org.example.Map$Node" */
  const char *path;   /* of the class file; in a jar "app.jar!org/example/Stack.class" */
  bool chosen;        /* without --class: there is a model of it */
  const char *reason; /* why, or why not: "2 mutable fields, synchronized" */
  bool is_circle;     /* no class, but a circle of the lock graph */
  bool is_program;    /* no class, but a program as a whole */
};

struct java_candidates
{
  struct java_candidate *at;
  uint32_t count;
  bool is_cut; /* of a program: there is too much code to look into all of it */
};

/* All classes in the order of their names; with --class only that one, with --main
   those that two threads share.  False with an error if --class or --main names a
   class that does not exist.  The list belongs to JAVA. */
bool java_candidates (struct java *java, struct java_candidates *candidates);

/* The full name of the class that people call NAME: "Stack" if only one of the given
   classes is called so.  Null with an error if there is none, or several. */
const char *java_find_class (struct java *java, const char *name);

/* The file that the class of that full name was read from, in a jar "app.jar!A.class"; or
   null. */
const char *java_class_file (struct java *java, const char *class_name);

/* ---- The model of a class. ---- */

/* The model of CLASS_NAME.  False with an error if there is no such class or it has no
   entry.  A class without a mutable location is a model without fields (model->fields
   is 0), which is safe: the caller says so. */
bool java_extract (struct java *java, const char *class_name, struct java_model *model);

/* ---- The account of a class (--ledger). ---- */

/* One access to a location, use of contents or acquisition in the bytecode. */
struct java_account_line
{
  const char *kind; /* "read", "write", "contents", "lock" */
  const char *what; /* "Stack.count", "Stack.data[]", "this"; "?": no field says */
  const char *method, *position;
  const char *reason; /* "in the model", or why it is not */
  bool is_modelled, is_gap;
  bool is_overlooked; /* the interpreter was there, and does not say why: a bug of ours */
};

typedef void java_account_visitor (const struct java_account_line *line, void *context);

/* VISIT every line about CLASS_NAME; the lines are gone afterwards.  False with an error
   if there is no such class or it has no entry. */
bool java_account (struct java *java, const char *class_name, java_account_visitor *visit,
                   void *context);

#endif
