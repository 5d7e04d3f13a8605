/* reproduce.h -- the question of a command line, again as words for a shell. */
#ifndef BATCH_REPRODUCE_H
#define BATCH_REPRODUCE_H

#include "results/query_options.h"

/* Print the options for automata, processes, and how to decide, each after a blank; in
   between those that ask QUERY of MODEL alone, unless they are null. */
void reproduce_options (FILE *file, const struct query_options *options,
                        const struct model_queries *model, const struct query *query);

/* `phaselock check ...' for query NUMBER of MODEL, which was read from PATH.  To
   be freed; null: no memory. */
char *reproduce_command (const struct query_options *options,
                         const struct model_queries *model, const char *path,
                         uint32_t number);

#endif
