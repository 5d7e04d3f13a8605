/** Four fixed locks in a circle: no two threads are enough. */
public class Four {
  private static final Object NORTH = new Object(), EAST = new Object(), SOUTH = new Object(), WEST = new Object();
  private static int n;

  public static class Cars {
    public void northEast() { synchronized (NORTH) { synchronized (EAST) { n++; } } }
    public void eastSouth() { synchronized (EAST) { synchronized (SOUTH) { n++; } } }
    public void southWest() { synchronized (SOUTH) { synchronized (WEST) { n++; } } }
    public void westNorth() { synchronized (WEST) { synchronized (NORTH) { n++; } } }
  }
}
