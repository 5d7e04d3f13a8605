/* front_end.h -- the table of front ends: what kinds of files there are models in.
 *
 * A front end is a file of this room, which ends with its struct front_end, and a line
 * in front_ends.def.  Everything that reads models, the commands, the workers of a
 * batch and libphaselock, goes through inputs.h, and knows no front end by name.
 */
#ifndef INPUTS_FRONT_END_H
#define INPUTS_FRONT_END_H

#include <stdbool.h>
#include <stddef.h>

struct input;
struct inputs;
struct ir_subject;

/* How far a model is read. */
enum input_stage
{
  INPUT_UNCHECKED, /* parsed, or built */
  INPUT_SYSTEM,    /* checked, with its projection */
  INPUT_LINTED,    /* ... and all that the front end has to say about its style */
};

struct front_end
{
  const char *files; /* which files below a folder are its own, for messages: "*.eml";
                        null: none */

  /* Is NAME that of a file of its own? */
  bool (*takes) (const char *name);

  /* Of a folder it takes each file for itself, or else the folder as a whole, once, if
     there is a file of its own below. */
  bool takes_folders;

  /* Of its files, which it takes each for itself, some have parts. */
  bool takes_parts;

  /* Its inputs are programs: --main names where one begins. */
  bool has_main;

  /* PATH was given, or found below a folder that was: then the first SKIP bytes lead
     there.  PART is what was given after '!', or null. */
  bool (*add) (struct inputs *inputs, const char *path, const char *part, size_t skip);

  /* All paths were added.  Null: there is nothing more to do. */
  bool (*find) (struct inputs *inputs);

  /* As input_read. */
  bool (*read) (const struct inputs *inputs, const struct input *input,
                enum input_stage stage, struct ir_subject *subject);

  /* Free what is kept in inputs->opened; null: nothing ever is. */
  void (*clear) (struct inputs *inputs);
};

#define FRONT_END_TABLE "inputs/front_ends.def"

/* The first is the one of files that none takes by name. */
enum front_end_number
{
#define FRONT_END(name) FRONT_END_##name,
#include FRONT_END_TABLE
#undef FRONT_END
  FRONT_END_COUNT
};

#define FRONT_END(name) extern const struct front_end front_end_##name;
#include FRONT_END_TABLE
#undef FRONT_END

/* By number. */
extern const struct front_end *const front_ends[FRONT_END_COUNT];

#endif
