/* draw_circle.c -- the circle of a deadlock, as a part of an SVG picture.
 *
 *            [ Kant ]
 *        ^             \
 *     ( f1 )         ( f2 )
 *        \             v
 *     [ Marx ] <-- ( f3 ) <-- [ Hegel ]
 *
 * Processes are boxes, locks are rounded; an arrow leads from a process to the lock that
 * it waits for, and from a lock to the process that holds it.  All of them stand on an
 * ellipse, clockwise, at the same angle from each other.
 */
#include <config.h>

#include <assert.h>
#include <math.h>

#include "base/escape.h"
#include "base/text.h"
#include "explain/draw.h"

#define LETTER 7.3
#define BOX 24.0 /* height */
#define PAD 9.0  /* left and right of a name */
#define GAP 34.0 /* between neighbours */
#define TIP 8.0  /* length of an arrow's head */
#define PI 3.14159265358979323846

struct node
{
  const char *name;
  bool is_lock;
  double x, y; /* of its middle */
  double width;
};

struct ring
{
  const struct picture *picture;
  double widest;
  double across, down; /* the radii */
};

/* Nodes 2i are the processes, 2i + 1 the locks that they wait for. */
static struct node
node_of (const struct ring *ring, uint32_t number)
{
  const struct picture *picture = ring->picture;
  uint32_t count = 2 * picture->circle.count;
  assert (count > 0);
  number %= count;
  const struct picture_waiter *waiter = &picture->circle.at[number / 2];
  struct node node = { .is_lock = number % 2 == 1 };
  node.name = node.is_lock ? waiter->lock : waiter->process;
  node.width = 2 * PAD + LETTER * text_columns (node.name);
  double angle = 2 * PI * number / count - PI / 2;
  node.x = ring->across * cos (angle);
  node.y = ring->down * sin (angle);
  return node;
}

static struct ring
ring_of (const struct picture *picture)
{
  struct ring ring = { .picture = picture };
  uint32_t count = 2 * picture->circle.count;
  assert (count >= 4);
  for (uint32_t i = 0; i < count; i++)
    {
      struct node node = node_of (&ring, i);
      ring.widest = node.width > ring.widest ? node.width : ring.widest;
    }
  /* Neighbours at the top stand side by side, those at the sides one above the other. */
  double step = sin (2 * PI / count);
  ring.across = (ring.widest + GAP) / step;
  ring.down = (BOX + GAP) / step;
  if (ring.down > ring.across)
    ring.down = ring.across;
  return ring;
}

void
circle_size (const struct picture *picture, double *width, double *height)
{
  struct ring ring = ring_of (picture);
  *width = 2 * ring.across + ring.widest;
  *height = 2 * ring.down + BOX;
}

/* How much of the way from FROM to TO is within the box of FROM. */
static double
part_inside (const struct node *from, const struct node *to)
{
  double dx = fabs (to->x - from->x), dy = fabs (to->y - from->y);
  double across = dx > 0 ? from->width / 2 / dx : 1, down = dy > 0 ? BOX / 2 / dy : 1;
  return across < down ? across : down;
}

static void
put_arrow (const struct node *from, const struct node *to, double x, double y, FILE *file)
{
  double dx = to->x - from->x, dy = to->y - from->y, length = sqrt (dx * dx + dy * dy);
  double begin = part_inside (from, to), end = 1 - part_inside (to, from) - 2 / length;
  assert (length > 0 && begin < end);
  double tip_x = x + from->x + end * dx, tip_y = y + from->y + end * dy;
  double back_x = tip_x - TIP * dx / length, back_y = tip_y - TIP * dy / length;
  double side_x = -TIP / 2 * dy / length, side_y = TIP / 2 * dx / length;
  fprintf (file, "<path class=\"ring\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
           x + from->x + begin * dx, y + from->y + begin * dy, back_x, back_y);
  fprintf (file, "<path class=\"tip\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fZ\"/>\n", tip_x,
           tip_y, back_x + side_x, back_y + side_y, back_x - side_x, back_y - side_y);
}

static void
put_node (const struct node *node, double x, double y, FILE *file)
{
  fprintf (file,
           "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\" "
           "class=\"%s\"/>\n",
           x + node->x - node->width / 2, y + node->y - BOX / 2, node->width, BOX,
           node->is_lock ? BOX / 2 : 3, node->is_lock ? "awaited" : "process");
  fprintf (file, "<text x=\"%.1f\" y=\"%.1f\" class=\"middle\">", x + node->x,
           y + node->y + 4);
  escape_xml (file, node->name);
  fputs ("</text>\n", file);
}

void
draw_circle (const struct picture *picture, double x, double y, FILE *file)
{
  struct ring ring = ring_of (picture);
  uint32_t count = 2 * picture->circle.count;
  double middle_x = x + ring.across + ring.widest / 2, middle_y = y + ring.down + BOX / 2;
  for (uint32_t i = 0; i < count; i++)
    {
      struct node node = node_of (&ring, i), next = node_of (&ring, i + 1);
      put_arrow (&node, &next, middle_x, middle_y, file);
    }
  for (uint32_t i = 0; i < count; i++)
    {
      struct node node = node_of (&ring, i);
      put_node (&node, middle_x, middle_y, file);
    }
}
