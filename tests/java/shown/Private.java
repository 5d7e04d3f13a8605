// nobody can call anything
class Private { private int x; private synchronized void a() { x++; } }
