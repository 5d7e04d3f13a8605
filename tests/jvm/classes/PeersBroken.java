// deadlock harmful
public class PeersBroken {
  private final Partner partner;
  private int x;
  public PeersBroken(Partner partner) { this.partner = partner; partner.join(this); }
  public synchronized void ping() { x++; partner.note(); }
  public synchronized void note() { x--; }
  public static class Partner {
    private PeersBroken other;
    private int y;
    public synchronized void join(PeersBroken o) { other = o; }
    public synchronized void pong() { y++; if (other != null) other.note(); }
    public synchronized void note() { y--; }
  }
}
