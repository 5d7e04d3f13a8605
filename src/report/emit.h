/* emit.h -- JSON inside HTML.
 *
 * The data of the page is the text of a script element: whatever names it
 * holds, nothing in it may end that element or begin another.  So <, >, & and
 * the line separators of JavaScript are escaped, and what is not UTF-8 is
 * replaced.
 */
#ifndef REPORT_EMIT_H
#define REPORT_EMIT_H

#include <stdio.h>

#include "report/collect.h"
#include "report/sources.h"
#include "report/titles.h"

/* The whole of it, one object; README.md has its members. */
void emit_data (FILE *file, const struct collect *collect, const struct sources *sources,
                const struct titles *titles);

#endif
