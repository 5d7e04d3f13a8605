# plots.gp -- the plots of doc/dynamic.md, from the .dat files that dynamic.py wrote into
# this folder.  `limit' is the limit in seconds, `most' the largest number of threads,
# `families' a list of names.  With `only' NAME: that of doc/NAME.md, which has no scatter
# plots.
#
# A colour for each reduction (those of Okabe and Ito) and a shape; bmc is dashed.
reductions = 'none static phase dynamic'
set style line 1 lc rgb '#888888' lw 2 pt 5 ps 0.6
set style line 2 lc rgb '#e69f00' lw 2 pt 9 ps 0.7
set style line 3 lc rgb '#56b4e9' lw 2 pt 13 ps 0.8
set style line 4 lc rgb '#0072b2' lw 2 pt 7 ps 0.6
set style line 5 lc rgb '#888888' lw 1.5 dt 2 pt 4 ps 0.6
set style line 6 lc rgb '#e69f00' lw 1.5 dt 2 pt 8 ps 0.7
set style line 7 lc rgb '#56b4e9' lw 1.5 dt 2 pt 12 ps 0.8
set style line 8 lc rgb '#0072b2' lw 1.5 dt 2 pt 6 ps 0.6
set style line 9 lc rgb '#444444' lw 1.2 dt 3
set grid lc rgb '#dddddd' lt 1 lw 0.5
set border 3 lc rgb '#555555'
set tics nomirror

# Time against threads.
rows = (words (families) + 1) / 2
set terminal svg size 960,330 * rows font 'sans,13' background rgb 'white'
set output (exists ('only') ? only : 'dynamic').'-growth.svg'
set multiplot layout rows,2
set logscale y
set format y '%g'
set xrange [1.8:most + 0.2]
set yrange [0.003:limit * 1.5]
set xtics 1
set xlabel 'threads'
set ylabel 'CPU time, s'
do for [family in families] {
  set title family
  if (family eq word (families, 1)) { set key right bottom Left reverse samplen 2.5 font ',10' } else { unset key }
  plot for [i = 1:4] 'growth-'.family.'-ic3-'.word (reductions, i).'.dat' using 1:2 with linespoints ls i title 'ic3 '.word (reductions, i), \
       for [i = 1:4] 'growth-'.family.'-bmc-'.word (reductions, i).'.dat' using 1:2 with linespoints ls i + 4 title 'bmc '.word (reductions, i)
}
unset multiplot
if (exists ('only')) exit

# Each reduction against each, a point for a query, by its work: what is below the line is
# better up.  What was not decided is at the edge.
set terminal svg size 960,660 font 'sans,13' background rgb 'white'
set output 'dynamic-scatter.svg'
set multiplot layout 2,3
set logscale xy
set format xy '%g'
set tics font ',9'
set xtics autofreq
set size square
set xrange [0.8:600000]
set yrange [0.8:600000]
unset key
unset title
do for [pair in 'none:static none:phase none:dynamic static:phase static:dynamic phase:dynamic'] {
  across = pair[1:strstrt (pair, ':') - 1]
  up = pair[strstrt (pair, ':') + 1:*]
  set xlabel across
  set ylabel up
  plot x with lines ls 9, 'scatter-'.across.'-'.up.'.dat' using 1:2 with points ls 4
}
unset multiplot
