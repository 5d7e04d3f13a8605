#!/usr/bin/env bash
# host.sh -- the extension in VS Code's own extension host, with a model and a class with findings.  VS Code is that
# of the npm package code-server, in the folder $VSCODE_MODULES (default: ~/.cache/phaselock-vscode), where it is put
# if it is not there.  By hand, since it needs the network once, Chromium, and a minute.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
modules=${VSCODE_MODULES:-$HOME/.cache/phaselock-vscode}
vscode=$modules/node_modules/code-server/lib/vscode
export npm_config_audit=false npm_config_fund=false

if [ ! -e "$modules/done" ]; then
  mkdir -p "$modules"
  cd "$modules"
  npm install --ignore-scripts code-server@4.96.4 >&2
  # Its list of exact versions has one that only GitHub has.
  rm -f "$vscode/npm-shrinkwrap.json"
  (cd "$vscode" && npm install --omit=dev --ignore-scripts >&2)
  for module in @vscode/spdlog native-watchdog @parcel/watcher node-pty; do
    (cd "$vscode/node_modules/$module" && npx --yes node-gyp rebuild --nodedir=/usr >&2)
  done
  npm install --ignore-scripts --prefix browser puppeteer-core >&2
  ln -sfn ../browser/node_modules/puppeteer-core node_modules/puppeteer-core
  # Nobody logs in.
  echo 'module.exports = {};' >node_modules/argon2/argon2.js
  touch 'done'
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/src/main/java" "$work/target/classes"
cp "$SOURCE/models/examples/stack.eml" "$work/"
cp "$SOURCE/models/examples/java/Stack.java" "$work/src/main/java/"
javac -g -d "$work/target/classes" "$work/src/main/java/Stack.java"
node "$here/run.js" "$modules/node_modules" "$(cd "$SOURCE/editors/vscode" && pwd)" "$work" "$PHASELOCK" 2>"$work/log" |
  tee "$work/tap"
! grep -q '^not ok' "$work/tap" && grep -q '^ok 16' "$work/tap"
