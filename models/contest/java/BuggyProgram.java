// A lottery whose users share one random number; see ../lottery-run.eml.  Written anew
// from what the model says; no source of the benchmark is copied.
import java.util.Random;

class BuggyProgram {
  private int randomNumber;
  private final int[] history = new int[3];
  private final int[] generated = new int[3];
  private final int[] presented = new int[3];

  // Each method locks the user, and so excludes nobody.
  class User extends Thread {
    private final int number;

    User(int number) {
      this.number = number;
    }

    public synchronized void generate() {
      int r = new Random().nextInt();
      randomNumber = r;
      generated[number] = r;
    }

    public synchronized void present() {
      presented[number] = randomNumber;
    }

    public synchronized void record() {
      history[number] = randomNumber;
    }

    private boolean known() {
      for (int i = 0; i < 3; i++)
        if (history[i] == randomNumber)
          return true;
      return false;
    }

    @Override public void run() {
      do
        generate();
      while (known());
      present();
      record();
    }
  }

  private void play() {
    new User(0).start();
    new User(1).start();
    new User(2).start();
  }

  public static void main(String[] args) {
    new BuggyProgram().play();
  }
}
