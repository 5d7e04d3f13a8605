/* scripts.h -- the completion scripts, embedded at build time (scripts/embed.awk).
 *
 * A line that is @commands@ or @cases@ stands for what the argp tables say.
 * The entry after the last one has null pointers.
 */
#ifndef CLI_COMPLETIONS_SCRIPTS_H
#define CLI_COMPLETIONS_SCRIPTS_H

#include <stddef.h>

struct completion_script
{
  const char *name; /* of the shell */
  const char *text;
};
extern const struct completion_script completion_script[];

#endif
