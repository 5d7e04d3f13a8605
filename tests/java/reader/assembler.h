/* assembler.h -- class files that javac does not write, from a text.
 *
 *     version 49
 *     class public super Jsr
 *     extends java/lang/Object          (the default)
 *     implements java/lang/Runnable
 *     source Jsr.java
 *     field private count I
 *     method public synchronized run ()V
 *       stack 2                         (the default is 8)
 *       locals 3                        (the default is 8)
 *       line 12
 *     again:
 *       aload_0
 *       getfield Jsr count I
 *       invokevirtual Jsr poll ()Z      (invokeinterface: the same)
 *       ldc int 7                       (or: string WORD, class NAME; ldc2_w long 7)
 *       lookupswitch 1:again 5:done done    (the last is the default)
 *       tableswitch 3 again done done   (the lowest number, targets, the default)
 *       wide iinc 300 -5
 *       invokedynamic run ()Ljava/lang/Runnable; ()V Jsr lambda ()V
 *     done:
 *       return
 *       catch any again done done       (type, from, to, handler)
 *       byte 202 1                      (whatever that is)
 *     end
 *
 * A word to a token, a line to a statement; what follows # is a comment.  invokedynamic
 * makes a lambda: name and type of the call site, type of the interface's method, and
 * the static method.  Labels of branches are all that is computed: a text can say any
 * nonsense that fits into the format.
 */
#ifndef TESTS_JAVA_READER_ASSEMBLER_H
#define TESTS_JAVA_READER_ASSEMBLER_H

#include <stddef.h>
#include <stdint.h>

struct assembled
{
  uint8_t *bytes; /* malloc'ed, exactly */
  size_t length;
};

/* Dies with a message about the line if the text makes no sense. */
struct assembled assemble (const char *text);

#endif
