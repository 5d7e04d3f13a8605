/* titles.h -- what patterns are called, their formulas and what they mean.
 *
 * Records name a pattern by its number; people know "lost update".  The sets
 * that ship know the titles, and so does a file of automata that is still where
 * the record says.  What is not known stays without a title.
 */
#ifndef REPORT_TITLES_H
#define REPORT_TITLES_H

#include "report/collect.h"

/* By row of the collection; NAME_NONE where nothing is known. */
struct titles
{
  name_id *title;
  name_id *formula;
  name_id *meaning; /* what happens, and why that is bad */
};

/* Look up the rows of COLLECT; strings go to its names. */
void titles_find (struct titles *titles, struct collect *collect);

#endif
