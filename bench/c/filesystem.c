/* filesystem.c -- a small file system on a disk of bytes, in the manner of the one whose
   races [GanaiGupta2008] found by bounded model checking: each inode, each block and the
   map of blocks has a lock of its own, and whoever uses one of them holds its lock.

   But a byte is accessed in two steps: the head of the disk is moved there, and then the
   byte under it is read or written.  There is one head, and no lock for it.  Between the
   two steps another thread may move it away, and a byte of one file is written into
   another file, or into an inode.  So the head and the bytes race wherever one thread
   accesses the disk under one lock, and the other under another.

   -DFIXED: a lock for the disk is held during both steps, and nothing races.
   -DWHOLE: the disk is formatted first, and checked at the end, and the users do all that
   there is.

   The layers, from below: disk, numbers, locks, map of blocks, inodes, files,
   directory, system, what users do.  Nobody holds two locks of one kind, and an inode
   comes before a block, a block before the map, and the map before the disk: there is no
   deadlock. */
#include <pthread.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool (void);

/* ---- What a disk looks like. ---- */

#define INODES 4     /* the first one is the directory */
#define BLOCKS 6     /* of bytes */
#define BLOCK_SIZE 4 /* bytes of a block */
#define DIRECT 2     /* blocks of a file, at most */
#define FILE_SIZE (DIRECT * BLOCK_SIZE)
#define NAME_SIZE 1 /* bytes of a name in the directory */
#define ENTRY_SIZE (NAME_SIZE + 1)
#define ENTRIES (FILE_SIZE / ENTRY_SIZE)

/* The super block: a number that says that this is a disk of ours, whether it is in use,
   how often it was. */
#define SUPER 0
#define SUPER_MAGIC (SUPER + 0)
#define SUPER_IN_USE (SUPER + 2)
#define SUPER_MOUNTS (SUPER + 3)
#define SUPER_SIZE 4
#define MAGIC 0x5046

/* The map: a byte for each block. */
#define MAP (SUPER + SUPER_SIZE)
#define MAP_SIZE BLOCKS

/* An inode: its kind, how often it is named, when it was changed, its size, its blocks.
 */
#define INODE_KIND 0
#define INODE_LINKS 1
#define INODE_CHANGED 2
#define INODE_LENGTH 3
#define INODE_BLOCKS 4
#define INODE_SIZE (INODE_BLOCKS + DIRECT)
#define INODE_AREA (MAP + MAP_SIZE)

/* The blocks. */
#define BLOCK_AREA (INODE_AREA + INODES * INODE_SIZE)
#define DISK_SIZE (BLOCK_AREA + BLOCKS * BLOCK_SIZE)

#define ROOT 0     /* the inode of the directory */
#define NO_BLOCK 0 /* blocks are numbered from 1 */
#define NO_INODE (-1)
#define NO_ENTRY (-1)

enum kind
{
  KIND_FREE,
  KIND_FILE,
  KIND_DIRECTORY
};

enum status
{
  FINE,
  NOT_THERE,     /* there is no file of that name, or number */
  THERE_ALREADY, /* a file of that name is there */
  NO_SPACE,      /* no block, no inode or no entry is free */
  TOO_LARGE,     /* a file cannot be that long */
  WRONG_KIND,    /* a directory where a file is wanted, or the other way round */
  BAD_ARGUMENT,
  NOT_OURS /* no disk of ours, or not in use */
};

typedef unsigned char byte;

struct inode
{
  byte kind;
  byte links;
  byte changed;
  byte length;
  byte blocks[DIRECT];
};

struct attributes
{
  byte kind;
  byte links;
  byte changed;
  byte length;
};

/* ---- The disk. ---- */

/* An empty one, but for what nobody looks at before it is in use: zeros. */
static byte disk[DISK_SIZE];
static int head; /* the byte under it is read or written next */

#ifdef FIXED
static pthread_mutex_t disk_lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static void
disk_enter (void)
{
#ifdef FIXED
  pthread_mutex_lock (&disk_lock);
#endif
}

