# Two entries into a loop, a subroutine, handlers, all kinds of constants.
version 52
class public super Loops
implements java/lang/Runnable
source Loops.java
field private volatile count I
field static total J
method public synchronized run ()V
  line 5
  iload_1
  ifeq second
first:
  jsr sub
  aload_0
  dup
  getfield Loops count I
  iconst_1
  iadd
  putfield Loops count I
second:
  line 9
  iload_2
  tableswitch 0 first second out
  iload_2
  lookupswitch -5:first 100:out second
out:
  ldc string word
  checkcast java/lang/String
  astore 4
  ldc class Loops
  monitorenter
  ldc2_w long 77
  putstatic Loops total J
  invokedynamic run ()Ljava/lang/Runnable; ()V Loops body ()V
  invokeinterface java/lang/Runnable run ()V
  multianewarray [[I 2
  pop
  return
sub:
  wide astore 300
  wide ret 300
end:
  locals 400
  catch java/lang/Exception first out sub
  catch any first end sub
end
method static body ()V
  return
end
