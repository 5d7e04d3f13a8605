/* cmd_lsp.c -- phaselock lsp: a server for editors.
 *
 * Models are linted whenever they change, and decided when they are opened and saved.
 * Java is decided when a source is saved or class files are written: the classes are
 * those of the workspace.  C is decided when a source is opened or saved: the program
 * that the workspace's compile_commands.json describes, or the file by itself.  One child
 * process at a time does the work (lsp_job.h); a newer text of the same file gives the
 * older work up.  Requests are answered at once, from what is known, so that there is
 * nothing to cancel.
 */
#include <config.h>

#include <assert.h>
#include <ftw.h>
#include <glob.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/lsp_findings.h"
#include "cli/lsp_job.h"
#include "cli/lsp_wire.h"
#include "io/interrupt.h"
#include "io/json.h"

#define SECONDS 120     /* for one check, if the editor does not say */
#define LOOK_AGAIN 2000 /* milliseconds between two looks at class files */

/* In place of the URI of a model. */
static const char java_job[] = "java";
static const char c_job[] = "c"; /* the program of compile_commands.json */

struct server
{
  bool initialized, shut, over;
  char *root;
  json_t *folders;   /* of classes, as the editor gives them; or null */
  json_t *documents; /* URI -> text, of those that are open */
  json_t *linted;    /* URI -> entries */
  json_t *found;     /* what was decided -> URI -> entries */
  json_t *queue;     /* of jobs: [URI, is it linted?] */
  char *c_main;      /* the C file with a main that was looked at last; or null */
  uint32_t seconds;
  struct lsp_wire wire;
  struct lsp_job job;
  json_t *current; /* that job; or null */
  time_t newest;   /* class file that was seen */
  uint64_t looked; /* when */
};

static const char *
text_at (const json_t *object, const char *name)
{
  const char *text = json_string_value (json_object_get (object, name));
  return text ? text : "";
}

/* ---- What the editor is told. ---- */

static void
publish (struct server *server, const char *uri)
{
  json_t *all = lsp_diagnostics (json_object_get (server->linted, uri)), *files;
  const char *owner;
  assert (*uri);
  json_object_foreach (server->found, owner, files)
  {
    json_t *some = lsp_diagnostics (json_object_get (files, uri));
    json_array_extend (all, some);
    json_decref (some);
  }
  lsp_notify ("textDocument/publishDiagnostics",
              json_pack ("{s:s,s:o}", "uri", uri, "diagnostics", all));
}

/* FILES, which become the server's, are what was found about OWNER. */
static void
replace_found (struct server *server, const char *owner, json_t *files)
{
  json_t *before = json_incref (json_object_get (server->found, owner)), *entries;
  const char *uri;
  assert (files);
  assert (json_object_get (server->found, owner) != files);
  json_object_set_new (server->found, owner, files);
  json_object_foreach (before, uri, entries)
  {
    if (!json_object_get (files, uri))
      publish (server, uri);
  }
  json_object_foreach (files, uri, entries) publish (server, uri);
  json_decref (before);
}

static void
tell (const char *text)
{
  lsp_notify ("window/logMessage", json_pack ("{s:i,s:s}", "type", 2, "message", text));
}

/* ---- Work. ---- */

static time_t newest_class; /* of a walk, since nftw has no context */

static int
look_at (const char *path, const struct stat *about, int kind, struct FTW *where)
{
  (void) where;
  if (kind == FTW_F && text_ends_with (path, ".class") && about->st_mtime > newest_class)
    newest_class = about->st_mtime;
  return 0;
}

