// run.js -- starts the server of VS Code (code-server of npm), opens it in Chromium with a folder, our extension and
// index.js as its tests, and prints what these say.    node run.js MODULES EXTENSION FOLDER PROGRAM
"use strict";
const fs = require ("fs");
const path = require ("path");
const { spawn } = require ("child_process");
const [modules, extension, folder, program] = process.argv.slice (2);
const puppeteer = require (path.join (modules, "puppeteer-core"));
const result = path.join (folder, "result.tap");
const state = fs.mkdtempSync (path.join (folder, ".vscode-"));

// VS Code takes PATH from the login shell of the user.
fs.mkdirSync (path.join (folder, ".vscode"), { recursive: true });
fs.writeFileSync (path.join (folder, ".vscode/settings.json"), JSON.stringify ({ "phaselock.command": program }));

// The server says the port that it got.
function serve () {
  const server = spawn (process.execPath, [path.join (modules, "code-server/out/node/entry.js"), "--auth", "none",
    "--bind-addr", "127.0.0.1:0", "--config", path.join (state, "config.yaml"), "--user-data-dir", state,
    "--extensions-dir", path.join (state, "extensions"), "--disable-telemetry", "--disable-update-check",
    "--disable-workspace-trust"], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise ((resolve, reject) => {
    let said = "";
    server.on ("exit", code => reject (new Error (`the server ended: ${code}\n${said}`)));
    server.stdout.on ("data", data => {
      said += data;
      const at = /listening on http:\/\/(127\.0\.0\.1:\d+)/.exec (said);
      if (at) resolve ({ server, at: at[1] });
    });
  });
}

(async () => {
  const { server, at } = await serve ();
  const browser = await puppeteer.launch ({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage ();
    const remote = file => `vscode-remote://${at}${file}`;
    const payload = JSON.stringify ([["extensionDevelopmentPath", remote (extension)], ["extensionTestsPath", remote (__dirname)]]);
    await page.goto (`http://${at}/?folder=${encodeURIComponent (folder)}&payload=${encodeURIComponent (payload)}`);
    for (let left = 600; left > 0 && !fs.existsSync (result); left--)
      await new Promise (resolve => { setTimeout (resolve, 500); });
    if (process.env.SCREENSHOT) await page.screenshot ({ path: process.env.SCREENSHOT });
    process.stdout.write (fs.existsSync (result) ? fs.readFileSync (result, "utf8") : "not ok 1 - VS Code has not run the tests\n1..1\n");
  } finally {
    await browser.close ();
    server.removeAllListeners ("exit");
    server.kill ();
  }
}) ().catch (e => {
  console.log (`not ok 1 - ${e.message}\n1..1`);
  process.exitCode = 1;
});