static void
disk_leave (void)
{
#ifdef FIXED
  pthread_mutex_unlock (&disk_lock);
#endif
}

static void
disk_seek (int place)
{
  head = place;
}

static byte
disk_get (void)
{
  return disk[head];
}

static void
disk_put (byte value)
{
  disk[head] = value;
}

/* The byte at PLACE. */
static byte
disk_read (int place)
{
  disk_enter ();
  disk_seek (place);
  byte value = disk_get ();
  disk_leave ();
  return value;
}

/* VALUE becomes the byte at PLACE. */
static void
disk_write (int place, byte value)
{
  disk_enter ();
  disk_seek (place);
  disk_put (value);
  disk_leave ();
}

/* COUNT bytes from PLACE on become zero. */
static void
disk_clear (int place, int count)
{
  for (int i = 0; i < count; i++)
    disk_write (place + i, 0);
}

/* ---- Numbers of two bytes, the high one first. ---- */

static int
number_read (int place)
{
  int high = disk_read (place);
  int low = disk_read (place + 1);
  return high << 8 | low;
}

static void
number_write (int place, int value)
{
  disk_write (place, (byte) (value >> 8));
  disk_write (place + 1, (byte) value);
}

/* ---- Locks: one for each inode, for each block, and for the map. ---- */

static pthread_mutex_t inode_locks[INODES];
static pthread_mutex_t block_locks[BLOCKS];
static pthread_mutex_t map_lock = PTHREAD_MUTEX_INITIALIZER;

static void
locks_init (void)
{
  for (int i = 0; i < INODES; i++)
    pthread_mutex_init (&inode_locks[i], 0);
  for (int i = 0; i < BLOCKS; i++)
    pthread_mutex_init (&block_locks[i], 0);
}

static bool
is_inode (int number)
{
  return number >= 0 && number < INODES;
}

static bool
is_block (int number)
{
  return number >= 1 && number <= BLOCKS;
}

static void
inode_lock (int number)
{
  pthread_mutex_lock (&inode_locks[number]);
}

static void
inode_unlock (int number)
{
  pthread_mutex_unlock (&inode_locks[number]);
}

static void
block_lock (int number)
{
  pthread_mutex_lock (&block_locks[number - 1]);
}

static void
block_unlock (int number)
{
  pthread_mutex_unlock (&block_locks[number - 1]);
}

static void
map_enter (void)
{
  pthread_mutex_lock (&map_lock);
}

static void
map_leave (void)
{
  pthread_mutex_unlock (&map_lock);
}

/* ---- The map: which blocks are taken. ---- */

static int
map_place (int block)
{
  return MAP + block - 1;
}

/* Is BLOCK taken?  The map is locked. */
static bool
map_is_taken (int block)
{
  return disk_read (map_place (block)) != 0;
}

static void
map_set (int block, bool taken)
{
  disk_write (map_place (block), taken ? 1 : 0);
}

/* A block that is free, and from now on taken; NO_BLOCK: the disk is full. */
static int
map_allocate (void)
{
  int found = NO_BLOCK;
  map_enter ();
  for (int block = 1; block <= BLOCKS && found == NO_BLOCK; block++)
    if (!map_is_taken (block))
      {
        map_set (block, true);
        found = block;
      }
  map_leave ();
  return found;
}

/* BLOCK is free from now on. */
static void
map_release (int block)
{
  if (!is_block (block))
    return;
  map_enter ();
  map_set (block, false);
  map_leave ();
}

/* How many blocks are free? */
static int
map_count_free (void)
{
  int count = 0;
  map_enter ();
  for (int block = 1; block <= BLOCKS; block++)
    if (!map_is_taken (block))
      count++;
  map_leave ();
  return count;
}

/* ---- Blocks: bytes of files. ---- */

static int
block_place (int block, int offset)
{
  return BLOCK_AREA + (block - 1) * BLOCK_SIZE + offset;
}

/* The byte at OFFSET of BLOCK. */
static byte
block_read (int block, int offset)
{
  block_lock (block);
  byte value = disk_read (block_place (block, offset));
  block_unlock (block);
  return value;
}

