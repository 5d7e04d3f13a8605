" phaseauto.vim -- syntax of phase automata (doc/automata.md).
"
" The tokens are those of phaseauto/pa_scan.l; tests/editors compares the two.
" What is defined later wins, so what belongs to no token is defined first.
if exists('b:current_syntax')
  finish
endif
let s:keep_cpo = &cpoptions
set cpoptions&vim

syntax case match
syntax iskeyword a-z,A-Z,48-57,_,36,46
syntax sync fromstart

" Characters that begin no token.
syntax match paError "\S"

syntax match paDelimiter "[{}(),;]"
syntax match paName "[A-Za-z_$][A-Za-z0-9_$.]*"
syntax match paNumber "\d\+"

" What follows `automaton': a name, or by mistake a keyword.
syntax match paAutomaton "[A-Za-z_$][A-Za-z0-9_$.]*" contained
syntax cluster paNamed contains=paAutomaton,paDeclaration,paAccess,paUnit,paClause

syntax keyword paDeclaration automaton nextgroup=@paNamed skipwhite skipempty
syntax keyword paDeclaration threads
syntax keyword paAccess reads writes accesses
syntax keyword paUnit begins ends in unit
syntax keyword paClause stays from to never

" Quotes end with the line, closed or not.
syntax match paOpenQuote +"\%([^"\\]\|\\.\)*\\\=$+
syntax match paQuoted +"\%([^"\\]\|\\.\)*"+ contains=paEscape,paBadEscape
syntax match paBadEscape "\\." contained
syntax match paEscape +\\["\\]+ contained

syntax keyword paTodo contained TODO FIXME XXX
syntax match paComment "//.*" contains=paTodo,@Spell
syntax region paComment start="/\*" end="\*/" contains=paTodo,@Spell fold

highlight default link paError Error
highlight default link paOpenQuote Error
highlight default link paBadEscape Error
highlight default link paDelimiter Delimiter
highlight default link paNumber Number
highlight default link paAutomaton Function
highlight default link paDeclaration Structure
highlight default link paAccess Type
highlight default link paUnit Special
highlight default link paClause Keyword
highlight default link paQuoted String
highlight default link paEscape SpecialChar
highlight default link paTodo Todo
highlight default link paComment Comment

let b:current_syntax = 'phaseauto'
let &cpoptions = s:keep_cpo
unlet s:keep_cpo
