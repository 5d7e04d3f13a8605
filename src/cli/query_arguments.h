/* query_arguments.h -- the options of the commands that decide queries.
 *
 * query_argp is a child of their parsers, with a struct query_options as its input.
 */
#ifndef CLI_QUERY_ARGUMENTS_H
#define CLI_QUERY_ARGUMENTS_H

#include <argp.h>

#include "query/query_options.h"

/* Long options of query_argp have keys from the first on; those of commands begin
   with the second. */
#define QUERY_KEYS 0x100
#define QUERY_KEYS_END 0x200

extern const struct argp query_argp;

#endif