/* The folders of classes, an array, and in *NEWEST when one was last written. */
static json_t *
find_classes (const struct server *server, time_t *newest)
{
  static const char *const usual[]
    = { "target/classes",   "build/classes/java/main",  "out", "bin",
        "*/target/classes", "*/build/classes/java/main" };
  json_t *folders = json_array (), *given;
  size_t i;
  glob_t paths = { .gl_pathc = 0 };
  newest_class = 0;
  *newest = 0;
  assert (server->root);
  json_array_foreach (server->folders, i, given) json_array_append (folders, given);
  for (i = 0; i < sizeof usual / sizeof *usual && !server->folders; i++)
    {
      char *pattern = NULL;
      if (asprintf (&pattern, "%s/%s", server->root, usual[i]) < 0)
        continue;
      if (glob (pattern, GLOB_ONLYDIR, NULL, &paths) == 0)
        for (size_t p = 0; p < paths.gl_pathc; p++)
          json_array_append_new (folders, json_text (paths.gl_pathv[p]));
      globfree (&paths);
      free (pattern);
    }
  for (i = json_array_size (folders); i-- > 0;)
    {
      const char *folder = json_string_value (json_array_get (folders, i));
      newest_class = 0;
      if (!folder || nftw (folder, look_at, 16, FTW_PHYS) != 0 || newest_class == 0)
        json_array_remove (folders, i);
      *newest = newest_class > *newest ? newest_class : *newest;
    }
  return folders;
}

/* Ask about URI (java_job: the classes of the workspace) when there is time; an older
   question of the same kind is dropped. */
static void
ask (struct server *server, const char *uri, bool lint)
{
  json_t *job = json_pack ("[s,b]", uri, lint);
  assert (!lint || uri != java_job);
  if (server->current && json_equal (server->current, job))
    {
      lsp_job_stop (&server->job);
      json_decref (server->current);
      server->current = NULL;
    }
  for (size_t i = json_array_size (server->queue); i-- > 0;)
    if (json_equal (json_array_get (server->queue, i), job))
      json_array_remove (server->queue, i);
  if (lint)
    json_array_insert_new (server->queue, 0, job);
  else
    json_array_append_new (server->queue, job);
}

static bool
start_check (struct server *server, const char *const *paths, size_t count)
{
  const char **words = calloc (count + 8, sizeof *words);
  size_t n = 0;
  assert (count > 0);
  assert (!server->current);
  if (!words)
    return false;
  words[n++] = "phaselock";
  words[n++] = "check";
  words[n++] = "-q";
  words[n++] = "--format=sarif";
  words[n++] = "--root=.";
  words[n++] = "--";
  for (size_t i = 0; i < count; i++)
    words[n++] = paths[i];
  assert (n < count + 8 && !words[n]); /* a null at the end */
  bool fine = lsp_job_start (&server->job, words, server->root, NULL, server->seconds);
  free (words);
  return fine;
}

static bool
start_java (struct server *server)
{
  json_t *folders = find_classes (server, &server->newest);
  size_t count = json_array_size (folders);
  const char **paths = calloc (count + 1, sizeof *paths);
  for (size_t i = 0; i < count && paths; i++)
    paths[i] = json_string_value (json_array_get (folders, i));
  bool fine = paths && count > 0 && start_check (server, paths, count);
  free (paths);
  json_decref (folders);
  return fine;
}

/* The workspace's compile_commands.json, to be freed; null: there is none. */
static char *
find_commands (const struct server *server)
{
  static const char *const usual[] = { "", "build/", "*/" };
  char *found = NULL;
  assert (server->root);
  assert (*server->root == '/');
  for (size_t i = 0; i < sizeof usual / sizeof *usual && !found; i++)
    {
      char *pattern = NULL;
      glob_t paths = { .gl_pathc = 0 };
      if (asprintf (&pattern, "%s/%scompile_commands.json", server->root, usual[i]) < 0)
        return NULL;
      if (glob (pattern, 0, NULL, &paths) == 0)
        found = strdup (paths.gl_pathv[0]);
      globfree (&paths);
      free (pattern);
    }
  return found;
}

/* Of several programs, the one that was looked at last. */
static bool
start_c (struct server *server)
{
  char *path = find_commands (server), *program = NULL;
  if (path && server->c_main && asprintf (&program, "%s!%s", path, server->c_main) < 0)
    program = NULL;
  const char *paths[] = { program ? program : path };
  assert (!program || path);
  bool fine = path && start_check (server, paths, 1);
  free (program);
  free (path);
  return fine;
}

