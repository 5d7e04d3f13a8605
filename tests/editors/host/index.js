// index.js -- tests of the extension that run in VS Code's own extension host.  run.js starts VS Code, which calls
// run (): it opens, edits and saves files of the workspace as a person does, and looks at what VS Code then shows.
"use strict";
const vscode = require ("vscode");
const fs = require ("fs");
const path = require ("path");
const { execFileSync } = require ("child_process");

const folder = vscode.workspace.workspaceFolders[0].uri.fsPath;
const lines = [];
const ok = (text, fine) => lines.push (`${fine ? "ok" : "not ok"} ${lines.length + 1} - ${text}`);
const uriOf = name => vscode.Uri.file (path.join (folder, name));
const found = (name, isWanted) => vscode.languages.getDiagnostics (uriOf (name)).filter (isWanted);

// The diagnostics of file NAME, when FINE holds of them; those that are there after a minute otherwise.
function when (name, fine) {
  const now = () => vscode.languages.getDiagnostics (uriOf (name));
  return new Promise (resolve => {
    const listener = vscode.languages.onDidChangeDiagnostics (() => fine (now ()) && end ());
    const timer = setTimeout (end, 60000);
    function end () {
      listener.dispose ();
      clearTimeout (timer);
      resolve (now ());
    }
    if (fine (now ())) end ();
  });
}

const hoverAt = async (name, position) =>
  (await vscode.commands.executeCommand ("vscode.executeHoverProvider", uriOf (name), position))
    .flatMap (h => h.contents).map (c => c.value).join ("\n");
const actionsAt = (name, range) => vscode.commands.executeCommand ("vscode.executeCodeActionProvider", uriOf (name), range);

async function models () {
  const text = fs.readFileSync (path.join (folder, "stack.eml"), "utf8");
  const document = await vscode.workspace.openTextDocument (uriOf ("stack.eml"));
  const editor = await vscode.window.showTextDocument (document);
  ok ("a model has the language eml", document.languageId === "eml");
  const isFinding = d => d.code === "complete-1";
  const findings = (await when ("stack.eml", list => list.some (isFinding))).filter (isFinding);
  lines.push ("# " + JSON.stringify (vscode.languages.getDiagnostics (uriOf ("stack.eml"))));
  ok ("the findings of a model", findings.length === 1 && findings[0].severity === vscode.DiagnosticSeverity.Error);
  ok ("they are of phaselock", findings[0].source === "phaselock");
  ok ("the hover has the interleaving", /Consumer\[0\]/.test (await hoverAt ("stack.eml", findings[0].range.start)));
  // While typing: a mistake comes, and goes.
  await editor.edit (e => e.insert (new vscode.Position (0, 0), "fild x;\n"));
  ok ("a mistake is told", (await when ("stack.eml", list => list.some (d => d.range.start.line === 0))).length > 0);
  await editor.edit (e => e.delete (new vscode.Range (0, 0, 1, 0)));
  await when ("stack.eml", list => !list.some (d => d.range.start.line === 0));
  ok ("the text is as it was", document.getText () === text);
  await document.save ();
  const again = (await when ("stack.eml", list => list.some (isFinding))).filter (isFinding);
  const action = (await actionsAt ("stack.eml", again[0].range)).find (a => a.edit && /sync|Hold/.test (a.title));
  ok ("there is a repair", action);
  await vscode.workspace.applyEdit (action.edit);
  ok ("it is a block", document.getText ().includes ("sync s { "));
  await document.save ();
  const left = await when ("stack.eml", list => !list.some (isFinding));
  ok ("the finding is gone", !left.some (isFinding));
}

async function java () {
  const name = "src/main/java/Stack.java";
  const compile = () => execFileSync ("javac", ["-g", "-d", path.join (folder, "target/classes"), path.join (folder, name)]);
  const document = await vscode.workspace.openTextDocument (uriOf (name));
  await vscode.window.showTextDocument (document);
  const isFinding = d => d.code === "complete-1";
  const findings = (await when (name, list => list.some (isFinding))).filter (isFinding);
  ok ("Java: the findings of the classes", findings.length === 1);
  ok ("in the line of the method", /pop|count|empty/.test (document.lineAt (findings[0].range.start.line).text));
  ok ("the hover says what helps", /Make pop\(\) synchronized/.test (await hoverAt (name, findings[0].range.start)));
  const actions = await actionsAt (name, findings[0].range);
  ok ("a comment that suppresses it", actions.some (a => /ignore|uppress/.test (a.title)));
  const repair = actions.find (a => a.edit && /synchronized/.test (a.title));
  await vscode.workspace.applyEdit (repair.edit);
  ok ("the repair is in the source", document.getText ().includes ("public synchronized Object pop()"));
  await document.save ();
  compile ();
  const left = await when (name, list => !list.some (isFinding));
  ok ("when the class is written, the finding is gone", !left.some (isFinding));
}

exports.run = async () => {
  try {
    await models ();
    await java ();
    ok ("nothing else is said of the model", found ("stack.eml", d => d.severity === vscode.DiagnosticSeverity.Error).length === 0);
  } catch (e) {
    lines.push (`not ok ${lines.length + 1} - ${e.stack}`);
  }
  lines.push (`1..${lines.length}`);
  fs.writeFileSync (path.join (folder, "result.tap"), lines.join ("\n") + "\n");
};
