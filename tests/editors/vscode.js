// vscode.js -- the extension for VS Code with a VS Code that is only as large as it needs: a finding comes,
// has a hover and an action, and the server ends.    node vscode.js EXTENSION MODEL PROGRAM
"use strict";
const Module = require ("module");
const fs = require ("fs");
const [extension, model, program] = process.argv.slice (2);
const seen = { providers: {} };
const uriOf = text => ({ scheme: "file", toString: () => text });
const nothing = () => ({ dispose () {} });
const vscode = {
  Range: class { constructor (a, b, c, d) { this.start = { line: a, character: b }; this.end = { line: c, character: d }; } },
  Diagnostic: class { constructor (range, message, severity) { Object.assign (this, { range, message, severity }); } },
  CodeAction: class { constructor (title) { this.title = title; } },
  CodeActionKind: { QuickFix: "quickfix" },
  WorkspaceEdit: class { constructor () { this.edits = []; } replace (uri, range, text) { this.edits.push (text); } },
  MarkdownString: class { constructor (value) { this.value = value; } },
  Hover: class { constructor (contents) { this.contents = contents; } },
  Uri: { parse: uriOf },
  window: { showErrorMessage: text => { console.log ("not ok - " + text); process.exit (1); } },
  languages: {
    createDiagnosticCollection: () => ({ set: (uri, list) => seen.found && list.some (d => d.code === "complete-1") && seen.found (list) }),
    registerHoverProvider: (_, p) => { seen.hover = p; return nothing (); },
    registerCodeActionsProvider: (_, p) => { seen.actions = p; return nothing (); },
  },
  workspace: {
    getConfiguration: () => ({ get: name => ({ command: program, classes: [], seconds: 60 })[name] }),
    workspaceFolders: [],
    textDocuments: [],
    onDidOpenTextDocument: nothing, onDidChangeTextDocument: nothing, onDidSaveTextDocument: nothing, onDidCloseTextDocument: nothing,
  },
};
const load = Module._load;
Module._load = (name, ...rest) => name === "vscode" ? vscode : load (name, ...rest);
const document = { uri: uriOf ("file://" + model), languageId: "eml", version: 1, getText: () => fs.readFileSync (model, "utf8") };
vscode.workspace.textDocuments.push (document);

(async () => {
  const found = new Promise (resolve => { seen.found = resolve; });
  const { activate, deactivate } = require (extension);
  activate ({ subscriptions: [] });
  const first = (await found).find (d => d.code === "complete-1");
  console.log ((first.severity === 0 ? "ok" : "not ok") + " 1 - a finding");
  const hover = await seen.hover.provideHover (document, first.range.start);
  console.log ((hover.contents.value.includes ("Consumer[0]") ? "ok" : "not ok") + " 2 - its hover");
  const actions = await seen.actions.provideCodeActions (document, first.range);
  console.log ((actions[0].edit.edits.includes ("sync s { ") ? "ok" : "not ok") + " 3 - its repair");
  await deactivate ();
  console.log ("1..3");
}) ();
