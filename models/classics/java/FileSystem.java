// Inodes and blocks with a lock each: a block belongs to one inode.
public class FileSystem {
  static final int INODES = 4, BLOCKS = 2;
  static final Object[] inodeLock = new Object[INODES], blockLock = new Object[BLOCKS];
  static final int[] inode = new int[INODES];
  static final boolean[] busy = new boolean[BLOCKS];
  static final int[] owners = new int[BLOCKS];

  static void allocate(int i, boolean right) {
    synchronized (inodeLock[i]) {
      if (inode[i] != 0) return;
      for (int b = 0; b < BLOCKS; b++) {
        if (right) {
          synchronized (blockLock[b]) {
            if (busy[b]) continue;
            busy[b] = true;
            owners[b]++;
            assert owners[b] == 1;
          }
        } else {
          boolean free;
          synchronized (blockLock[b]) { free = !busy[b]; }
          if (!free) continue;
          synchronized (blockLock[b]) {
            busy[b] = true;
            owners[b]++;
            assert owners[b] == 1;
          }
        }
        inode[i] = b + 1;
        return;
      }
    }
  }

  static void run(boolean right) throws Exception {
    for (int i = 0; i < INODES; i++) inodeLock[i] = new Object();
    for (int b = 0; b < BLOCKS; b++) blockLock[b] = new Object();
    for (int t = 0; t < 2; t++) {
      int i = t * 2;
      new Thread(() -> allocate(i, right)).start();
    }
  }

  static class Broken { public static void main(String[] a) throws Exception { run(false); } }
  static class Right { public static void main(String[] a) throws Exception { run(true); } }
}
