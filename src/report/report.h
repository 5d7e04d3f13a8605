/* report.h -- a page that shows results: one HTML file, nothing beside it.
 *
 * Records are added one by one, then the page is written: an overview, for
 * each model a matrix of patterns and fields, and for each violation with a
 * witness the interleaving as a picture with the source beside it.
 *
 *     struct report *report = report_new ();
 *     report_search (report, "models", true);
 *     report_add (report, record, NULL);     as often as there are records
 *     status = report_write (report, "report.html");
 *     report_free (report);
 *
 * A report owns copies of all that it is told; arguments are borrowed.  What
 * does not fit into memory is STATUS_BAD_INPUT, with a message, and so is all
 * that comes after it.  The same records give the same bytes but for the date and the
 * command in the heading (SOURCE_DATE_EPOCH sets the date).
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <jansson.h>
#include <stdbool.h>

#include "io/status.h"
#include "results/saved_record.h"

struct report;

/* Null if there is no memory at all. */
struct report *report_new (void);
void report_free (struct report *report); /* null is fine */

/* Look for models and sources in FOLDER, after the folders named before.  DEEP:
   also below it, for files that positions name by the end of their path. */
enum status report_search (struct report *report, const char *folder, bool deep);

/* The same for the folder that the file PATH is in, not deep. */
enum status report_search_beside (struct report *report, const char *path);

/* Name a file that records came from, for the page to say so. */
enum status report_name_input (struct report *report, const char *path);

/* One more query.  MODEL_PATH is where its model can be read; null: it is
   looked for under the name that the record has.  Of two records of one query
   the later counts. */
enum status report_add (struct report *report, const struct record *record,
                        const char *model_path);

/* The same for a record that was just made, which is checked like one that was
   read; if it is wrong, that is an internal error. */
enum status report_add_json (struct report *report, json_t *json, const char *model_path);

/* What was known about a query before.  To be called after all of report_add. */
enum status report_add_old (struct report *report, const struct record *record);
enum status report_name_baseline (struct report *report, const char *path);

/* Write the page, to standard output if PATH is "-"; STATUS_NOT_WRITTEN, with a
   message, leaves PATH as it was. */
enum status report_write (struct report *report, const char *path);

/* The template with style and script in it, embedded at build time; a line
   with only @data@ is where the data goes.  One entry. */
struct report_page
{
  const char *name;
  const char *text;
};
extern const struct report_page report_page[];

#endif
