/** Each class needs the other one to be initialised. */
public class Initialisers {
  public static class First {
    static final int NUMBER = Integer.parseInt("1");
    static final int SUM = NUMBER + Second.NUMBER;

    public static int sum() {
      return SUM;
    }
  }

  public static class Second {
    static final int NUMBER = Integer.parseInt("2");
    static final int SUM = NUMBER + First.NUMBER;

    public static int sum() {
      return SUM;
    }
  }
}
