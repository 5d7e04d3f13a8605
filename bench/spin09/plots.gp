# plots.gp -- the plots of doc/reproduction.md, from the .dat files that
# reproduction.py wrote into this folder.  `limit' is the limit in seconds.
#
# The colours of Okabe and Ito, which colour-blind people can tell apart; each series
# also has its own shape or dash.
set terminal svg size 960,500 font 'sans,13' background rgb 'white'
set style line 1 lc rgb '#0072b2' lw 2 pt 7 ps 0.45
set style line 2 lc rgb '#d55e00' lw 2 pt 9 ps 0.55
set style line 3 lc rgb '#56b4e9' lw 2 dt 2
set style line 4 lc rgb '#e69f00' lw 2 dt 2
set style line 5 lc rgb '#009e73' lw 2 pt 7 ps 0.45
set style line 6 lc rgb '#cc79a7' lw 2 pt 9 ps 0.55
set style line 8 lc rgb '#444444' lw 1.2 dt 2
set style line 9 lc rgb '#888888' lw 1 dt 3
set grid lc rgb '#dddddd' lt 1 lw 0.5
set border 3 lc rgb '#555555'
set tics nomirror

# Times: cpds to the right.  Above as in the paper, below with all reductions.
set terminal svg size 960,960 font 'sans,13' background rgb 'white'
set output 'reproduction-scatter.svg'
set multiplot layout 2,2
set logscale xy
set format xy '10^{%L}'
set xrange [1e-5:limit * 2]
set yrange [1e-5:limit * 2]
set size square
set xlabel '-e cpds, s'
set key at graph 0.02, graph 0.99 left top Left reverse samplen 1.5 font ',11'
set ylabel '-e bdd, s'
do for [class in "violation safe"] {
  set title (class eq 'violation' ? 'violations' : 'safe').', as in the paper'
  plot x with lines ls 8 title 'equal times', x / 10 with lines ls 9 title '10, 100, 1,000 times faster than cpds', \
       x / 100 with lines ls 9 notitle, x / 1000 with lines ls 9 notitle, \
       'scatter-contest-'.class.'.dat' using 1:2 with points ls 1 title 'models/contest', \
       'scatter-java-'.class.'.dat' using 1:2 with points ls 2 title 'from Java'
}
set ylabel '-e bdd, -e auto, s'
do for [class in "violation safe"] {
  set title (class eq 'violation' ? 'violations' : 'safe').', all reductions'
  plot x with lines ls 8 title 'equal times', x / 10 with lines ls 9 notitle, \
       x / 100 with lines ls 9 notitle, x / 1000 with lines ls 9 notitle, \
       'scatter-bdd-'.class.'.dat' using 1:2 with points ls 5 title 'bdd', \
       'scatter-auto-'.class.'.dat' using 1:2 with points ls 6 title 'auto'
}
unset multiplot

# The number of queries that are decided within a given time each.
set terminal svg size 960,500 font 'sans,13' background rgb 'white'
set output 'reproduction-cactus.svg'
set size nosquare
unset logscale x
set format x '%.0f'
set title 'Queries decided within a time each'
set xrange [0:*]
set xlabel 'queries, each series by its own order of difficulty'
set ylabel 'time of a query, s'
set key at graph 0.02, graph 0.98 left top Left reverse samplen 3
plot limit with lines ls 9 title 'limit', \
     'cactus-spin09-cpds-alone.dat' using 0:1 with lines ls 5 title 'spin09, cpds, on its own', \
     'cactus-spin09-bdd-alone.dat' using 0:1 with lines ls 2 title 'spin09, bdd, on its own', \
     'cactus-spin09-auto-alone.dat' using 0:1 with lines ls 1 title 'spin09, auto, on its own', \
     'cactus-spin09-bdd.dat' using 0:1 with lines ls 4 title 'spin09, bdd, sharing', \
     'cactus-spin09-auto.dat' using 0:1 with lines ls 3 title 'spin09, auto, sharing'
