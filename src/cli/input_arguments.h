/* input_arguments.h -- the options that say how models are found: which classes of a
 * Java program, with which source.
 *
 * input_argp is a child of the parsers of all commands that read models; its input is a
 * struct input_options.
 */
#ifndef CLI_INPUT_ARGUMENTS_H
#define CLI_INPUT_ARGUMENTS_H

#include <argp.h>

#include "inputs/inputs.h"

/* Its options have keys from the first to the second; all are below QUERY_KEYS_END. */
#define INPUT_KEYS 0x180
#define INPUT_KEYS_END 0x200

extern const struct argp input_argp;
/* For ARGP of a command: input_argp as its only child. */
extern const struct argp_child input_children[];

/* Of a command that has no place for notes: --notes is bad usage.  At ARGP_KEY_END. */
void input_refuse_notes (const struct input_options *options, struct argp_state *state);

/* Free what parsing has filled in. */
void input_options_clear (struct input_options *options);

#endif