static void
block_write (int block, int offset, byte value)
{
  block_lock (block);
  disk_write (block_place (block, offset), value);
  block_unlock (block);
}

/* All bytes of BLOCK become zero. */
static void
block_clear (int block)
{
  block_lock (block);
  disk_clear (block_place (block, 0), BLOCK_SIZE);
  block_unlock (block);
}

/* ---- Inodes: what is known about a file. ---- */

static int
inode_place (int number)
{
  return INODE_AREA + number * INODE_SIZE;
}

/* Inode NUMBER, which is locked. */
static void
inode_read (int number, struct inode *inode)
{
  int place = inode_place (number);
  inode->kind = disk_read (place + INODE_KIND);
  inode->links = disk_read (place + INODE_LINKS);
  inode->changed = disk_read (place + INODE_CHANGED);
  inode->length = disk_read (place + INODE_LENGTH);
  for (int i = 0; i < DIRECT; i++)
    inode->blocks[i] = disk_read (place + INODE_BLOCKS + i);
}

static void
inode_write (int number, const struct inode *inode)
{
  int place = inode_place (number);
  disk_write (place + INODE_KIND, inode->kind);
  disk_write (place + INODE_LINKS, inode->links);
  disk_write (place + INODE_CHANGED, inode->changed);
  disk_write (place + INODE_LENGTH, inode->length);
  for (int i = 0; i < DIRECT; i++)
    disk_write (place + INODE_BLOCKS + i, inode->blocks[i]);
}

/* Only its kind: enough for whoever looks for one that is free. */
static byte
inode_read_kind (int number)
{
  return disk_read (inode_place (number) + INODE_KIND);
}

static void
inode_init (struct inode *inode, enum kind kind)
{
  inode->kind = (byte) kind;
  inode->links = 0;
  inode->changed = 0;
  inode->length = 0;
  for (int i = 0; i < DIRECT; i++)
    inode->blocks[i] = NO_BLOCK;
}

/* An inode that was free, and is one of KIND from now on. */
static int
inode_allocate (enum kind kind)
{
  for (int number = ROOT + 1; number < INODES; number++)
    {
      inode_lock (number);
      if (inode_read_kind (number) == KIND_FREE)
        {
          struct inode inode;
          inode_init (&inode, kind);
          inode_write (number, &inode);
          inode_unlock (number);
          return number;
        }
      inode_unlock (number);
    }
  return NO_INODE;
}

/* Something about INODE changed: the time, which only has to be another one. */
static void
inode_touch (struct inode *inode)
{
  inode->changed++;
}

/* ---- Files by number; the inode is locked by who calls these. ---- */

/* Which block has the byte at OFFSET?  NO_BLOCK: none has. */
static int
file_block (const struct inode *inode, int offset)
{
  int index = offset / BLOCK_SIZE;
  if (index < 0 || index >= DIRECT)
    return NO_BLOCK;
  int block = inode->blocks[index];
  return is_block (block) ? block : NO_BLOCK;
}

/* The same, and if there is none, one is taken; NO_BLOCK: the disk is full. */
static int
file_take_block (struct inode *inode, int offset)
{
  int block = file_block (inode, offset);
  if (block != NO_BLOCK)
    return block;
  block = map_allocate ();
  if (block == NO_BLOCK)
    return NO_BLOCK;
  block_clear (block);
  inode->blocks[offset / BLOCK_SIZE] = (byte) block;
  return block;
}

/* The byte at OFFSET, zero if it was never written. */
static byte
file_get (const struct inode *inode, int offset)
{
  int block = file_block (inode, offset);
  if (offset >= inode->length || block == NO_BLOCK)
    return 0;
  return block_read (block, offset % BLOCK_SIZE);
}

static enum status
file_put (struct inode *inode, int offset, byte value)
{
  if (offset < 0 || offset >= FILE_SIZE)
    return TOO_LARGE;
  int block = file_take_block (inode, offset);
  if (block == NO_BLOCK)
    return NO_SPACE;
  block_write (block, offset % BLOCK_SIZE, value);
  if (offset >= inode->length)
    inode->length = (byte) (offset + 1);
  return FINE;
}

