/* lsp_findings.h -- what was found, as an editor wants it.
 *
 * `lsp' asks the program itself in a child process: `lint --format jsonl' about a text
 * that is being written, `check --format sarif' about files.  Here their output becomes
 * entries, objects with
 *
 *     diagnostic   of the protocol
 *     hover        Markdown: what was found, and its interleaving
 *     actions      an array of code actions: repairs, suppressions
 */
#ifndef CLI_LSP_FINDINGS_H
#define CLI_LSP_FINDINGS_H

#include <jansson.h>
#include <stddef.h>

/* The path of a URI such as "file:///home/me/a%20folder", and the URI of a path, to be
   freed; null: it is no file, or memory ran out. */
char *lsp_path_of (const char *uri);
char *lsp_uri_of (const char *path);

/* The entries of what `lint' says, LENGTH bytes at OUTPUT, about TEXT. */
json_t *lsp_read_lint (const char *output, size_t length, const char *text);

/* By URI: an array of the entries of a SARIF log, paths of which are relative to ROOT.
   Null: OUTPUT is no log. */
json_t *lsp_read_sarif (const char *output, size_t length, const char *root);

/* The diagnostics of ENTRIES, an array or null. */
json_t *lsp_diagnostics (const json_t *entries);

/* The hover of the entries on LINE, from 0; null: there is none. */
json_t *lsp_hover (const json_t *entries, json_int_t line);

/* The code actions of the entries on lines from FIRST to LAST. */
json_t *lsp_actions (const json_t *entries, json_int_t first, json_int_t last);

#endif
