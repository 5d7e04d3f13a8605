/* classfile.c -- the reader on classes of the assembler: what it must understand, and
 * what it must refuse with a message that names class and offset.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "java/reader/annotations.h"
#include "java/reader/cursor.h"
#include "java/reader/modified_utf8.h"
#include "reading.h"
#include "tests/lib/tap.h"

static bool
is_text (const struct reading *reading, name_id name, const char *text)
{
  return name.index != NAME_NONE.index
         && strcmp (universe_text (&reading->universe, name), text) == 0;
}

/* ---- Classes. ---- */

static void
test_class (void)
{
  struct reading reading;
  struct java_class class;
  struct assembled bytes = assemble ("version 52\n"
                                     "class public final super a/b/Stack\n"
                                     "extends a/Base\n"
                                     "implements java/lang/Runnable\n"
                                     "implements a/Other\n"
                                     "source Stack.java\n"
                                     "field private volatile count I\n"
                                     "field static names [[Ljava/lang/String;\n"
                                     "method public abstract f (IJ)V\n"
                                     "method synchronized g ()I\n"
                                     "  line 7\n  iconst_1\n  line 8\n  ireturn\nend\n");
  reading_init (&reading);
  const char *code = reading_try (&reading, bytes.bytes, bytes.length, &class);
  tap_ok (!code, "a class is read");
  tap_ok (class.major == 52 && class.access == 0x31, "version and access");
  tap_ok (is_text (&reading, class.name, "a/b/Stack")
            && is_text (&reading, class.super, "a/Base") && class.interface_count == 2
            && is_text (&reading, class.interfaces[1], "a/Other")
            && is_text (&reading, class.source_file, "Stack.java"),
          "names");
  tap_ok (class.field_count == 2 && is_text (&reading, class.fields[0].name, "count")
            && class.fields[0].access == (ACCESS_PRIVATE | ACCESS_VOLATILE)
            && is_text (&reading, class.fields[1].descriptor, "[[Ljava/lang/String;"),
          "fields");
  struct java_type type
    = descriptor_type (&reading.universe.names, class.fields[1].descriptor);
  tap_ok (type.kind == '[' && is_text (&reading, type.element, "java/lang/String"),
          "the type of an array");
  const struct java_signature *signature
    = universe_signature (&reading.universe, class.methods[0].descriptor);
  tap_ok (signature->count == 2 && signature->slots == 3
            && signature->parameters[1].kind == 'J' && signature->result.kind == 'V',
          "the signature of a method");
  name_id name = universe_name (&reading.universe, "g");
  tap_ok (class_find_method (&class, name, universe_name (&reading.universe, "()I")) == 1
            && class_find_method (&class, name, name) == UINT32_MAX,
          "methods are found by name and type");
  struct java_code read;
  tap_ok (class.methods[0].code.begin == class.methods[0].code.end
            && code_read (&reading.universe.context, &class, &class.methods[1], &read)
            && read.count == 2 && code_line_of (&read, 0) == 7
            && code_line_of (&read, 1) == 8,
          "an abstract method has no code, a line has its number");
  reading_clear (&reading);
  free (bytes.bytes);
}

static void
test_many_members (void)
{
  char text[20000] = "class Many\n";
  for (unsigned i = 0; i < 300; i++)
    sprintf (text + strlen (text), "field f%u I\nmethod abstract m%u ()V\n", i, i);
  struct assembled bytes = assemble (text);
  struct reading reading;
  struct java_class class;
  reading_init (&reading);
  bool fine = !reading_try (&reading, bytes.bytes, bytes.length, &class);
  name_id method = universe_name (&reading.universe, "m123");
  name_id field = universe_name (&reading.universe, "f299");
  name_id nothing = universe_name (&reading.universe, "()V");
  name_id number = universe_name (&reading.universe, "I");
  tap_ok (fine && class_find_method (&class, method, nothing) == 123
            && class_find_field (&class, field, number) == 299
            && class_find_field (&class, field, nothing) == UINT32_MAX,
          "among many members, too");
  reading_clear (&reading);
  free (bytes.bytes);
}

