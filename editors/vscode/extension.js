// extension.js -- VS Code as a client of `phaselock lsp': diagnostics, hovers, code actions.
// The part of the protocol that the server speaks is small, so there is no library to install.
"use strict";
const vscode = require ("vscode");
const { spawn } = require ("child_process");

const languages = ["eml", "java", "c", "cpp"];
const documents = languages.map (language => ({ language, scheme: "file" }));
const isOurs = document => document.uri.scheme === "file" && languages.includes (document.languageId);
const severities = { 1: 0, 2: 1, 3: 2, 4: 3 }; // VS Code counts from 0

class Client {
  constructor (command, options, root, onNotification) {
    this.waiting = new Map ();
    this.number = 0;
    this.bytes = Buffer.alloc (0);
    this.onNotification = onNotification;
    this.child = spawn (command, ["lsp"], { stdio: ["pipe", "pipe", "ignore"] });
    this.child.on ("error", e => vscode.window.showErrorMessage (`phaselock cannot be started: ${e.message}`));
    this.child.stdin.on ("error", () => {});
    this.child.stdout.on ("data", data => this.take (data));
    this.ready = this.request ("initialize", { rootUri: root, capabilities: {}, initializationOptions: options });
  }

  take (data) {
    this.bytes = Buffer.concat ([this.bytes, data]);
    for (let end; (end = this.bytes.indexOf ("\r\n\r\n")) >= 0;) {
      const length = Number (/Content-Length: (\d+)/i.exec (this.bytes.toString ("ascii", 0, end))[1]);
      if (this.bytes.length < end + 4 + length) return;
      const message = JSON.parse (this.bytes.toString ("utf8", end + 4, end + 4 + length));
      this.bytes = this.bytes.subarray (end + 4 + length);
      if (message.method) this.onNotification (message.method, message.params);
      else if (this.waiting.has (message.id)) {
        this.waiting.get (message.id) (message.result);
        this.waiting.delete (message.id);
      }
    }
  }

  send (message) {
    const body = Buffer.from (JSON.stringify ({ jsonrpc: "2.0", ...message }));
    this.child.stdin.write (`Content-Length: ${body.length}\r\n\r\n`);
    this.child.stdin.write (body);
  }

  notify (method, params) { this.send ({ method, params }); }

  request (method, params) {
    const id = ++this.number;
    return new Promise (resolve => { this.waiting.set (id, resolve); this.send ({ id, method, params }); });
  }
}

const rangeOf = r => new vscode.Range (r.start.line, r.start.character, r.end.line, r.end.character);

function diagnosticOf (d) {
  const made = new vscode.Diagnostic (rangeOf (d.range), d.message, severities[d.severity]);
  made.code = d.code;
  made.source = d.source;
  return made;
}

function actionOf (action) {
  const made = new vscode.CodeAction (action.title, vscode.CodeActionKind.QuickFix);
  made.edit = new vscode.WorkspaceEdit ();
  for (const [uri, edits] of Object.entries (action.edit.changes))
    for (const e of edits) made.edit.replace (vscode.Uri.parse (uri), rangeOf (e.range), e.newText);
  made.diagnostics = action.diagnostics.map (diagnosticOf);
  return made;
}

let client;

function activate (context) {
  const settings = vscode.workspace.getConfiguration ("phaselock");
  const folder = (vscode.workspace.workspaceFolders || [])[0];
  const options = { seconds: settings.get ("seconds") };
  if ((settings.get ("classes") || []).length > 0) options.classes = settings.get ("classes");
  const shown = vscode.languages.createDiagnosticCollection ("phaselock");
  client = new Client (settings.get ("command"), options, folder ? folder.uri.toString () : null, (method, params) => {
    if (method === "textDocument/publishDiagnostics")
      shown.set (vscode.Uri.parse (params.uri), params.diagnostics.map (diagnosticOf));
  });
  const at = document => ({ textDocument: { uri: document.uri.toString () } });
  const open = document => isOurs (document) && client.notify ("textDocument/didOpen", {
    textDocument: { uri: document.uri.toString (), languageId: document.languageId, version: document.version, text: document.getText () } });
  client.ready.then (() => { client.notify ("initialized", {}); vscode.workspace.textDocuments.forEach (open); });
  context.subscriptions.push (
    shown,
    vscode.workspace.onDidOpenTextDocument (open),
    vscode.workspace.onDidChangeTextDocument (e => isOurs (e.document) && client.notify ("textDocument/didChange", {
      textDocument: { uri: e.document.uri.toString (), version: e.document.version }, contentChanges: [{ text: e.document.getText () }] })),
    vscode.workspace.onDidSaveTextDocument (d => isOurs (d) && client.notify ("textDocument/didSave", at (d))),
    vscode.workspace.onDidCloseTextDocument (d => isOurs (d) && client.notify ("textDocument/didClose", at (d))),
    vscode.languages.registerHoverProvider (documents, {
      provideHover: async (d, position) => {
        const hover = await client.request ("textDocument/hover", { ...at (d), position });
        return hover ? new vscode.Hover (new vscode.MarkdownString (hover.contents.value)) : null;
      } }),
    vscode.languages.registerCodeActionsProvider (documents, {
      provideCodeActions: async (d, range) =>
        (await client.request ("textDocument/codeAction", { ...at (d), range: { start: range.start, end: range.end }, context: { diagnostics: [] } }) || []).map (actionOf),
    }));
}

async function deactivate () {
  if (!client) return;
  await client.request ("shutdown", null);
  client.notify ("exit", null);
}

module.exports = { activate, deactivate };
