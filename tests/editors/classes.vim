" classes.vim -- what Vim makes of the files on its command line: for each file a
" line `F FILETYPE NAME', then for each of its lines a line `L' with the group of
" every character, separated by blanks (`-' for none).  Written to $CLASSES.
let s:lines = []
for s:file in argv()
  execute 'edit' fnameescape(s:file)
  call add(s:lines, 'F ' . (empty(&filetype) ? '-' : &filetype) . ' ' . fnamemodify(s:file, ':p'))
  for s:number in range(1, line('$'))
    let s:groups = ['L']
    let s:text = getline(s:number)
    let s:column = 0
    while s:column < len(s:text)
      let s:group = synIDattr(synID(s:number, s:column + 1, 0), 'name')
      call add(s:groups, empty(s:group) ? '-' : s:group)
      let s:column += len(matchstr(s:text, '.', s:column))
    endwhile
    call add(s:lines, join(s:groups))
  endfor
endfor
call writefile(s:lines, $CLASSES)
qall!