static void
test_versions (void)
{
  for (unsigned major = 44; major <= 66; major++)
    {
      char text[100];
      struct reading reading;
      struct java_class class;
      sprintf (text, "version %u 3\nclass A\nmethod f ()V\n return\nend\n", major);
      struct assembled bytes = assemble (text);
      reading_init (&reading);
      const char *code = reading_try (&reading, bytes.bytes, bytes.length, &class);
      bool is_known = major >= 45 && major <= 65;
      tap_ok (is_known ? !code : code && strcmp (code, "class-version") == 0,
              "version %u is %s", major, is_known ? "read" : "refused");
      reading_clear (&reading);
      free (bytes.bytes);
    }
  struct reading reading;
  struct java_class class;
  struct assembled bytes
    = assemble ("version 45 2\nclass A\nmethod f ()V\n iconst_1\n pop\n return\nend\n");
  reading_init (&reading);
  tap_ok (!reading_try (&reading, bytes.bytes, bytes.length, &class),
          "version 45.2, with its small numbers");
  reading_clear (&reading);
  free (bytes.bytes);
}

/* ---- Instructions. ---- */

/* The code of the only method of TEXT. */
static bool
read_code (struct reading *reading, struct java_class *class, const char *text,
           struct java_code *code)
{
  struct assembled bytes = assemble (text);
  reading_init (reading);
  uint8_t *kept = arena_alloc (&reading->arena, bytes.length);
  memcpy (kept, bytes.bytes, bytes.length);
  bool fine = !reading_try (reading, kept, bytes.length, class)
              && code_read (&reading->universe.context, class, &class->methods[0], code);
  free (bytes.bytes);
  return fine;
}

