/** A queue of jobs; nobody here makes one. */
public class Made {
  public abstract static class Job {
    private boolean stopped;

    public synchronized void start() {
      stopped = false;
    }

    public synchronized void stop(Made made) {
      stopped = true;
      made.idle();
    }
  }

  private Job current;
  private int runs;

  public void use(Job job) {
    current = job;
  }

  public synchronized void run() {
    current.start();
    runs++;
  }

  public synchronized void idle() {
    runs--;
  }
}