/* What is after LENGTH is gone. */
static void
file_cut (struct inode *inode, int length)
{
  for (int i = 0; i < DIRECT; i++)
    if (i * BLOCK_SIZE >= length && inode->blocks[i] != NO_BLOCK)
      {
        map_release (inode->blocks[i]);
        inode->blocks[i] = NO_BLOCK;
      }
  if (inode->length > length)
    inode->length = (byte) length;
}

/* ---- Files by number; these lock the inode. ---- */

/* COUNT bytes from OFFSET on; *GOT is how many there were. */
static enum status
file_read (int number, int offset, byte *bytes, int count, int *got)
{
  struct inode inode;
  *got = 0;
  if (!is_inode (number) || offset < 0 || count < 0)
    return BAD_ARGUMENT;
  inode_lock (number);
  inode_read (number, &inode);
  if (inode.kind != KIND_FILE)
    {
      inode_unlock (number);
      return inode.kind == KIND_FREE ? NOT_THERE : WRONG_KIND;
    }
  for (int i = 0; i < count && offset + i < inode.length; i++)
    {
      bytes[i] = file_get (&inode, offset + i);
      *got = i + 1;
    }
  inode_unlock (number);
  return FINE;
}

static enum status
file_write (int number, int offset, const byte *bytes, int count)
{
  struct inode inode;
  enum status status = FINE;
  if (!is_inode (number) || offset < 0 || count < 0)
    return BAD_ARGUMENT;
  if (offset + count > FILE_SIZE)
    return TOO_LARGE;
  inode_lock (number);
  inode_read (number, &inode);
  if (inode.kind != KIND_FILE)
    {
      inode_unlock (number);
      return inode.kind == KIND_FREE ? NOT_THERE : WRONG_KIND;
    }
  for (int i = 0; i < count && status == FINE; i++)
    status = file_put (&inode, offset + i, bytes[i]);
  inode_touch (&inode);
  inode_write (number, &inode);
  inode_unlock (number);
  return status;
}

/* BYTES after what is there already. */
static enum status
file_append (int number, const byte *bytes, int count)
{
  struct inode inode;
  enum status status = FINE;
  if (!is_inode (number) || count < 0)
    return BAD_ARGUMENT;
  inode_lock (number);
  inode_read (number, &inode);
  if (inode.kind != KIND_FILE)
    status = inode.kind == KIND_FREE ? NOT_THERE : WRONG_KIND;
  else if (inode.length + count > FILE_SIZE)
    status = TOO_LARGE;
  else
    {
      for (int i = 0; i < count && status == FINE; i++)
        status = file_put (&inode, inode.length, bytes[i]);
      inode_touch (&inode);
      inode_write (number, &inode);
    }
  inode_unlock (number);
  return status;
}

static enum status
file_truncate (int number, int length)
{
  struct inode inode;
  enum status status = FINE;
  if (!is_inode (number) || length < 0)
    return BAD_ARGUMENT;
  inode_lock (number);
  inode_read (number, &inode);
  if (inode.kind != KIND_FILE)
    status = inode.kind == KIND_FREE ? NOT_THERE : WRONG_KIND;
  else
    {
      file_cut (&inode, length);
      inode_touch (&inode);
      inode_write (number, &inode);
    }
  inode_unlock (number);
  return status;
}

static enum status
file_attributes (int number, struct attributes *attributes)
{
  struct inode inode;
  if (!is_inode (number))
    return BAD_ARGUMENT;
  inode_lock (number);
  inode_read (number, &inode);
  inode_unlock (number);
  if (inode.kind == KIND_FREE)
    return NOT_THERE;
  attributes->kind = inode.kind;
  attributes->links = inode.links;
  attributes->changed = inode.changed;
  attributes->length = inode.length;
  return FINE;
}

/* One more name for the file. */
static enum status
file_link (int number)
{
  struct inode inode;
  enum status status = FINE;
  inode_lock (number);
  inode_read (number, &inode);
  if (inode.kind != KIND_FILE)
    status = NOT_THERE;
  else
    {
      inode.links++;
      inode_touch (&inode);
      inode_write (number, &inode);
    }
  inode_unlock (number);
  return status;
}

