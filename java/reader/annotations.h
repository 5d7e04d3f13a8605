/* annotations.h -- the annotations of a class, a field or a method. */
#ifndef JAVA_ANNOTATIONS_H
#define JAVA_ANNOTATIONS_H

#include "base/vec.h"
#include "java/reader/classfile.h"

struct java_annotation
{
  name_id type;   /* "net/jcip/annotations/GuardedBy" */
  name_id simple; /* "GuardedBy" */
  /* Of the element `value', a text or an array of texts: */
  VEC (name_id) values;
  name_id reason; /* of the element `reason', the last text; or NAME_NONE */
};

struct java_annotations
{
  VEC (struct java_annotation) list;
};

/* Add the annotations of PARTS, visible ones first, to LIST.  False, with a
   diagnostic, if they are broken: then LIST has those before. */
bool annotations_read (struct class_context *context, const struct java_class *class,
                       const struct annotation_parts *parts,
                       struct java_annotations *list);

#endif
