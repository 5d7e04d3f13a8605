/* reproduce.h -- the command line that asks one query again. */
#ifndef BATCH_REPRODUCE_H
#define BATCH_REPRODUCE_H

#include "query/query_options.h"

/* `phaselock check ...' for query NUMBER of MODEL, which was read from PATH, as
   a shell takes it.  To be freed; null: no memory. */
char *reproduce_command (const struct query_options *asked, const struct model_queries *model,
                         const char *path, uint32_t number);

#endif
