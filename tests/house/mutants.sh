#!/usr/bin/env bash
# mutants.sh -- every mutant still changes its file.  The campaigns that show that
# mutants are noticed take hours (make check-mutations, make check-checker); that a
# mutant no longer applies, because a line was rewritten or a file moved, shows here.
source "$(dirname "${BASH_SOURCE[0]}")/../lib/tap.sh"
if ! command -v perl >/dev/null; then
  skip "mutants apply" "no perl"
  done_testing
  exit
fi
# Lines are ENGINE|NAME|FILE|CHANGE|WHAT for engines, NAME|FILE|CHANGE|WHAT for the
# checker, whose files are in one folder.
applies () { # LIST COLUMN FOLDER: the name of each mutant of LIST from COLUMN on, and whether it changes its file
  perl -0777 - "$@" <<'PERL'
my ($list, $column, $folder) = @ARGV;
my %text;
sub slurp { open my $file, "<", $_[0] or return ""; return <$file> // ""; }
for (split /\n/, slurp ($list)) {
  next if /^(#|$)/;
  my ($name, $file, $change) = /^(?:[^|]*\|){$column}([^|]*)\|([^|]*)\|(.*)\|/ or next;
  my $before = $text{$file} //= slurp ("$folder/$file");
  my $after = $before;
  { local $_ = $after; eval "$change; 1" or $_ = $before; $after = $_; }
  print $after eq $before ? "no" : "yes", " $name\n";
}
PERL
}
count=0
tell () { # WHAT, and `applies' on standard input
  local answer name
  while read -r answer name; do
    [ "$answer" = yes ]; tap_result $? "mutant $name$1 applies"
    count=$((count + 1))
  done
}
tell "" < <(applies "$SOURCE/tests/differential/mutants" 1 "$SOURCE")
tell " of the checker" < <(applies "$SOURCE/tests/certificate/mutants" 0 "$SOURCE/src/certificate/checker")
is "all lines were read" "$count" "$(cat "$SOURCE"/tests/{differential,certificate}/mutants | grep -cE '^[^#]')"
ok "there are more than fifty mutants" test "$count" -gt 50
printf 'int x;\n' >"$scratch/source.c"
printf '%s\n' 'a|source.c|s/int y/int z/|' 'b|source.c|s/int x/int z/|' 'c|source.c|s/int x(/|' 'd|no.c|s/int x/y/|' >"$scratch/list"
is "one that changes nothing does not apply, nor one that is no Perl, or of no file" \
  "$(applies "$scratch/list" 0 "$scratch" | paste -sd' ')" "no a yes b no c no d"
done_testing
