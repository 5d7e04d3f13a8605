/* query_arguments.h -- the options that the commands that decide queries share.
 *
 * query_argp is a child of the parsers of these commands; its input is a struct
 * query_options.
 */
#ifndef CLI_QUERY_ARGUMENTS_H
#define CLI_QUERY_ARGUMENTS_H

#include <argp.h>

#include "query/query_options.h"

/* Options without a letter have keys from here on: those of query_argp from the first,
   those of the commands themselves from the second. */
#define QUERY_KEYS 0x100
#define QUERY_KEYS_END 0x200

extern const struct argp query_argp;

#endif
