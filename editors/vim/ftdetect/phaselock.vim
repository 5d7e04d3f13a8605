" phaselock.vim -- which files are models (*.eml) and phase automata (*.pa).
"
" Vim itself takes *.eml for mail.  A model never begins like a mail, with the
" line of a header (`From:', `Received:') or with `From '; everything else that
" is called *.eml is a model, and so is a new file.
function! s:Eml() abort
  let l:first = getline(nextnonblank(1))
  if l:first !~# '^\%(From \|[A-Za-z][A-Za-z0-9-]*:\%(\s\|$\)\)'
    set filetype=eml
  endif
endfunction

autocmd BufNewFile,BufRead *.eml call s:Eml()
autocmd BufNewFile,BufRead *.pa setfiletype phaseauto