/* One name less; a file without names is gone. */
static enum status
file_unlink (int number)
{
  struct inode inode;
  enum status status = FINE;
  inode_lock (number);
  inode_read (number, &inode);
  if (inode.kind != KIND_FILE || inode.links == 0)
    status = NOT_THERE;
  else
    {
      inode.links--;
      inode_touch (&inode);
      if (inode.links == 0)
        {
          file_cut (&inode, 0);
          inode_init (&inode, KIND_FREE);
        }
      inode_write (number, &inode);
    }
  inode_unlock (number);
  return status;
}

/* ---- The directory: names and the numbers of inodes, in the file ROOT. ---- */

/* Its functions with `entry' are called with its inode locked and read. */

static byte
entry_name (const struct inode *root, int entry)
{
  return file_get (root, entry * ENTRY_SIZE);
}

static int
entry_inode (const struct inode *root, int entry)
{
  return file_get (root, entry * ENTRY_SIZE + NAME_SIZE);
}

static enum status
entry_set (struct inode *root, int entry, byte name, int number)
{
  enum status status = file_put (root, entry * ENTRY_SIZE, name);
  if (status == FINE)
    status = file_put (root, entry * ENTRY_SIZE + NAME_SIZE, (byte) number);
  return status;
}

/* The entry of NAME; with name 0 one that is free. */
static int
entry_find (const struct inode *root, byte name)
{
  for (int entry = 0; entry < ENTRIES; entry++)
    if (entry_name (root, entry) == name)
      return entry;
  return NO_ENTRY;
}

/* The inode of NAME; NO_INODE: there is no such file. */
static int
directory_find (byte name)
{
  struct inode root;
  int number = NO_INODE;
  if (name == 0)
    return NO_INODE;
  inode_lock (ROOT);
  inode_read (ROOT, &root);
  int entry = entry_find (&root, name);
  if (entry != NO_ENTRY)
    number = entry_inode (&root, entry);
  inode_unlock (ROOT);
  return is_inode (number) ? number : NO_INODE;
}

/* NAME is a name of inode NUMBER from now on. */
static enum status
directory_enter (byte name, int number)
{
  struct inode root;
  enum status status = FINE;
  if (name == 0 || !is_inode (number))
    return BAD_ARGUMENT;
  inode_lock (ROOT);
  inode_read (ROOT, &root);
  if (entry_find (&root, name) != NO_ENTRY)
    status = THERE_ALREADY;
  else
    {
      int entry = entry_find (&root, 0);
      status = entry == NO_ENTRY ? NO_SPACE : entry_set (&root, entry, name, number);
      inode_touch (&root);
      inode_write (ROOT, &root);
    }
  inode_unlock (ROOT);
  return status;
}

/* NAME is no name any more; *NUMBER is the inode that it was one of. */
static enum status
directory_remove (byte name, int *number)
{
  struct inode root;
  enum status status = NOT_THERE;
  *number = NO_INODE;
  if (name == 0)
    return BAD_ARGUMENT;
  inode_lock (ROOT);
  inode_read (ROOT, &root);
  int entry = entry_find (&root, name);
  if (entry != NO_ENTRY)
    {
      *number = entry_inode (&root, entry);
      status = entry_set (&root, entry, 0, 0);
      inode_touch (&root);
      inode_write (ROOT, &root);
    }
  inode_unlock (ROOT);
  return status == FINE && !is_inode (*number) ? NOT_THERE : status;
}

/* What was called FROM is called TO. */
static enum status
directory_rename (byte from, byte to)
{
  struct inode root;
  enum status status = FINE;
  if (from == 0 || to == 0)
    return BAD_ARGUMENT;
  inode_lock (ROOT);
  inode_read (ROOT, &root);
  int entry = entry_find (&root, from);
  if (entry == NO_ENTRY)
    status = NOT_THERE;
  else if (entry_find (&root, to) != NO_ENTRY)
    status = THERE_ALREADY;
  else
    {
      status = file_put (&root, entry * ENTRY_SIZE, to);
      inode_touch (&root);
      inode_write (ROOT, &root);
    }
  inode_unlock (ROOT);
  return status;
}