/* Start JOB of the queue; false: there is nothing to be done. */
static bool
start (struct server *server, const json_t *job)
{
  static const char *const lint[] = { "phaselock", "lint", "--format=jsonl", "-", NULL };
  const char *uri = json_string_value (json_array_get (job, 0));
  assert (uri);
  const char *text = json_string_value (json_object_get (server->documents, uri));
  if (strcmp (uri, java_job) == 0)
    return start_java (server);
  if (strcmp (uri, c_job) == 0)
    return start_c (server);
  if (json_is_true (json_array_get (job, 1)))
    return text
           && lsp_job_start (&server->job, lint, server->root, text, server->seconds);
  char *path = lsp_path_of (uri);
  const char *paths[] = { path };
  bool fine = path && start_check (server, paths, 1);
  free (path);
  return fine;
}

static void
start_next (struct server *server)
{
  assert (!server->current == !server->job.child);
  while (!server->current && json_array_size (server->queue) > 0)
    {
      json_t *job = json_incref (json_array_get (server->queue, 0));
      json_array_remove (server->queue, 0);
      if (start (server, job))
        server->current = job;
      else
        json_decref (job);
    }
}

/* The child has ended. */
static void
take (struct server *server)
{
  const char *uri = json_string_value (json_array_get (server->current, 0));
  const char *text = json_string_value (json_object_get (server->documents, uri));
  struct lsp_job *job = &server->job;
  assert (uri && job->child == 0);
  if (json_is_true (json_array_get (server->current, 1)))
    {
      if (text)
        json_object_set_new (server->linted, uri,
                             lsp_read_lint (job->bytes, job->length, text));
      publish (server, uri);
    }
  else
    {
      json_t *files
        = job->bytes ? lsp_read_sarif (job->bytes, job->length, server->root) : NULL;
      /* What was found stays until it is known to be gone. */
      if (files)
        replace_found (server, uri, files);
      bool is_file = strchr (uri, ':') != NULL;
      if (files && is_file && !json_object_get (files, uri))
        publish (server, uri);
    }
  lsp_job_stop (job);
  json_decref (server->current);
  server->current = NULL;
}

/* ---- What the editor says. ---- */

static void
initialize (struct server *server, const json_t *params)
{
  const json_t *options = json_object_get (params, "initializationOptions");
  const json_t *folder = json_array_get (json_object_get (params, "workspaceFolders"), 0);
  const char *uri = folder ? text_at (folder, "uri") : text_at (params, "rootUri");
  char *path = lsp_path_of (uri);
  json_t *classes = json_object_get (options, "classes");
  json_int_t seconds = json_integer_value (json_object_get (options, "seconds"));
  assert (!server->initialized);
  free (server->root);
  server->root = path ? realpath (path, NULL) : NULL;
  if (!server->root)
    server->root = realpath (".", NULL);
  free (path);
  if (json_is_array (classes))
    server->folders = json_incref (classes);
  if (seconds > 0 && seconds <= 86400)
    server->seconds = (uint32_t) seconds;
  server->initialized = true;
}

static json_t *
capabilities (void)
{
  return json_pack ("{s:{s:{s:b,s:i,s:b},s:b,s:{s:[s]}},s:{s:s,s:s}}", "capabilities",
                    "textDocumentSync", "openClose", 1, "change", 1, "save", 1,
                    "hoverProvider", 1, "codeActionProvider", "codeActionKinds",
                    "quickfix", "serverInfo", "name", "phaselock", "version",
                    PACKAGE_VERSION);
}

static bool
is_c (const char *uri)
{
  static const char *const ends[]
    = { ".c", ".h", ".cc", ".cpp", ".cxx", ".C", ".hh", ".hpp" };
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (text_ends_with (uri, ends[i]))
      return true;
  return false;
}

/* Does TEXT, in C, seem to have a function main? */
static bool
has_main (const char *text)
{
  assert (text);
  static const char word[]
    = "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (const char *at = text; (at = strstr (at, "main")); at += strlen ("main"))
    if ((at == text || !strchr (word, at[-1]))
        && at[4 + strspn (at + 4, " \t\r\n")] == '(')
      return true;
  return false;
}

