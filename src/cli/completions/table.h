/* table.h -- the options of a command and what may follow them, for completion.
 *
 * Walks the argp tables that --help is printed from, so nothing is said twice.
 * What an option takes is read from the name of its argument: in
 * "strict|spin09|complete|FILE" the words in small letters are values, and FILE
 * is a file.  Only for lists (LIST) is there more to know.
 */
#ifndef COMPLETIONS_TABLE_H
#define COMPLETIONS_TABLE_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "cli/command.h"

/* What may stand in a place. */
struct completion_values
{
  char words[600];       /* with blanks between */
  bool is_list;          /* several of them, with commas between */
  bool files;            /* also files */
  const char *extension; /* only files with this one; null: any */
};

struct completion_option
{
  const char *name;
  char letter;           /* 0: none */
  const char *argument;  /* null: none */
  const char *doc;
  struct completion_values values;
};

struct completion_table
{
  struct completion_option *options;
  size_t count, room;
  struct completion_values positional;
};

/* False: out of memory.  The table is to be cleared in any case. */
bool completion_table_init (struct completion_table *table, const struct command *command);
void completion_table_clear (struct completion_table *table);

/* A whole script on standard output.  False: out of memory. */
bool completions_print_bash (void);
bool completions_print_zsh (void);

#endif