/* How many names are there? */
static int
directory_count (void)
{
  struct inode root;
  int count = 0;
  inode_lock (ROOT);
  inode_read (ROOT, &root);
  for (int entry = 0; entry < ENTRIES; entry++)
    if (entry_name (&root, entry) != 0)
      count++;
  inode_unlock (ROOT);
  return count;
}

/* ---- The system: files by name. ---- */

static enum status
system_create (byte name)
{
  if (directory_find (name) != NO_INODE)
    return THERE_ALREADY;
  int number = inode_allocate (KIND_FILE);
  if (number == NO_INODE)
    return NO_SPACE;
  enum status status = file_link (number);
  if (status != FINE)
    return status;
  status = directory_enter (name, number);
  if (status != FINE)
    file_unlink (number);
  return status;
}

static enum status
system_write (byte name, int offset, const byte *bytes, int count)
{
  int number = directory_find (name);
  return number == NO_INODE ? NOT_THERE : file_write (number, offset, bytes, count);
}

static enum status
system_append (byte name, const byte *bytes, int count)
{
  int number = directory_find (name);
  return number == NO_INODE ? NOT_THERE : file_append (number, bytes, count);
}

static enum status
system_read (byte name, int offset, byte *bytes, int count, int *got)
{
  int number = directory_find (name);
  *got = 0;
  return number == NO_INODE ? NOT_THERE : file_read (number, offset, bytes, count, got);
}

static enum status
system_truncate (byte name, int length)
{
  int number = directory_find (name);
  return number == NO_INODE ? NOT_THERE : file_truncate (number, length);
}

static enum status
system_attributes (byte name, struct attributes *attributes)
{
  int number = directory_find (name);
  return number == NO_INODE ? NOT_THERE : file_attributes (number, attributes);
}

static enum status
system_link (byte name, byte other)
{
  int number = directory_find (name);
  if (number == NO_INODE)
    return NOT_THERE;
  enum status status = file_link (number);
  if (status != FINE)
    return status;
  status = directory_enter (other, number);
  if (status != FINE)
    file_unlink (number);
  return status;
}

static enum status
system_remove (byte name)
{
  int number;
  enum status status = directory_remove (name, &number);
  return status == FINE ? file_unlink (number) : status;
}

static enum status
system_rename (byte from, byte to)
{
  return directory_rename (from, to);
}

/* FROM becomes a file called TO, too, with bytes of its own. */
static enum status
system_copy (byte from, byte to)
{
  byte bytes[FILE_SIZE];
  int got;
  enum status status = system_read (from, 0, bytes, FILE_SIZE, &got);
  if (status != FINE)
    return status;
  status = system_create (to);
  return status == FINE ? system_write (to, 0, bytes, got) : status;
}

/* ---- The whole disk, when nobody else uses it. ---- */

static void
system_format (void)
{
  struct inode inode;
  disk_clear (0, DISK_SIZE);
  inode_init (&inode, KIND_FREE);
  for (int number = ROOT + 1; number < INODES; number++)
    inode_write (number, &inode);
  inode_init (&inode, KIND_DIRECTORY);
  inode.links = 1;
  inode_write (ROOT, &inode);
  number_write (SUPER_MAGIC, MAGIC);
}

static enum status
system_mount (void)
{
  if (number_read (SUPER_MAGIC) != MAGIC || disk_read (SUPER_IN_USE) != 0)
    return NOT_OURS;
  disk_write (SUPER_IN_USE, 1);
  disk_write (SUPER_MOUNTS, (byte) (disk_read (SUPER_MOUNTS) + 1));
  locks_init ();
  return FINE;
}

static enum status
system_unmount (void)
{
  if (number_read (SUPER_MAGIC) != MAGIC || disk_read (SUPER_IN_USE) != 1)
    return NOT_OURS;
  disk_write (SUPER_IN_USE, 0);
  return FINE;
}