static void
test_every_instruction (void)
{
  /* Each with an operand that it can have, in the order of the opcodes. */
  char text[20000] = "version 52\nclass A\nmethod f ()V\n locals 400\nstart:\n";
  static const struct
  {
    const char *name, *format;
  } all[] = {
#define OPCODE(code, name, format, plain, operand, pops, pushes, traits)                 \
  { #name, #format },
#include "java/reader/opcodes.def"
#undef OPCODE
  };
  static const struct
  {
    const char *format, *operand;
  } operands[] = {
    { "BYTE", "-7" },
    { "SHORT", "-700" },
    { "CONSTANT1", "int 70000" },
    { "CONSTANT2", "int 70000" },
    { "LOCAL", "5" },
    { "INCREMENT", "5 -7" },
    { "BRANCH2", "start" },
    { "BRANCH4", "start" },
    { "FIELD", "A x I" },
    { "METHOD", "A g (I)V" },
    { "INTERFACE_METHOD", "A g (I)V" },
    { "DYNAMIC", "run ()Ljava/lang/Runnable; ()V A g ()V" },
    { "CLASS", "A" },
    { "ARRAY_TYPE", "10" },
    { "DIMENSIONS", "[[[I 2" },
    { "TABLE", "-1 start start start" },
    { "LOOKUP", "-9:start 7:start start" },
    { "WIDE", "iload 300" },
  };
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    {
      const char *operand = "";
      for (unsigned k = 0; k < sizeof operands / sizeof *operands; k++)
        if (strcmp (all[i].format, operands[k].format) == 0)
          operand = operands[k].operand;
      if (i == OP_LDC2_W)
        operand = "long 5";
      sprintf (text + strlen (text), " %s %s\n", all[i].name, operand);
    }
  strcat (text, "end\n");
  struct reading reading;
  struct java_class class;
  struct java_code code;
  bool fine = read_code (&reading, &class, text, &code);
  tap_ok (fine && code.count == sizeof all / sizeof *all, "all 202 instructions");
  bool plain = fine;
  for (uint32_t i = 0; plain && i < code.count; i++)
    {
      uint8_t opcode = code.at[i].opcode;
      plain = opcode != OP_WIDE && opcode != OP_GOTO_W && opcode != OP_LDC_W
              && (opcode == i || opcode < OP_DUP || i == OP_WIDE || i > OP_IFNONNULL)
              && strcmp (opcode_name (opcode), all[opcode].name) == 0;
    }
  tap_ok (plain, "short and long forms are one");
  tap_ok (fine && code.at[OP_ICONST_M1].opcode == OP_BIPUSH
            && code.at[OP_ICONST_M1].a == -1 && code.at[OP_SIPUSH].a == -700
            && code.at[OP_ALOAD_3].opcode == OP_ALOAD && code.at[OP_ALOAD_3].a == 3
            && code.at[OP_IINC].a == 5 && code.at[OP_IINC].b == -7
            && code.at[OP_WIDE].opcode == OP_ILOAD && code.at[OP_WIDE].a == 300
            && code.at[OP_GOTO_W].opcode == OP_GOTO && code.at[OP_GOTO_W].a == 0
            && code.at[OP_MULTIANEWARRAY].b == 2,
          "operands");
  tap_ok (fine && code.at[OP_TABLESWITCH].b == 3 && code.at[OP_LOOKUPSWITCH].b == 3
            && code.at[OP_LOOKUPSWITCH].a == code.at[OP_TABLESWITCH].a + 3
            && code.target_count == 6 && code.targets[5] == 0,
          "switches");
  struct dynamic_reference site
    = constants_dynamic (&class.constants, (uint32_t) code.at[OP_INVOKEDYNAMIC].a);
  struct bootstrap_method bootstrap = class_bootstrap (&class, site.bootstrap);
  uint16_t body = class_bootstrap_argument (&class, site.bootstrap, 1);
  struct method_handle lambda = constants_method_handle (&class.constants, body);
  tap_ok (bootstrap.arguments == 3 && lambda.kind == HANDLE_INVOKE_STATIC
            && is_text (&reading, bootstrap.handle.member.name, "metafactory")
            && is_text (&reading, lambda.member.name, "g"),
          "a lambda");
  tap_ok (opcode_traits (OP_GOTO) == (OPCODE_JUMPS | OPCODE_ENDS)
            && opcode_traits (OP_IDIV) == OPCODE_THROWS
            && strcmp (opcode_pops (OP_LASTORE), "AIJ") == 0
            && strcmp (opcode_pushes (OP_L2I), "I") == 0,
          "traits and stack effects");
  reading_clear (&reading);
}

static void
test_targets (void)
{
  struct reading reading;
  struct java_class class;
  struct java_code code;
  /* Two entries into a loop, a subroutine, a handler up to the end. */
  bool fine
    = read_code (&reading, &class,
                 "class A\nmethod f ()V\n"
                 " iload_1\n ifeq second\nfirst:\n jsr sub\nsecond:\n"
                 " iload_2\n ifne first\n return\nsub:\n astore_3\n ret 3\nlast:\n"
                 " catch any first sub sub\n"
                 " catch java/lang/Exception sub last second\nend\n",
                 &code);
  tap_ok (fine && code.at[1].a == 3 && code.at[2].a == 6 && code.at[4].a == 2,
          "targets are numbers of instructions");
  tap_ok (fine && code.handler_count == 2 && code.handlers[0].begin == 2
            && code.handlers[0].end == 6 && code.handlers[0].target == 6
            && code.handlers[0].type.index == NAME_NONE.index
            && code.handlers[1].end == code.count
            && is_text (&reading, code.handlers[1].type, "java/lang/Exception"),
          "so are those of handlers");
  reading_clear (&reading);
}

/* ---- Hostile. ---- */

static const struct
{
  const char *code, *what, *text;
} broken[] = {
  { "class-bytecode", "a jump into an instruction",
    "class A\nmethod f ()V\n byte 167 0 4\n sipush 5\n return\nend\n" },
  { "class-bytecode", "a jump before the code",
    "class A\nmethod f ()V\n byte 167 255 0\n return\nend\n" },
  { "class-bytecode", "an unknown instruction",
    "class A\nmethod f ()V\n byte 203\n return\nend\n" },
  { "class-bytecode", "an instruction that runs past the end",
    "class A\nmethod f ()V\n byte 17 1\nend\n" },
  { "class-bytecode", "wide of what has no local",
    "class A\nmethod f ()V\n byte 196 0 0 0\nend\n" },
  { "class-bytecode", "a switch with more cases than bytes",
    "class A\nmethod f ()V\n byte 170 0 0 0 0 0 0 0 0 0 0 0 127 255 255 255\n "
    "return\nend\n" },
  { "class-bytecode", "a switch with a negative number of cases",
    "class A\nmethod f ()V\n byte 171 0 0 0 0 0 0 0 255 255 255 255\n return\nend\n" },
  { "class-bytecode", "a local that is not there",
    "class A\nmethod f ()V\n locals 3\n lload_2\n return\nend\n" },
  { "class-bytecode", "an array of no type",
    "class A\nmethod f ()V\n newarray 3\nend\n" },
  { "class-bytecode", "a handler that ends before it begins",
    "class A\nmethod f ()V\nx:\n nop\ny:\n return\n catch any y x x\nend\n" },
  { "class-index", "a field that is a method",
    "class A\nmethod f ()V\n invokevirtual A f ()V\n byte 180 0 5\n return\nend\n" },
  { "class-index", "a constant that does not exist",
    "class A\nmethod f ()V\n byte 187 99 99\n return\nend\n" },
  { "class-index", "new of an array", "class A\nmethod f ()V\n new [I\n return\nend\n" },
  { "class-index", "more dimensions than the array has",
    "class A\nmethod f ()V\n multianewarray [I 2\n return\nend\n" },
  { "class-truncated", "no code", "class A\nmethod f ()V\nend\n" },
  { "class-constant", "a type that is none",
    "class A\nmethod f ()V\n getfield A x Q\n return\nend\n" },
  { "class-constant", "a path instead of a class", "class ../../etc/passwd\n" },
  { "class-constant", "control characters in the name of a class", "class A\033[31m\n" },
  { "class-constant", "an empty part of a name", "class a//B\n" },
  { "class-name", "a field with a path for a name", "class A\nfield a/b I\n" },
  { "class-name", "a method with control characters",
    "class A\nmethod abstract \033x ()V\n" },
  { "class-descriptor", "a field of a method's type", "class A\nfield x ()V\n" },
  { "class-descriptor", "a method of a field's type", "class A\nmethod abstract f I\n" },
  { "class-index", "an array as a super class", "class A\nextends [I\n" },
  { "class-attribute", "inner classes that are not there",
    "class A\nattribute InnerClasses 0 9\n" },
  { "class-attribute", "a source file of no text",
    "class A\nattribute SourceFile 0 99\n" },
  { "class-attribute", "bootstrap methods that lie",
    "class A\nattribute BootstrapMethods 255 255 0 0 0 0\n" },
  { "class-annotation", "annotations that lie",
    "class A\nattribute RuntimeVisibleAnnotations 255 255 0 1\n" },
  { "class-annotation", "arrays in arrays in arrays without end",
    "class A\nattribute RuntimeVisibleAnnotations 0 1 0 2 0 1 0 2 91 0 1 91 0 1 91 0 1 "
    "91 "
    "0 1 91 0 1 91 0 1 91 0 1 91 0 1 91 0 1 91 0 1 91 0 1 91 0 1 91 0 1 91 0 1 91 0 1 "
    "91\n" },
};

static void
test_broken (void)
{
  for (unsigned i = 0; i < sizeof broken / sizeof *broken; i++)
    {
      struct reading reading;
      struct java_class class;
      struct assembled bytes = assemble (broken[i].text);
      reading_init (&reading);
      const char *code = reading_try (&reading, bytes.bytes, bytes.length, &class);
      const char *message = code ? reading.diags.list.at[0].message : "";
      bool fine = tap_ok (code && strcmp (code, broken[i].code) == 0
                            && strncmp (message, "Test.class: ", 12) == 0
                            && strstr (message, "byte "),
                          "%s is refused", broken[i].what);
      if (!fine)
        printf ("# %s: %s\n", code ? code : "read", message);
      reading_clear (&reading);
      free (bytes.bytes);
    }
}

/* Every beginning of a class, and the class with each byte changed: nothing but
   messages may come of it. */
static void
test_damage (void)
{
  struct assembled bytes = assemble (
    "version 52\nclass public A\nimplements java/lang/Runnable\nsource A.java\n"
    "attribute RuntimeVisibleAnnotations 0 0\n"
    "field x J\nmethod public f (I)V\n line 3\nx:\n aload_0\n getfield A x J\n pop2\n"
    " iload_1\n tableswitch 0 x y y\ny:\n ldc string word\n pop\n"
    " invokedynamic run ()Ljava/lang/Runnable; ()V A g ()V\n"
    " invokeinterface java/lang/Runnable run ()V\n return\n"
    " catch java/lang/Exception x y y\nend\n");
  unsigned accepted = 0, tried = 0;
  for (size_t length = 0; length < bytes.length; length++, tried++)
    {
      struct reading reading;
      struct java_class class;
      uint8_t *copy = malloc (length ? length : 1);
      memcpy (copy, bytes.bytes, length);
      reading_init (&reading);
      accepted += !reading_try (&reading, copy, length, &class);
      reading_clear (&reading);
      free (copy);
    }
  tap_ok (accepted == 0, "none of %u beginnings of a class is one", tried);
  static const uint8_t values[] = { 0, 1, 0x7F, 0x80, 0xFF };
  bool spoken = true;
  for (size_t at = 0; at < bytes.length; at++)
    for (unsigned i = 0; i < sizeof values; i++)
      {
        struct reading reading;
        struct java_class class;
        uint8_t *copy = malloc (bytes.length);
        memcpy (copy, bytes.bytes, bytes.length);
        copy[at] = values[i];
        reading_init (&reading);
        const char *code = reading_try (&reading, copy, bytes.length, &class);
        spoken &= !code || strcmp (code, "no message") != 0;
        reading_clear (&reading);
        free (copy);
      }
  tap_ok (spoken, "a class with a byte changed is read, or refused with a message");
  free (bytes.bytes);
}

/* ---- The parts below. ---- */

static void
test_texts (void)
{
  struct reading reading;
  size_t wrong;
  reading_init (&reading);
  static const uint8_t zero[] = "a\0b", four[] = "\xF0\x9F\x98\x80", cut[] = "\xE2\x82";
  tap_ok (!modified_utf8_is_valid (zero, 3, &wrong) && wrong == 1
            && !modified_utf8_is_valid (four, 4, &wrong)
            && !modified_utf8_is_valid (cut, 2, &wrong),
          "a NUL, four bytes, and half a character are no modified UTF-8");
  /* U+1F600 as two surrogates; a lone one; a NUL of two bytes. */
  static const uint8_t pair[] = "\xED\xA0\xBD\xED\xB8\x80", lone[] = "\xED\xA0\xBD!";
  static const uint8_t nul[] = "\xC0\x80";
  struct names *names = &reading.universe.names;
  tap_ok (is_text (&reading, modified_utf8_intern (names, &reading.arena, pair, 6),
                   "\xF0\x9F\x98\x80")
            && is_text (&reading, modified_utf8_intern (names, &reading.arena, lone, 4),
                        "\xEF\xBF\xBD"
                        "D83D!")
            && is_text (&reading, modified_utf8_intern (names, &reading.arena, nul, 2),
                        "\xEF\xBF\xBD"
                        "0000"),
          "texts become UTF-8");
  reading_clear (&reading);
}

static void
test_descriptors (void)
{
  static const char *const fields[] = { "I", "[[J", "La/B;", "[La/B;" };
  static const char *const methods[] = { "()V", "(IJ[[DLa/B;)[I" };
  static const char *const bad[]
    = { "",     "V",  "L;",   "La.b;", "L/a;", "La/;", "La//b;", "[",   "II",
        "La/B", "()", "(V)V", "(I",    "I)V",  "()VV", "(L;)V",  "(I)", "L\033;" };
  bool fine = true;
  for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++)
    fine &= descriptor_is_field (fields[i], strlen (fields[i]));
  for (unsigned i = 0; i < sizeof methods / sizeof *methods; i++)
    fine &= descriptor_is_method (methods[i], strlen (methods[i]));
  tap_ok (fine, "descriptors");
  fine = true;
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
    fine &= !descriptor_is_field (bad[i], strlen (bad[i]))
            && !descriptor_is_method (bad[i], strlen (bad[i]));
  char deep[300];
  memset (deep, '[', sizeof deep);
  deep[256] = 'I';
  fine &= !descriptor_is_field (deep, 257);
  deep[255] = 'I';
  fine &= descriptor_is_field (deep, 256);
  tap_ok (fine, "and what is none");
}

