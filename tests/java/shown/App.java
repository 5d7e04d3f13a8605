// two threads of main that share a stock
import java.util.*;
public class App {
  static class Stock {
    private int left = 10;
    synchronized int left() { return left; }
    synchronized void take() { left--; }
    public boolean buy() { if (left() == 0) return false; take(); return true; }
  }
  public static void main(String[] args) throws Exception {
    final Stock stock = new Stock();
    Thread a = new Thread(() -> { while (stock.buy()) {} });
    Thread b = new Thread(() -> { while (stock.buy()) {} });
    a.start(); b.start();
    a.join(); b.join();
    System.out.println(stock.left());
  }
}
