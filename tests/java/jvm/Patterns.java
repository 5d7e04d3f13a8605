// Patterns.java -- which patterns two units of a run show on each other.
//
// A pattern is a row of steps such as "R W' W": it shows if these accesses happen in this order,
// with others between them, those without a prime in one unit, those with one in another unit of
// another thread.  The table comes from doc/patterns.md.
package turns;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

final class Patterns {
  // Accesses in the order in which they happened.
  static final class Trace {
    int count, locations;
    final int[] task = new int[4096], unit = new int[4096], location = new int[4096];
    final boolean[] writes = new boolean[4096];
    final int[] places = new int[256];
    final Object[] objects = new Object[256];

    void add(int who, int inUnit, boolean write, int place, Object object) {
      int l = 0;
      while (l < locations && (places[l] != place || objects[l] != object))
        l++;
      if (l == locations) {
        if (l == places.length)
          return;
        places[l] = place;
        objects[l] = object;
        locations++;
      }
      task[count] = who;
      unit[count] = inUnit;
      location[count] = l;
      writes[count++] = write;
    }
  }

  static final class Pattern {
    final int number;
    final boolean[] writes, other; // by step
    final int[] parameter;         // by step: 0 or 1
    final boolean isPair;

    // "6 W(l1) W'(l1) W'(l2) W(l2)"
    Pattern(String row) {
      String[] words = row.trim().split(" +");
      number = Integer.parseInt(words[0]);
      writes = new boolean[words.length - 1];
      other = new boolean[words.length - 1];
      parameter = new int[words.length - 1];
      boolean pair = false;
      for (int i = 0; i < writes.length; i++) {
        writes[i] = words[i + 1].startsWith("W");
        other[i] = words[i + 1].contains("'");
        parameter[i] = words[i + 1].contains("l2") ? 1 : 0;
        pair |= parameter[i] == 1;
      }
      isPair = pair;
    }
  }

  interface Seen {
    void pattern(int number, int first, int second);
  }

  private final List<Pattern> patterns = new ArrayList<>();
  private final HashSet<Long> known = new HashSet<>();

  Patterns(List<String> rows) {
    for (String row : rows)
      patterns.add(new Pattern(row));
  }

  void forget() {
    known.clear();
  }

  // Every pattern of every two units of TRACE.  Rows of accesses that were seen before are left out.
  void find(Trace trace, Seen seen) {
    for (int i = 0; i < trace.count; i++) {
      if (isLater(trace, i))
        continue;
      int last = lastOf(trace, trace.unit[i]);
      for (int k = i + 1; k < trace.count; k++)
        if (trace.task[k] != trace.task[i] && (k < last)
            && !isBetween(trace, i, k))
          findIn(trace, trace.unit[i], trace.unit[k], seen);
    }
  }

  // Is this not the first access of its unit?
  private static boolean isLater(Trace trace, int i) {
    for (int k = i - 1; k >= 0; k--)
      if (trace.unit[k] == trace.unit[i])
        return true;
    return false;
  }

  // Has the unit of access K an access between FIRST and K?
  private static boolean isBetween(Trace trace, int first, int k) {
    for (int i = first + 1; i < k; i++)
      if (trace.unit[i] == trace.unit[k])
        return true;
    return false;
  }

  private static int lastOf(Trace trace, int unit) {
    int last = trace.count - 1;
    while (trace.unit[last] != unit)
      last--;
    return last;
  }

  private final int[] row = new int[4096];

  // Codes of the accesses of both units: location, whether it is a write, whose it is.
  private void findIn(Trace trace, int u, int v, Seen seen) {
    int count = 0;
    long hash = 17;
    for (int i = 0; i < trace.count; i++)
      if (trace.unit[i] == u || trace.unit[i] == v) {
        int code = trace.location[i] * 4 + (trace.writes[i] ? 2 : 0) + (trace.unit[i] == v ? 1 : 0);
        row[count++] = code;
        // A place, not a location of this run: rows of different runs can be compared.
        hash = hash * 1000003 + (code & 3) + 4L * trace.places[trace.location[i]]
            + 8192L * trace.location[i];
      }
    if (!known.add(hash))
      return;
    boolean[] shared = new boolean[trace.locations];
    for (int l = 0; l < trace.locations; l++)
      shared[l] = isShared(l, count);
    for (Pattern pattern : patterns)
      for (int a = 0; a < trace.locations; a++)
        if (shared[a] && !pattern.isPair) {
          if (matches(pattern, a, a, count))
            seen.pattern(pattern.number, a, a);
        } else if (shared[a]) {
          for (int b = 0; b < trace.locations; b++)
            if (b != a && shared[b] && matches(pattern, a, b, count))
              seen.pattern(pattern.number, a, b);
        }
  }

  private boolean isShared(int location, int count) {
    int whose = 0, writes = 0;
    for (int i = 0; i < count; i++)
      if (row[i] >> 2 == location) {
        whose |= 1 << (row[i] & 1);
        writes |= row[i] & 2;
      }
    return whose == 3 && writes != 0;
  }

  private boolean matches(Pattern pattern, int first, int second, int count) {
    int step = 0;
    for (int i = 0; i < count && step < pattern.writes.length; i++) {
      int wanted = (pattern.parameter[step] == 0 ? first : second) * 4
          + (pattern.writes[step] ? 2 : 0) + (pattern.other[step] ? 1 : 0);
      if (row[i] == wanted)
        step++;
    }
    return step == pattern.writes.length;
  }
}
