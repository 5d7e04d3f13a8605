# Colours for editors (doc/editors.md).  A Vim in another place wants another
# vimfilesdir: make install vimfilesdir=$HOME/.vim
vimfilesdir = $(datadir)/vim/vimfiles
vimftdetectdir = $(vimfilesdir)/ftdetect
vimsyntaxdir = $(vimfilesdir)/syntax
vscodedir = $(pkgdatadir)/vscode
vscodesyntaxesdir = $(vscodedir)/syntaxes
dist_vimftdetect_DATA = editors/vim/ftdetect/phaselock.vim
dist_vimsyntax_DATA = editors/vim/syntax/eml.vim editors/vim/syntax/phaseauto.vim
dist_vscode_DATA = editors/vscode/README.md editors/vscode/language-configuration.json \
  editors/vscode/package.json editors/vscode/extension.js
dist_vscodesyntaxes_DATA = editors/vscode/syntaxes/eml.tmLanguage.json \
  editors/vscode/syntaxes/pa.tmLanguage.json
EXTRA_DIST += editors/README.md
