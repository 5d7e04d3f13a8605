#!/usr/bin/env bash
# vim.sh -- the syntax files of editors/vim see what the scanners see, in a Vim
# without a terminal; and mail remains mail.
for tool in python3 vim; do
  command -v $tool >/dev/null || { echo "1..0 # SKIP no $tool (Debian: python3 vim-nox)"; exit 0; }
done
vim --version | grep -q '+syntax' ||
  { echo "1..0 # SKIP this Vim has no syntax highlighting (Debian: vim-nox)"; exit 0; }
export PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
here=$SOURCE/tests/editors

# run_vim CLASSES FILE...: what Vim sees, with our files and its own.
run_vim () {
  local classes=$1; shift
  CLASSES=$classes HOME=$scratch timeout 120 vim -N -u NONE -i NONE -n -es \
    --cmd 'set encoding=utf-8 fileencodings=utf-8' \
    --cmd "let &runtimepath = '$SOURCE/editors/vim,' . \$VIMRUNTIME" \
    --cmd 'filetype on | syntax on' -S "$here/classes.vim" -- "$@" \
    </dev/null >"$scratch/vim.log" 2>&1
}

# A mail, a mail from a mail box, a model that begins with a comment, an empty file.
mkdir "$scratch/kinds"
printf 'Received: by example.org\nSubject: lock\n\ntext\n' >"$scratch/kinds/mail.eml"
printf 'From me Mon Nov 16\nSubject: lock\n\ntext\n' >"$scratch/kinds/box.eml"
printf '\n// From: nobody\nfield x;\n' >"$scratch/kinds/model.eml"
: >"$scratch/kinds/empty.eml"
run_vim "$scratch/kinds.txt" "$scratch"/kinds/*.eml
if [ "$(sed -nE 's/^F ([^ ]*) .*\/(.*)/\2:\1/p' "$scratch/kinds.txt" | tr '\n' ' ')" != \
     "box.eml:mail empty.eml:eml mail.eml:mail model.eml:eml " ]; then
  echo "Bail out! mail and models are confused:"
  cat "$scratch/kinds.txt" "$scratch/vim.log"
  exit 1
fi

# The `makeprg' and `errorformat' of doc/editors.md find the place of an error.
printf 'field f;\nprocess P { raed f; }\n' >"$scratch/kinds/bad.eml"
set=$(sed -n 's/^    :set makeprg=phaselock/set makeprg=$PHASELOCK/p' "$SOURCE/doc/editors.md")
cat >"$scratch/quickfix.vim" <<END
$set
silent make!
call writefile(map(getqflist(), 'v:val.lnum . ":" . v:val.col . ":" . v:val.type'), '$scratch/quickfix')
qall!
END
HOME=$scratch timeout 60 vim -N -u NONE -i NONE -n -es -S "$scratch/quickfix.vim" -- "$scratch/kinds/bad.eml" \
  </dev/null >"$scratch/vim.log" 2>&1
if [ "$(cat "$scratch/quickfix")" != 2:13:e ]; then
  echo "Bail out! the errorformat of doc/editors.md does not find the error"
  cat "$scratch/quickfix" "$scratch/vim.log"
  exit 1
fi

python3 "$here/check.py" write "$SOURCE" "$scratch" || exit
mapfile -t files < <(python3 "$here/check.py" names "$SOURCE" "$scratch")
run_vim "$scratch/classes.txt" "${files[@]}"
[ -s "$scratch/classes.txt" ] || { echo "Bail out! Vim wrote nothing"; cat "$scratch/vim.log"; exit 1; }
python3 "$here/check.py" vim "$SOURCE" "$scratch" "$scratch/classes.txt"
