/* query_arguments.h -- the options that the commands that decide queries share.
 *
 * query_argp is a child of the parsers of these commands; its input is a struct
 * query_options.
 */
#ifndef CLI_QUERY_ARGUMENTS_H
#define CLI_QUERY_ARGUMENTS_H

#include <argp.h>

#include "inputs/inputs.h"
#include "results/query_options.h"

/* Options without a letter have keys from here on: those of query_argp from the first,
   those of the commands themselves from the second. */
#define QUERY_KEYS 0x100
#define QUERY_KEYS_END 0x200

extern const struct argp query_argp;
/* The same for `check', which can show lists of violations and write what engines keep.
 */
extern const struct argp query_check_argp;
/* For ARGP of a command: query_argp as its only child; or with input_argp of
   input_arguments.h after it. */
extern const struct argp_child query_children[];
extern const struct argp_child query_input_children[];

/* A table of options with those of the engines, and texts that name these. */
#define QUERY_OPTIONS_LIMIT 40
#define QUERY_HELP_LIMIT 1000
struct query_table
{
  struct argp_option options[QUERY_OPTIONS_LIMIT];
  char engines[200];
  char with[QUERY_HELP_LIMIT], without[QUERY_HELP_LIMIT];
};

/* The options of ARGP; if it is one of these two, with those of the engines, in TABLE. */
const struct argp_option *query_arguments_options (const struct argp *argp,
                                                   struct query_table *table);

/* The words of --without: the reductions, then `data'. */
const char *query_arguments_without (uint32_t number);
/* The words of --with: the reductions that are off unless they are asked for. */
uint32_t query_arguments_with_count (void);
const char *query_arguments_with (uint32_t number);

/* Parse a command line with ARGP into INPUT, of which OPTIONS are a part, watch for
   signals, and read the automata.  False, with a complaint, if that fails; OPTIONS are to
   be cleared in any case. */
bool query_arguments_parse (const struct argp *argp, int argc, char **argv, void *input,
                            struct query_options *options);

/* Leave models out of which OPTIONS, which are prepared, ask nothing. */
void query_arguments_narrow (const struct query_options *options,
                             struct input_options *inputs);

#endif
