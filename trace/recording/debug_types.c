/* debug_types.c -- see debug_types.h. */
#include <config.h>

#include "trace/recording/debug_types.h"

#include <assert.h>
#include <string.h>

#ifdef HAVE_LIBDW
#include <dwarf.h>

/* The most levels of parts within parts. */
#define DEPTH_MOST 16

static bool
find_type (const struct types_dw *dw, Dwarf_Die *of, Dwarf_Die *type)
{
  Dwarf_Attribute attribute;
  assert (of && type);
  return dw->dwarf_attr_integrate (of, DW_AT_type, &attribute)
         && dw->dwarf_formref_die (&attribute, type);
}

/* TYPE without typedef, const and the like. */
static bool
peel (const struct types_dw *dw, Dwarf_Die *type)
{
  for (int i = 0; i < DEPTH_MOST; i++)
    switch (dw->dwarf_tag (type))
      {
      case DW_TAG_typedef:
      case DW_TAG_const_type:
      case DW_TAG_volatile_type:
      case DW_TAG_atomic_type:
        {
          Dwarf_Die inner;
          if (!find_type (dw, type, &inner))
            return false;
          *type = inner;
          break;
        }
      default: return true;
      }
  return false;
}

static uint64_t
size_of (const struct types_dw *dw, Dwarf_Die *type)
{
  Dwarf_Word size;
  return dw->dwarf_aggregate_size (type, &size) == 0 ? size : 0;
}

static uint64_t
number_of (const struct types_dw *dw, Dwarf_Die *die, unsigned name)
{
  Dwarf_Attribute attribute;
  Dwarf_Word number;
  return dw->dwarf_formudata (dw->dwarf_attr (die, name, &attribute), &number) == 0
           ? number
           : 0;
}

/* Enter the member, or base class, of the struct TYPE that has byte *OFFSET: TYPE and
   *NAME (empty: none) become its own, *OFFSET the offset in it.  False for unions and bit
   fields, whose members share bytes. */
static bool
enter_member (const struct types_dw *dw, Dwarf_Die *type, uint64_t *offset,
              const char **name)
{
  Dwarf_Die child, inner;
  int more = dw->dwarf_child (type, &child);
  assert (name);
  for (; more == 0; more = dw->dwarf_siblingof (&child, &child))
    {
      int tag = dw->dwarf_tag (&child);
      Dwarf_Attribute bits;
      if ((tag != DW_TAG_member && tag != DW_TAG_inheritance)
          || dw->dwarf_attr (&child, DW_AT_bit_size, &bits)
          || !find_type (dw, &child, &inner))
        continue;
      uint64_t begin = number_of (dw, &child, DW_AT_data_member_location);
      if (*offset < begin || *offset - begin >= size_of (dw, &inner))
        continue;
      *name = tag == DW_TAG_member ? dw->dwarf_diename (&child) : NULL;
      *name = *name ? *name : "";
      *offset -= begin;
      *type = inner;
      assert (*offset < size_of (dw, type));
      return true;
    }
  return false;
}

/* Enter the element of the array TYPE, which has one dimension. */
static bool
enter_element (const struct types_dw *dw, Dwarf_Die *type, uint64_t *offset,
               uint64_t *index)
{
  Dwarf_Die child, inner;
  unsigned ranges = 0;
  for (int more = dw->dwarf_child (type, &child); more == 0;
       more = dw->dwarf_siblingof (&child, &child))
    ranges += dw->dwarf_tag (&child) == DW_TAG_subrange_type;
  uint64_t size = find_type (dw, type, &inner) ? size_of (dw, &inner) : 0;
  if (ranges != 1 || size == 0)
    return false;
  *index = *offset / size;
  *offset %= size;
  assert (*offset < size);
  *type = inner;
  return true;
}

const char *
types_part_name (const struct types_dw *dw, Dwarf_Die *variable, uint64_t offset,
                 uint64_t extent, struct arena *arena)
{
  Dwarf_Die type;
  const char *path = "";
  if (!find_type (dw, variable, &type))
    return NULL;
  for (int depth = 0; depth < DEPTH_MOST && peel (dw, &type); depth++)
    {
      const char *name;
      uint64_t index;
      assert (*path == 0 || *path == '.' || *path == '[');
      if (offset == 0 && *path && size_of (dw, &type) <= extent)
        return path;
      switch (dw->dwarf_tag (&type))
        {
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
          if (!enter_member (dw, &type, &offset, &name))
            return NULL;
          if (*name)
            path = arena_format (arena, "%s.%s", path, name);
          break;
        case DW_TAG_array_type:
          if (!enter_element (dw, &type, &offset, &index))
            return NULL;
          path = arena_format (arena, "%s[%llu]", path, (unsigned long long) index);
          break;
        default: return offset == 0 && *path ? path : NULL;
        }
    }
  return NULL;
}

/* Search for the variable at ADDRESS in the children and functions of SCOPE. */
static bool
search (const struct types_dw *dw, Dwarf_Die *scope, uint64_t address, int depth,
        Dwarf_Die *found)
{
  Dwarf_Die child;
  assert (depth <= DEPTH_MOST);
  for (int more = dw->dwarf_child (scope, &child); more == 0;
       more = dw->dwarf_siblingof (&child, &child))
    {
      int tag = dw->dwarf_tag (&child);
      Dwarf_Attribute attribute;
      Dwarf_Op *expression;
      size_t length;
      if (tag == DW_TAG_variable
          && dw->dwarf_attr_integrate (&child, DW_AT_location, &attribute)
          && dw->dwarf_getlocation (&attribute, &expression, &length) == 0 && length == 1
          && expression[0].atom == DW_OP_addr && expression[0].number == address)
        {
          *found = child;
          return true;
        }
      bool has_more = tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block
                      || tag == DW_TAG_namespace;
      if (has_more && depth < DEPTH_MOST
          && search (dw, &child, address, depth + 1, found))
        return true;
    }
  return false;
}

bool
types_find_variable (const struct types_dw *dw, Dwfl_Module *module, uint64_t address,
                     Dwarf_Die *variable)
{
  Dwarf_Addr bias;
  assert (module && variable);
  for (Dwarf_Die *unit = dw->dwfl_module_nextcu (module, NULL, &bias); unit;
       unit = dw->dwfl_module_nextcu (module, unit, &bias))
    if (search (dw, unit, address - bias, 0, variable))
      return true;
  return false;
}

#endif