static void
ask_about_c (struct server *server, const char *uri)
{
  assert (server->documents);
  bool begins = has_main (text_at (server->documents, uri));
  char *database = find_commands (server), *path = lsp_path_of (uri);
  assert (is_c (uri));
  if (begins && path)
    {
      free (server->c_main);
      server->c_main = realpath (path, NULL);
    }
  if (database)
    ask (server, c_job, false);
  else if (begins)
    ask (server, uri, false);
  free (database);
  free (path);
  assert (!server->c_main || *server->c_main == '/');
}

static void
ask_about (struct server *server, const char *uri, bool saved)
{
  assert (server->initialized);
  if (text_ends_with (uri, ".eml"))
    {
      ask (server, uri, true);
      if (saved)
        ask (server, uri, false);
    }
  else if (text_ends_with (uri, ".java") && saved)
    ask (server, java_job, false);
  else if (is_c (uri) && saved)
    ask_about_c (server, uri);
}

static void
note_text (struct server *server, const json_t *params, const char *uri, bool opened)
{
  json_t *changes = json_object_get (params, "contentChanges");
  const json_t *from = opened ? json_object_get (params, "textDocument")
                              : json_array_get (changes, json_array_size (changes) - 1);
  json_t *text = json_object_get (from, "text");
  if (!*uri || !json_is_string (text))
    {
      tell ("a text without its URI, or a URI without its text");
      return;
    }
  json_object_set (server->documents, uri, text);
  ask_about (server, uri, opened);
}

static void
forget (struct server *server, const char *uri)
{
  json_object_del (server->documents, uri);
  json_object_del (server->linted, uri);
  if (json_object_get (server->found, uri))
    replace_found (server, uri, json_object ());
  publish (server, uri);
}

/* All that is known about URI, an array. */
static json_t *
entries_of (const struct server *server, const char *uri)
{
  json_t *all = json_array (), *files;
  const char *owner;
  json_array_extend (all, json_object_get (server->linted, uri));
  json_object_foreach (server->found, owner, files)
    json_array_extend (all, json_object_get (files, uri));
  return all;
}

static json_int_t
line_of (const json_t *position)
{
  return json_integer_value (json_object_get (position, "line"));
}

/* A request; false: there is no such method. */
static bool
answer (struct server *server, const char *method, json_t *id, const json_t *params)
{
  const char *uri = text_at (json_object_get (params, "textDocument"), "uri");
  assert (id && method);
  if (strcmp (method, "shutdown") == 0)
    {
      server->shut = true;
      lsp_answer (id, NULL);
      return true;
    }
  bool hover = strcmp (method, "textDocument/hover") == 0;
  if (!hover && strcmp (method, "textDocument/codeAction") != 0)
    return false;
  const json_t *range = json_object_get (params, "range");
  const json_t *position
    = hover ? json_object_get (params, "position") : json_object_get (range, "start");
  if (!*uri || !json_is_integer (json_object_get (position, "line")))
    {
      lsp_refuse (id, LSP_INVALID_PARAMS, "a document and a position are wanted");
      return true;
    }
  json_t *entries = entries_of (server, uri);
  lsp_answer (id, hover ? lsp_hover (entries, line_of (position))
                        : lsp_actions (entries, line_of (position),
                                       line_of (json_object_get (range, "end"))));
  json_decref (entries);
  return true;
}

static void
hear (struct server *server, const char *method, const json_t *params)
{
  assert (!server->shut || server->initialized);
  const char *uri = text_at (json_object_get (params, "textDocument"), "uri");
  if (strcmp (method, "exit") == 0)
    server->over = true;
  else if (!server->initialized)
    return;
  else if (strcmp (method, "textDocument/didOpen") == 0)
    note_text (server, params, uri, true);
  else if (strcmp (method, "textDocument/didChange") == 0)
    note_text (server, params, uri, false);
  else if (strcmp (method, "textDocument/didSave") == 0)
    ask_about (server, uri, true);
  else if (strcmp (method, "textDocument/didClose") == 0)
    forget (server, uri);
}

