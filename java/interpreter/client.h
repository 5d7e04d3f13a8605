/* client.h -- the most general client of the isolated object: what it calls, and what of
 * the object it gets hold of (entries.c, escape.c). */
#ifndef JAVA_INTERPRETER_CLIENT_H
#define JAVA_INTERPRETER_CLIENT_H

#include "base/pairmap.h"
#include "java/interpreter/abstract_value.h"
#include "java/program/universe.h"

/* Who calls an entry. */
enum caller
{
  CALLED_BY_CLIENTS, /* any of them, at any time */
  CALLED_AGAIN,      /* one thread, again and again: a TimerTask of I */
  CALLED_ONCE,       /* one thread, once: run () of a Thread */
};

struct entry
{
  uint32_t instance;
  const char *how; /* null: as `this'; or where I is */
  enum caller caller;
  bool is_unit;
};

/* What has left I: an object whose methods others call, or what a thread runs. */
struct escaped
{
  value_id value;
  bool to_thread;
  bool is_once;                   /* only one place hands it to a thread: */
  uint32_t instance, instruction; /* this one */
};

/* METHOD was given I as PARAMETER, in INSTANCE; IS_OWN: I has the method, too. */
struct given_parameter
{
  struct java_member method;
  uint32_t parameter, instance;
  bool is_own;
};

/* A point from which on others can see I. */
struct publication
{
  uint32_t instance, node, instruction;
};

/* METHOD, which is not public, is called on an object that may be I. */
struct alias_call
{
  struct java_member method;
  uint32_t instance, instruction;
};

/* On what an instruction calls a method that is not public, in one instance: bits. */
#define RECEIVER_IS_SELF 1
#define RECEIVER_IS_OTHER 2

struct client
{
  VEC (struct java_member) outside; /* methods that are not public, and called outside */
  struct pairmap receivers;         /* (instance, instruction) -> bits, see above */
  VEC (struct alias_call) aliases;
  struct pairmap followed; /* (method, instruction): calls on I, given by others */
  VEC (struct publication) publications;
  VEC (struct given_parameter) given; /* those of one method stand together */
  VEC (struct entry) entries;
  VEC (struct escaped) escaped;
  struct pairmap escaped_of; /* (value, whether it is to a thread) */
};

#endif
