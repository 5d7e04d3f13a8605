// race executed
public class FlagRace {
  private boolean stopped;
  public void stop() { stopped = true; }
  public synchronized boolean stopped() { return stopped; }
}
