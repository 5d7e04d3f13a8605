/* sources.h -- the lines of models and programs that witnesses point to.
 *
 * A position is FILE:LINE or FILE:LINE:COLUMN.  Files are looked for in the
 * folders that the user named; a small file is shown whole, of a large one the
 * lines around those that are needed.  A result file may come from a stranger
 * and the page may go to another: files of any kind are read only below those
 * folders; a name that leads elsewhere must be that of a model, *.eml.
 *
 * Everything lives in the arena given.
 */
#ifndef REPORT_SOURCES_H
#define REPORT_SOURCES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"
#include "base/pairmap.h"
#include "base/vec.h"

struct sources_folder
{
  const char *path;
  bool deep;
  bool listed;
  VEC (const char *) files; /* below it, if deep and listed */
};

struct sources_file
{
  name_id name; /* as positions have it */
  bool found;
  char *text;
  size_t length;
  VEC (size_t) lines; /* where each begins */
  bool *wanted;       /* by line, from 0 */
};

struct sources
{
  struct arena *arena;
  VEC (struct sources_folder) folders;
  VEC (struct sources_file) files;
  struct pairmap by_name; /* (name, 0): the file */
};

void sources_init (struct sources *sources, struct arena *arena);
void sources_add_folder (struct sources *sources, const char *path, bool deep);

/* The length of FILE in the position TEXT, and the line; 0 if it is none. */
size_t sources_parse (const char *text, uint32_t *line);

/* Position TEXT is going to be shown.  Files are named in NAMES; PATH is where
   a file that is called MODEL (or PATH) can be read, or null. */
void sources_want (struct sources *sources, struct names *names, const char *text,
                   const char *model, const char *path);

/* Is line LINE (from 0) of FILE wanted, or near one that is?  Small files are shown
   whole. */
bool sources_shows (const struct sources_file *file, uint32_t line);

#endif
