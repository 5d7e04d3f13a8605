# Calls that no compiler writes: instance methods and constructors as static ones, an
# arraycopy of another signature.
version 49
class public super Hostile
source Hostile.java
field private count I
method public synchronized poll ()V
  aload_0
  getfield Hostile count I
  pop
  return
end
method public copy ()V
  invokestatic java/lang/System arraycopy ()V
  return
end
method public make ()V
  invokestatic Hostile <init> ()V
  return
end
method public call ()V
  invokestatic Hostile poll ()V
  return
end
method public <init> ()V
  aload_0
  invokestatic Other keep ()V
  return
end
