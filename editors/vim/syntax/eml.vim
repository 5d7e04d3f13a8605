" eml.vim -- syntax of EML, the language of phaselock's models (doc/eml.md).
"
" The tokens are those of eml/scan.l; tests/editors compares the two.  What is
" defined later wins, so what belongs to no token is defined first.
if exists('b:current_syntax')
  finish
endif
let s:keep_cpo = &cpoptions
set cpoptions&vim

syntax case match
" A name may have `$' and `.' in it: `lock.free' is one name.
syntax iskeyword a-z,A-Z,48-57,_,36,46
syntax sync fromstart

" Characters that begin no token.
syntax match emlError "\S"

syntax match emlDelimiter "[][{}(),;:@]"
syntax match emlOperator "[-+*/%=<>!&|^~?]"
syntax match emlName "[A-Za-z_$][A-Za-z0-9_$.]*"
syntax match emlNumber "\d\+"
syntax match emlNumber "0[xX]\x\+"

" What follows `proc', `process', `call', `start' and `join': a name, or by mistake a keyword.
syntax match emlProcedure "[A-Za-z_$][A-Za-z0-9_$.]*" contained
syntax cluster emlCalled contains=emlProcedure,emlDeclaration,emlLocking,emlUnit,emlAccess,
      \emlCall,emlConditional,emlRepeat,emlJump,emlLabel,emlType,emlConstant,emlCheck

syntax keyword emlDeclaration model field volatile atomicset class object
syntax keyword emlDeclaration proc process nextgroup=@emlCalled skipwhite skipempty
syntax keyword emlLocking lock unlock sync wait notify notifyall
syntax keyword emlUnit unit
syntax keyword emlAccess read write
syntax keyword emlCall call start join nextgroup=@emlCalled skipwhite skipempty
syntax keyword emlConditional if else choose or
syntax keyword emlRepeat while loop
syntax keyword emlJump break continue return goto skip
syntax keyword emlLabel label
syntax keyword emlType int bool
syntax keyword emlConstant true false self
syntax keyword emlCheck assume assert atomic exclusive when

" Quotes end with the line, closed or not.
syntax match emlOpenQuote +"\%([^"\\]\|\\.\)*\\\=$+
syntax match emlQuoted +"\%([^"\\]\|\\.\)*"+ contains=emlEscape,emlBadEscape
syntax match emlPosition +@\s*"\%([^"\\]\|\\.\)*"+ contains=emlEscape,emlBadEscape
syntax match emlBadEscape "\\." contained
syntax match emlEscape +\\["\\]+ contained

syntax keyword emlTodo contained TODO FIXME XXX
syntax match emlComment "//.*" contains=emlTodo,@Spell
syntax region emlComment start="/\*" end="\*/" contains=emlTodo,@Spell fold

highlight default link emlError Error
highlight default link emlOpenQuote Error
highlight default link emlBadEscape Error
highlight default link emlDelimiter Delimiter
highlight default link emlOperator Operator
highlight default link emlNumber Number
highlight default link emlProcedure Function
highlight default link emlDeclaration Structure
highlight default link emlLocking Keyword
highlight default link emlUnit Special
highlight default link emlAccess Type
highlight default link emlCall Statement
highlight default link emlConditional Conditional
highlight default link emlRepeat Repeat
highlight default link emlJump Statement
highlight default link emlLabel Label
highlight default link emlType Type
highlight default link emlConstant Boolean
highlight default link emlCheck Keyword
highlight default link emlQuoted String
highlight default link emlEscape SpecialChar
highlight default link emlPosition PreProc
highlight default link emlTodo Todo
highlight default link emlComment Comment

let b:current_syntax = 'eml'
let &cpoptions = s:keep_cpo
unlet s:keep_cpo