static void
handle (struct server *server, const json_t *message)
{
  json_t *id = json_object_get (message, "id");
  const char *method = text_at (message, "method");
  const json_t *params = json_object_get (message, "params");
  assert (json_is_object (message));
  if (!*method)
    {
      /* An answer to something that was never asked has a result, or an error. */
      if (!json_object_get (message, "result") && !json_object_get (message, "error"))
        lsp_refuse (id, LSP_INVALID_REQUEST, "a message without a method");
    }
  else if (!id)
    hear (server, method, params);
  else if (strcmp (method, "initialize") == 0 && !server->initialized)
    {
      initialize (server, params);
      lsp_answer (id, capabilities ());
    }
  else if (!server->initialized)
    lsp_refuse (id, LSP_NOT_INITIALIZED, "the first request is 'initialize'");
  else if (server->shut)
    lsp_refuse (id, LSP_INVALID_REQUEST, "the server has been shut down");
  else if (!answer (server, method, id, params))
    lsp_refuse (id, LSP_METHOD_NOT_FOUND, "there is no such method");
}

/* ---- The command. ---- */

/* Is there a Java document, and has a class file been written since the last look? */
static void
look_for_classes (struct server *server)
{
  const char *uri;
  json_t *text;
  bool java = false;
  time_t newest;
  if (!server->initialized || lsp_now () < server->looked + LOOK_AGAIN)
    return;
  json_object_foreach (server->documents, uri, text) java
    |= text_ends_with (uri, ".java");
  server->looked = lsp_now ();
  if (!java)
    return;
  json_decref (find_classes (server, &newest));
  if (newest > server->newest)
    ask (server, java_job, false);
}

static void
serve (struct server *server)
{
  while (!server->over && !interrupt_signal ())
    {
      start_next (server);
      struct pollfd files[]
        = { { STDIN_FILENO, POLLIN, 0 },
            { server->current ? server->job.output : -1, POLLIN, 0 } };
      if (poll (files, 2, LOOK_AGAIN) < 0)
        continue;
      if (files[0].revents)
        {
          server->over = !lsp_wire_read (&server->wire);
          for (json_t *message; (message = lsp_wire_next (&server->wire));)
            {
              handle (server, message);
              json_decref (message);
            }
        }
      if (server->current && files[1].revents && !lsp_job_read (&server->job))
        take (server);
      if (server->current && lsp_now () > server->job.deadline)
        {
          tell ("phaselock: a check took too long, and was given up");
          lsp_job_stop (&server->job);
          json_decref (server->current);
          server->current = NULL;
        }
      look_for_classes (server);
    }
}

static error_t
parse_option (int key, char *argument, struct argp_state *state)
{
  if (key == ARGP_KEY_ARG)
    command_misuse (state, "it takes no argument, and '%s' is one", argument);
  return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
  NULL,
  parse_option,
  "",
  "A server for editors that speak the Language Server Protocol: mistakes in models "
  "while they are typed, findings in models, in C and in Java when they are saved "
  "or compiled, their interleavings, repairs and suppressions.  Messages are read from "
  "standard input, and written to standard output.\v"
  "Exit status: 0 after 'shutdown' and 'exit'; 2 if the editor has gone without "
  "them.  doc/editors.md has what editors need to know.",
  NULL,
  NULL,
  NULL
};

static enum status
run (int argc, char **argv)
{
  struct server server = { .seconds = SECONDS,
                           .documents = json_object (),
                           .linted = json_object (),
                           .found = json_object (),
                           .queue = json_array () };
  command_parse (&argp, argc, argv, &server);
  serve (&server);
  lsp_job_stop (&server.job);
  lsp_wire_clear (&server.wire);
  json_decref (server.current);
  json_decref (server.folders);
  json_decref (server.documents);
  json_decref (server.linted);
  json_decref (server.found);
  json_decref (server.queue);
  free (server.c_main);
  free (server.root);
  return interrupt_status (server.shut ? STATUS_FINE : STATUS_BAD_INPUT);
}

const struct command command_lsp
  = { "lsp", "a server for editors: findings beside the code", &argp, run };
