# Attributes: a name in the pool for each, then annotations and bootstrap methods.
version 61
class public interface abstract a/b/Inner
extends a/Base
attribute La/GuardedBy;
attribute value
attribute lock
attribute RuntimeVisibleAnnotations 0 1 0 1 0 1 0 2 91 0 1 115 0 3
attribute RuntimeInvisibleAnnotations 0 1 0 1 0 0
attribute InnerClasses 0 0
attribute Record 0 0
field public static final x [La/B;
method public abstract f (IJ[D)La/B;
method public static g ()V
  return
end