static void
test_cursor (void)
{
  static const uint8_t bytes[] = { 0x12, 0x34, 0x56, 0x78, 0x9A };
  struct cursor cursor = { bytes, 0, 5, false };
  tap_ok (cursor_u2 (&cursor) == 0x1234 && cursor_u1 (&cursor) == 0x56
            && !cursor_holds (&cursor, UINT32_MAX, UINT32_MAX)
            && cursor_holds (&cursor, 2, 1) && cursor_u4 (&cursor) == 0 && cursor.failed
            && cursor_u1 (&cursor) == 0,
          "a cursor that failed stays so");
}

/* Attributes without bytes put their names into the constant pool, in order. */
static void
test_annotations (void)
{
  struct reading reading;
  struct java_class class;
  struct assembled bytes
    = assemble ("class A\n"
                "attribute Lnet/jcip/GuardedBy;\n" /* constant 1: the type */
                "attribute value\n"                /* constant 2 */
                "attribute lock\n"                 /* constant 3 */
                "attribute other\n"                /* constant 4 */
                "attribute RuntimeVisibleAnnotations 0 1 0 1 0 2"
                " 0 4 64 0 1 0 1 0 2 115 0 4"   /* other=@GuardedBy("other") */
                " 0 2 91 0 2 115 0 3 115 0 4\n" /* value={"lock", "other"} */
                "attribute RuntimeInvisibleAnnotations 0 1 0 1 0 0\n");
  reading_init (&reading);
  const char *code = reading_try (&reading, bytes.bytes, bytes.length, &class);
  struct java_annotations list = { VEC_EMPTY };
  bool fine
    = !code
      && annotations_read (&reading.universe.context, &class, &class.annotations, &list);
  tap_ok (fine && list.list.count == 2
            && is_text (&reading, list.list.at[0].simple, "GuardedBy")
            && is_text (&reading, list.list.at[0].type, "net/jcip/GuardedBy")
            && list.list.at[0].values.count == 2
            && is_text (&reading, list.list.at[0].values.at[0], "lock")
            && is_text (&reading, list.list.at[0].values.at[1], "other")
            && list.list.at[1].values.count == 0,
          "annotations and the texts of their values, not those inside others");
  reading_clear (&reading);
  free (bytes.bytes);
}

int
main (void)
{
  test_class ();
  test_many_members ();
  test_versions ();
  test_every_instruction ();
  test_targets ();
  test_annotations ();
  test_texts ();
  test_descriptors ();
  test_cursor ();
  test_broken ();
  test_damage ();
  return tap_done ();
}