/* Is each block that an inode has taken, and does no other inode have it? */
static bool
system_blocks_are_right (void)
{
  int owner[BLOCKS + 1];
  for (int block = 1; block <= BLOCKS; block++)
    owner[block] = NO_INODE;
  for (int number = 0; number < INODES; number++)
    {
      struct inode inode;
      inode_read (number, &inode);
      for (int i = 0; i < DIRECT; i++)
        {
          int block = inode.blocks[i];
          if (block == NO_BLOCK)
            continue;
          if (inode.kind == KIND_FREE || !is_block (block) || !map_is_taken (block)
              || owner[block] != NO_INODE)
            return false;
          owner[block] = number;
        }
    }
  for (int block = 1; block <= BLOCKS; block++)
    if (map_is_taken (block) && owner[block] == NO_INODE)
      return false;
  return true;
}

/* Has each file as many names as its inode says? */
static bool
system_names_are_right (void)
{
  int names[INODES];
  struct inode root;
  for (int number = 0; number < INODES; number++)
    names[number] = 0;
  inode_read (ROOT, &root);
  if (root.kind != KIND_DIRECTORY)
    return false;
  for (int entry = 0; entry < ENTRIES; entry++)
    if (entry_name (&root, entry) != 0)
      {
        int number = entry_inode (&root, entry);
        if (!is_inode (number) || number == ROOT)
          return false;
        names[number]++;
      }
  for (int number = ROOT + 1; number < INODES; number++)
    {
      struct inode inode;
      inode_read (number, &inode);
      if (inode.kind == KIND_FREE ? names[number] > 0 : names[number] != inode.links)
        return false;
    }
  return true;
}

/* Is no file longer than its blocks? */
static bool
system_lengths_are_right (void)
{
  for (int number = 0; number < INODES; number++)
    {
      struct inode inode;
      inode_read (number, &inode);
      if (inode.length > FILE_SIZE)
        return false;
    }
  return true;
}

static bool
system_is_right (void)
{
  return system_blocks_are_right () && system_names_are_right ()
         && system_lengths_are_right ();
}

/* ---- What users do: any of these, with any name. ---- */

#ifndef ROUNDS
#define ROUNDS 1
#endif

static bool
any (void)
{
  return __VERIFIER_nondet_bool ();
}

static byte
any_name (void)
{
  return any () ? 1 : 2;
}

/* Writes files. */
static void
writer_round (void)
{
  static const byte text[2] = { 'o', 'k' };
  if (any ())
    system_append (any_name (), text, 1);
  else if (any ())
    system_create (any_name ());
#ifdef WHOLE
  else if (any ())
    system_write (any_name (), 1, text, 2);
  else if (any ())
    system_copy (any_name (), any_name ());
  else
    system_link (any_name (), any_name ());
#endif
}

/* Reads files, renames them, and throws them away. */
static void
reader_round (void)
{
  byte bytes[2];
  int got;
  if (any ())
    system_read (any_name (), 0, bytes, 1, &got);
  else if (any ())
    map_count_free ();
  else if (any ())
    system_remove (any_name ());
#ifdef WHOLE
  else if (any ())
    system_rename (any_name (), any_name ());
  else if (any ())
    system_truncate (any_name (), 1);
  else if (any ())
    directory_count ();
  else
    {
      struct attributes attributes;
      system_attributes (any_name (), &attributes);
    }
#endif
}

static void *
writer (void *argument)
{
  for (int round = 0; round < ROUNDS; round++)
    writer_round ();
  return argument;
}

static void *
reader (void *argument)
{
  for (int round = 0; round < ROUNDS; round++)
    reader_round ();
  return argument;
}

int
main (void)
{
  pthread_t first, second;
#ifdef WHOLE
  system_format ();
  if (system_mount () != FINE)
    return 1;
#endif
  pthread_create (&first, 0, writer, 0);
  pthread_create (&second, 0, reader, 0);
  pthread_join (first, 0);
  pthread_join (second, 0);
#ifdef WHOLE
  return system_unmount () == FINE && system_is_right () ? 0 : 1;
#endif
  return 0;
}
