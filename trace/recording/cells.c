/* cells.c -- see cells.h. */
#include <config.h>

#include "trace/recording/cells.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void
cells_init (struct cells *cells, struct arena *arena, struct debug_lines *lines)
{
  *cells = (struct cells){ .arena = arena, .lines = lines };
  pairmap_init (&cells->bounds, arena);
  pairmap_init (&cells->heap, arena);
  pairmap_init (&cells->stacks, arena);
  pairmap_init (&cells->on_stack, arena);
  names_init (&cells->names, arena);
}

/* ---- Cells. ---- */

static uint32_t *
bound_at (struct cells *cells, uint64_t address)
{
  return pairmap_at (&cells->bounds, (uint32_t) address, (uint32_t) (address >> 32));
}

void
cells_add (struct cells *cells, uint64_t address, uint64_t size)
{
  assert (cells->list.count == 0 && size > 0 && address + size > address);
  *bound_at (cells, address) = 0;
  *bound_at (cells, address + size) = 0;
}

static int
compare_cells (const void *a, const void *b)
{
  const struct recorded_cell *first = a, *second = b;
  return first->address < second->address ? -1 : first->address > second->address;
}

void
cells_seal (struct cells *cells)
{
  assert (cells->list.count == 0);
  vec_reserve (cells->arena, &cells->list, cells->bounds.entries.count);
  for (uint32_t i = 0; i < cells->bounds.entries.count; i++)
    {
      const struct pairmap_entry *entry = &cells->bounds.entries.at[i];
      *vec_push (cells->arena, &cells->list)
        = (struct recorded_cell){ .address
                                  = (uint64_t) entry->second << 32 | entry->first,
                                  .region = CELLS_NO_REGION };
    }
  if (cells->list.count > 0)
    qsort (cells->list.at, cells->list.count, sizeof *cells->list.at, compare_cells);
  for (uint32_t i = 0; i < cells->list.count; i++)
    {
      assert (i == 0 || cells->list.at[i - 1].address < cells->list.at[i].address);
      *bound_at (cells, cells->list.at[i].address) = i;
    }
}

void
cells_find (const struct cells *cells, uint64_t address, uint64_t size, uint32_t *begin,
            uint32_t *end)
{
  *begin = pairmap_get (&cells->bounds, (uint32_t) address, (uint32_t) (address >> 32));
  assert (*begin < cells->list.count);
  for (*end = *begin;
       *end < cells->list.count && cells->list.at[*end].address < address + size; ++*end)
    ;
  /* The last cell begins where the last access ends. */
  assert (*begin < *end && *end < cells->list.count);
}

/* The first cell from ADDRESS on. */
static uint32_t
first_from (const struct cells *cells, uint64_t address)
{
  uint32_t low = 0, high = cells->list.count;
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      if (cells->list.at[middle].address < address)
        low = middle + 1;
      else
        high = middle;
    }
  assert (low == cells->list.count || cells->list.at[low].address >= address);
  return low;
}

/* ---- Objects. ---- */

static uint32_t
new_region (struct cells *cells, bool is_stack, uint32_t number)
{
  *vec_push (cells->arena, &cells->regions)
    = (struct region){ .is_stack = is_stack, .number = number };
  return cells->regions.count - 1;
}

/* Let REGION be SIZE bytes at ADDRESS. */
static void
open_region (struct cells *cells, uint32_t region, uint64_t address, uint64_t size)
{
  struct region *it = &cells->regions.at[region];
  assert (it->size == 0);
  it->address = address;
  it->size = size;
  for (uint32_t i = first_from (cells, address);
       i < cells->list.count && cells->list.at[i].address < address + size; i++)
    cells->list.at[i].region = region;
}

/* Take its cells from REGION, unless another region has them now. */
static void
close_region (struct cells *cells, uint32_t region)
{
  assert (region < cells->regions.count);
  struct region *it = &cells->regions.at[region];
  for (uint32_t i = first_from (cells, it->address);
       i < cells->list.count && cells->list.at[i].address < it->address + it->size; i++)
    if (cells->list.at[i].region == region)
      cells->list.at[i].region = CELLS_NO_REGION;
  it->size = 0;
}

bool
cells_begin_object (struct cells *cells, uint64_t address, uint64_t size,
                    uint32_t *region)
{
  uint32_t first = first_from (cells, address);
  if (first == cells->list.count || cells->list.at[first].address >= address + size)
    return false;
  uint32_t *known
    = pairmap_at (&cells->heap, (uint32_t) address, (uint32_t) (address >> 32));
  if (*known == PAIRMAP_FREE)
    *known = new_region (cells, false, ++cells->heap_count);
  *region = *known;
  assert (*region < cells->regions.count);
  assert (!cells->regions.at[*region].is_stack);
  close_region (cells, *region);
  open_region (cells, *region, address, size);
  return true;
}

void
cells_end_object (struct cells *cells, uint64_t address)
{
  uint32_t region
    = pairmap_get (&cells->heap, (uint32_t) address, (uint32_t) (address >> 32));
  if (region == PAIRMAP_FREE)
    return;
  assert (!cells->regions.at[region].is_stack);
  close_region (cells, region);
}

