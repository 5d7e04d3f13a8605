/** Only if the task that a host runs is some Work: it could be any Runnable. */
class Guessed {
  static class Host {
    private final Runnable task;
    private int runs;

    public Host(Runnable task) {
      this.task = task;
    }

    public synchronized void go() {
      runs++;
      task.run();
    }
  }

  static class Work implements Runnable {
    private Host host;
    private int rest;

    public synchronized void run() {
      rest--;
    }

    public synchronized void enter(Host next) {
      host = next;
      host.go();
    }
  }
}
