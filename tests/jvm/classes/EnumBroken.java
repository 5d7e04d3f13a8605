// pattern harmful
public class EnumBroken {
  public enum Light { RED, GREEN }
  private Light light = Light.RED;
  private int changes;
  public synchronized Light light() { return light; }
  private synchronized void set(Light l) { light = l; changes++; }
  public void flip() { set(light() == Light.RED ? Light.GREEN : Light.RED); }
}