void
cells_begin_stack (struct cells *cells, uint32_t thread, uint64_t address, uint64_t size)
{
  uint32_t *region = pairmap_at (&cells->stacks, thread, 0);
  if (*region == PAIRMAP_FREE)
    *region = new_region (cells, true, thread);
  close_region (cells, *region);
  open_region (cells, *region, address, size);
}

/* ---- Names. ---- */

/* A name for the variable at BASE; of several with the name SYMBOL, such as static ones
   of several files, all but one get a number. */
static const char *
make_unique (struct cells *cells, const char *symbol, uint64_t base)
{
  char *plain = arena_copy (cells->arena, symbol, strlen (symbol));
  for (char *c = plain; *c; c++)
    if (*c == '.') /* a trace has it between an object and its parts */
      *c = '~';
  const char *name = plain;
  for (unsigned copy = 2;; copy++)
    {
      name_id id = names_intern (&cells->names, name, strlen (name));
      if (id.index == cells->owners.count)
        *vec_push (cells->arena, &cells->owners) = base;
      assert (id.index < cells->owners.count);
      if (cells->owners.at[id.index] == base)
        return names_text (&cells->names, id);
      name = arena_format (cells->arena, "%s~%u", plain, copy);
    }
}

/* NAME with PART, ".stats.hits" or "[1].balance".  In a trace only the last dot counts,
   which is between an object and its parts: the object is the variable, or the element of
   an array of structs, and parts of parts are separated by a slash. */
static const char *
join_part (struct cells *cells, const char *name, const char *part)
{
  const char *object = part;
  assert (*part == '.' || *part == '[');
  for (const char *c = part; *c; c++)
    if (c[0] == ']' && c[1] == '.')
      object = c + 1;
  size_t length = (size_t) (object - part);
  char *rest = arena_copy (cells->arena, object, strlen (object));
  for (char *c = rest + 1; *c; c++)
    if (*c == '.')
      *c = '/';
  assert (*rest == '.' || *rest == '[');
  return arena_format (cells->arena, "%s%.*s%s%s", name, (int) length, part,
                       *rest == '.' ? "" : ".", rest);
}

static const char *
make_name (struct cells *cells, uint32_t number, bool is_lock)
{
  uint64_t address = cells->list.at[number].address, offset, size;
  const char *symbol = lines_find_variable (cells->lines, address, &offset, &size);
  if (!symbol)
    return arena_format (cells->arena, "memory%u", ++cells->memory_count);
  assert (offset < size && offset <= address);
  const char *name = make_unique (cells, symbol, address - offset);
  uint64_t next
    = number + 1 < cells->list.count ? cells->list.at[number + 1].address : address;
  assert (next >= address); /* cells are sorted */
  if (offset == 0 && (is_lock || next >= address + size))
    return name;
  uint64_t extent = is_lock ? UINT64_MAX : next - address;
  const char *part = lines_find_part (cells->lines, address - offset, offset, extent);
  if (part)
    return join_part (cells, name, part);
  return arena_format (cells->arena, "%s.%llu", name, (unsigned long long) offset);
}

/* A cell of a stack is numbered, since its offset from either end depends on the
   environment. */
static uint64_t
number_on_stack (struct cells *cells, uint32_t cell, uint32_t region)
{
  assert (cell < cells->list.count && cells->regions.at[region].is_stack);
  uint32_t *number = pairmap_at (&cells->on_stack, cell, region);
  if (*number == PAIRMAP_FREE)
    *number = ++cells->regions.at[region].cells;
  return *number;
}

void
cells_print_region (const struct cells *cells, uint32_t region, FILE *stream)
{
  assert (region < cells->regions.count);
  const struct region *it = &cells->regions.at[region];
  fprintf (stream, "%s%u", it->is_stack ? "stack" : "heap", it->number);
}

static void
print_in_region (struct cells *cells, uint32_t number, uint32_t region, FILE *stream)
{
  assert (number < cells->list.count && region < cells->regions.count);
  const struct region *it = &cells->regions.at[region];
  assert (it->is_stack || cells->list.at[number].address >= it->address);
  uint64_t part = it->is_stack ? number_on_stack (cells, number, region)
                               : cells->list.at[number].address - it->address;
  cells_print_region (cells, region, stream);
  fprintf (stream, ".%llu", (unsigned long long) part);
}

void
cells_print (struct cells *cells, uint32_t number, FILE *stream)
{
  struct recorded_cell *cell = &cells->list.at[number];
  if (cells_region (cells, number) != CELLS_NO_REGION)
    {
      print_in_region (cells, number, cell->region, stream);
      return;
    }
  if (!cell->name)
    cell->name = make_name (cells, number, false);
  fputs (cell->name, stream);
}

uint32_t
cells_region (const struct cells *cells, uint32_t number)
{
  assert (number < cells->list.count);
  return cells->list.at[number].region;
}

void
cells_print_lock (struct cells *cells, uint32_t number, uint32_t region, FILE *stream)
{
  assert (number < cells->list.count);
  struct recorded_cell *cell = &cells->list.at[number];
  if (region != CELLS_NO_REGION)
    {
      print_in_region (cells, number, region, stream);
      return;
    }
  if (!cell->lock)
    cell->lock = make_name (cells, number, true);
  fputs (cell->lock, stream);
}
