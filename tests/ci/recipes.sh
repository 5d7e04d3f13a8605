#!/usr/bin/env bash
# recipes.sh -- the recipes for GitHub and GitLab: their commands do what doc/ci.md
# says, on broken and on repaired models.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/doc.sh"
export PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8
command -v python3 >/dev/null || { echo "1..0 # SKIP no python3 (Debian: python3)"; exit 0; }
here=$SOURCE/tests/ci
ci=$SOURCE/ci

# What the recipes get from elsewhere: a phaselock with its ./run, and apt-get.
upstream=$scratch/upstream
mkdir -p "$upstream/ci" "$scratch/bin"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$PHASELOCK" >"$upstream/run"
printf '#!/bin/sh\necho "$@" >>"%s/apt-get.log"\n' "$scratch" >"$scratch/bin/apt-get"
chmod +x "$upstream/run" "$scratch/bin/apt-get"
cp "$ci/codequality.py" "$upstream/ci/"
export PATH=$scratch/bin:$PATH

# project NAME MODEL...: a folder with models, as a repository of somebody.
project () {
  local name=$1 model; shift
  mkdir -p "$scratch/$name/models"
  for model; do cp "$SOURCE/models/examples/$model.eml" "$scratch/$name/models/"; done
}
project broken stack account buffer stack-fixed
project fixed stack-fixed account-fixed
project bad stack
echo "fild x;" >"$scratch/bad/models/bad.eml"
violations=$(cd "$scratch/broken" && "$PHASELOCK" check --format jsonl models |
  sed -nE 's/.*"model":"([^"]*)".*"verdict":"violation".*"cause":"([^"]*)".*/\1 \2/p' | sort -u | wc -l)
ok "there are violations to find" test "$violations" -gt 3

# GitHub: each step is a shell of its own, which stops at the first error.
ok "github-workflow.yml has commands" python3 "$here/recipe.py" github "$ci/github-workflow.yml"
mapfile -t steps < <(python3 "$here/recipe.py" github "$ci/github-workflow.yml")
ok "three steps that run something" test "${#steps[@]}" = 3
github () { # PROJECT: runs the steps; the status of the first that fails
  cd "$scratch/$1" || return
  ln -sfn "$upstream" .phaselock
  local step
  for step in "${steps[@]}"; do
    env MODELS=models bash -e -o pipefail -c "$step" || return
  done
}
expect 10 "GitHub: violations fail the build" github broken
ok "and the log is there to be uploaded" grep -q '"level": *"error"' "$scratch/broken/phaselock.sarif"
expect 0 "GitHub: safe models do not" github fixed
ok "their log is there as well" test -s "$scratch/fixed/phaselock.sarif"
expect 2 "GitHub: a model that is not well formed fails the build" github bad
ok "the file that is uploaded is the one that is written" \
  grep -q "^ *sarif_file: phaselock.sarif$" "$ci/github-workflow.yml"
ok "also after a failure" grep -q "^ *if: .*!cancelled() && hashFiles('phaselock.sarif')" "$ci/github-workflow.yml"
ok "it may upload" grep -q "^ *security-events: write" "$ci/github-workflow.yml"

# GitLab: all lines in one shell, which stops at the first error.
ok "gitlab-ci.yml has commands" python3 "$here/recipe.py" gitlab "$ci/gitlab-ci.yml"
python3 "$here/recipe.py" gitlab "$ci/gitlab-ci.yml" >"$scratch/job.sh"
ok "at least eight of them" test "$(wc -l <"$scratch/job.sh")" -ge 8
if command -v git >/dev/null; then
  (cd "$upstream" && git init -q . && git add . &&
   git -c user.name=test -c user.email=test@example.org commit -qm upstream) >/dev/null 2>&1
  gitlab () { # PROJECT
    rm -rf "$scratch/$1/.phaselock" "$scratch/$1/phaselock.sarif"
    cd "$scratch/$1" && env MODELS=models PHASELOCK_URL="file://$upstream" \
      bash -e -o pipefail "$scratch/job.sh"
  }
  expect 10 "GitLab: violations fail the build" gitlab broken
  ok "each is in the code quality report" python3 "$here/report.py" \
    "$scratch/broken/gl-code-quality-report.json" "$violations"
  ok "packages were asked for" grep -q "^install .*git python3$" "$scratch/apt-get.log"
  expect 0 "GitLab: safe models do not" gitlab fixed
  ok "the report is empty" python3 "$here/report.py" "$scratch/fixed/gl-code-quality-report.json" 0
  expect 2 "GitLab: a model that is not well formed fails the build" gitlab bad
else
  skip "GitLab" "no git"
fi
ok "the artifacts are what is written" grep -q "codequality: gl-code-quality-report.json$" "$ci/gitlab-ci.yml"

# Queries that could not be decided are findings of another severity.
cd "$scratch/broken" || exit
expect 5 "some are unknown" "$PHASELOCK" check --format sarif -o unknown.sarif models --timeout 0.000001
python3 "$ci/codequality.py" unknown.sarif >unknown.json
unknown=$(grep -o '"kind": *"open"' unknown.sarif | wc -l)
ok "they are in the report" python3 "$here/report.py" unknown.json "$unknown"
ok "as information" test "$unknown" -gt 0 -a "$(grep -c '"severity": "info"' unknown.json)" = "$unknown"
expect 1 "codequality.py wants a file" python3 "$ci/codequality.py"
# A report with a finding twice is refused by the test itself.
python3 - unknown.json twice.json <<'END'
import json, sys
findings = json.load(open(sys.argv[1]))
json.dump(findings[:1] * 2, open(sys.argv[2], 'w'))
END
expect 1 "a finding twice would be noticed" python3 "$here/report.py" twice.json 2

# The commands of doc/ci.md, and its statuses.
doc_cut "$SOURCE/doc/ci.md"
doc_commands "$scratch/broken"
ok "doc/ci.md has commands" test "$doc_count" = 2
while read -r value; do
  ok "doc/ci.md says what status $value means" grep -qE "^\\| ([0-9]+, )*$value(, [0-9]+)* \\|" "$SOURCE/doc/ci.md"
done < <(sed -nE 's/^ *STATUS_[A-Z_]+ = ([0-9]+),.*/\1/p' "$SOURCE/src/io/status.h")
done_testing
