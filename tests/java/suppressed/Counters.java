import java.util.ArrayList;
import java.util.List;

/** One race each; what suppresses it stands beside it.  Updates are under the lock, looks are not. */
public class Counters
{
  @PhaselockIgnore (value = "race", reason = "a statistic") private int byField;
  private int byMethod, byLine, sameLine, byWarning, otherQuestion, wanted;

  @SuppressWarnings ({ "unchecked", "phaselock:race" })
  private List<int[]> list = new ArrayList<int[]> () {
    { add (new int[] { 1 }); } // a block in the value of the field
  };

  public synchronized void update ()
  {
    byField++; byMethod++; byLine++; sameLine++; byWarning++; otherQuestion++; wanted++;
    list.add (null);
  }

  public int field () { return byField; }

  @PhaselockIgnore (value = { "deadlock", "race" }, reason = "old values will do")
  public int method () { return byMethod; }

  public int line ()
  {
    String text = "// phaselock: ignore race - this is a text";
    // phaselock: ignore race - an estimate
    return text.length ()
           + byLine;
  }

  public int same ()
  {
    return sameLine; // phaselock: ignore race - an estimate, too
  }

  @SuppressWarnings ("phaselock:race")
  public int warning () { if (wanted () > 1) { return 0; } return byWarning; }

  // phaselock: ignore deadlock - which it is not
  public int question () { return otherQuestion; }

  public int wanted () { return wanted; }

  public int contents () { return list.size (); }

  @PhaselockIgnore (value = "race", reason = "was mended long ago")
  public synchronized int mended () { return byField; }
}
