/*
 * A disk in memory, under the real SQLite: a file system of its own (sqlite3_vfs) that becomes the default when this extension is
 * loaded. It keeps for each file what would be found after a power cut, and each write that may be found or not: by the sector, in
 * any order. What is asked of it, and how it fails, is said by SQL functions (`disk_...`), which are described where they are defined.
 *
 * Names of files are real: each simulated file lies in the folder as it can be read at the time, for whoever looks at it from outside.
 * Creating, removing and locking are never lost.
 */
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <fcntl.h>
#include <vector>

namespace {

constexpr int SECTOR = 512;
constexpr int SHM_LOCKS = SQLITE_SHM_NLOCK;

/** splitmix64: what a cut leaves follows from the seed alone. */
struct Random {
  uint64_t state = 1;
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  uint64_t below(uint64_t end) { return next() % end; }
};

using Bytes = std::vector<uint8_t>;

/** What one write made of one sector. */
struct Version {
  uint64_t order;
  Bytes bytes;
  /** A sync that should have brought it to the disk failed: no later one tries again. */
  bool isForgotten;
};

struct Size {
  uint64_t order;
  int64_t bytes;
};

struct Shm {
  std::vector<std::unique_ptr<Bytes>> regions;
  int shared[SHM_LOCKS] = {};
  bool exclusive[SHM_LOCKS] = {};
  int users = 0;
};

struct File {
  std::string path;
  /** As it can be read. */
  Bytes now;
  /** As it would be found. */
  Bytes durable;
  std::map<int64_t, std::vector<Version>> unsynced;
  std::vector<Size> sizes;
  Shm shm;
  int shared = 0;
  const void *reserved = nullptr;
  const void *pending = nullptr;
  const void *exclusive = nullptr;
  /** The file that lies there for others, and how large that is; negative where it is not open. */
  int shown = -1;
  int64_t shownBytes = -1;

  ~File() {
    if (shown >= 0) close(shown);
  }
};

/** A call that is going to fail. */
struct Fault {
  std::string kind;
  int64_t after;
  int64_t count;
  /** The power goes off at the call after so many that come behind the first failure; negative for never. */
  int64_t cutAfter;
};

struct Disk {
  std::string folder;
  std::map<std::string, std::shared_ptr<File>> files;
  Random random;
  Random engine;
  std::vector<Fault> faults;
  uint64_t order = 0;
  /** Counts power cuts: what was opened before one can do nothing after it. */
  int epoch = 0;
  bool isOff = false;
  /** Calls that change something until the power is cut; negative for never. */
  int64_t cutAfter = -1;
  int64_t calls = 0;
  int64_t nowMs = 0;
  bool liesOnSync = false;
};

Disk disk;
sqlite3_vfs *original = nullptr;

struct Handle {
  sqlite3_file base;
  std::shared_ptr<File> *file;
  int epoch;
  int lock;
  bool isDeletedOnClose;
  bool hasShm;
  int shmShared;
  int shmExclusive;
};

Handle *handleOf(sqlite3_file *file) { return reinterpret_cast<Handle *>(file); }

bool isGone(const Handle *handle) { return disk.isOff || handle->epoch != disk.epoch; }

/** The failure that this call was to meet, if any. */
bool isFailing(const char *kind) {
  bool fails = false;
  for (auto &fault : disk.faults) {
    if (fault.kind != kind || fault.count <= 0) continue;
    if (fault.after > 0) fault.after -= 1;
    else {
      fault.count -= 1;
      fails = true;
      if (fault.cutAfter >= 0) disk.cutAfter = fault.cutAfter;
      fault.cutAfter = -1;
    }
  }
  return fails;
}

/** Counts a call that changes something. Whether the power went off just before it. */
bool isCut() {
  disk.calls += 1;
  if (disk.cutAfter < 0) return false;
  if (disk.cutAfter > 0) {
    disk.cutAfter -= 1;
    return false;
  }
  disk.cutAfter = -1;
  disk.isOff = true;
  return true;
}

/** The file that lies there for others is made what the simulated one is, from there on. It stays open: opening it takes longer than writing. */
void show(File &file, int64_t at, size_t count) {
  if (file.shown < 0) file.shown = open(file.path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file.shown < 0) return;
  const auto size = static_cast<int64_t>(file.now.size());
  // What is written at the end makes it as long by itself.
  const bool isLonger = file.shownBytes >= 0 && file.shownBytes < size && at + static_cast<int64_t>(count) == size;
  bool isShown = size == file.shownBytes || isLonger || ftruncate(file.shown, static_cast<off_t>(size)) == 0;
  if (isShown && count > 0)
    isShown = pwrite(file.shown, file.now.data() + at, count, at) == static_cast<ssize_t>(count);
  file.shownBytes = size;
  if (!isShown) disk.isOff = true;
}

Bytes sectorOf(const Bytes &bytes, int64_t sector) {
  Bytes found(SECTOR, 0);
  const int64_t at = sector * SECTOR;
  const int64_t left = static_cast<int64_t>(bytes.size()) - at;
  if (left > 0) std::memcpy(found.data(), bytes.data() + at, static_cast<size_t>(std::min<int64_t>(left, SECTOR)));
  return found;
}

void write(File &file, const uint8_t *bytes, int64_t count, int64_t at) {
  if (count <= 0) return;
  const bool grows = at + count > static_cast<int64_t>(file.now.size());
  if (grows) file.now.resize(static_cast<size_t>(at + count));
  std::memcpy(file.now.data() + at, bytes, static_cast<size_t>(count));
  disk.order += 1;
  for (int64_t sector = at / SECTOR; sector <= (at + count - 1) / SECTOR; sector += 1) {
    file.unsynced[sector].push_back({disk.order, sectorOf(file.now, sector), false});
  }
  if (grows) {
    file.sizes.push_back({disk.order, static_cast<int64_t>(file.now.size())});
  }
  show(file, at, static_cast<size_t>(count));
}

void cutTo(File &file, int64_t size) {
  const int64_t before = static_cast<int64_t>(file.now.size());
  file.now.resize(static_cast<size_t>(size));
  disk.order += 1;
  // Where it grows again there are zeros, and not what was there.
  for (int64_t sector = size / SECTOR; sector * SECTOR < before; sector += 1) {
    file.unsynced[sector].push_back({disk.order, sectorOf(file.now, sector), false});
  }
  file.sizes.push_back({disk.order, size});
  show(file, 0, 0);
}

void put(Bytes &durable, int64_t sector, const Bytes &bytes) {
  const size_t end = static_cast<size_t>((sector + 1) * SECTOR);
  if (durable.size() < end) durable.resize(end);
  std::memcpy(durable.data() + sector * SECTOR, bytes.data(), SECTOR);
}

/** Everything that was written up to then is on the disk. */
void synced(File &file, uint64_t order) {
  int64_t size = -1;
  for (const auto &known : file.sizes) {
    if (known.order <= order) size = known.bytes;
  }
  const int64_t before = static_cast<int64_t>(file.durable.size());
  for (auto it = file.unsynced.begin(); it != file.unsynced.end();) {
    auto &versions = it->second;
    int64_t last = -1;
    for (size_t index = 0; index < versions.size(); index += 1) {
      if (versions[index].order <= order && !versions[index].isForgotten) last = static_cast<int64_t>(index);
    }
    if (last >= 0) {
      put(file.durable, it->first, versions[static_cast<size_t>(last)].bytes);
      versions.erase(versions.begin(), versions.begin() + last + 1);
    }
    it = versions.empty() ? file.unsynced.erase(it) : std::next(it);
  }
  std::erase_if(file.sizes, [order](const Size &known) { return known.order <= order; });
  file.durable.resize(static_cast<size_t>(size >= 0 ? size : before));
}

/** A sync that failed: the system holds what was written for clean, and does not try again. */
void forgotten(File &file, uint64_t order) {
  for (auto &[sector, versions] : file.unsynced) {
    for (auto &version : versions) {
      if (version.order <= order) version.isForgotten = true;
    }
  }
}

/** What is found of a file after the power was cut. */
void cut(File &file) {
  // Nothing of what was not synced, all of it, all of it up to some write, or any of it.
  const uint64_t kind = disk.random.below(4);
  const uint64_t oldest = file.unsynced.empty() ? disk.order : [&] {
    uint64_t least = UINT64_MAX;
    for (const auto &[sector, versions] : file.unsynced) least = std::min(least, versions.front().order);
    return least;
  }();
  const uint64_t upTo = oldest + disk.random.below(disk.order - oldest + 2);
  int64_t size = static_cast<int64_t>(file.durable.size());
  for (const auto &known : file.sizes) {
    const bool isKept = kind == 1 || (kind == 2 && known.order <= upTo) || (kind == 3 && disk.random.below(2) == 0);
    if (isKept) size = known.bytes;
  }
  for (const auto &[sector, versions] : file.unsynced) {
    const Version *kept = nullptr;
    for (const auto &version : versions) {
      const bool isKept = kind == 1 || (kind == 2 && version.order <= upTo) || (kind == 3 && disk.random.below(2) == 0);
      if (isKept) kept = &version;
    }
    if (kept) put(file.durable, sector, kept->bytes);
  }
  file.durable.resize(static_cast<size_t>(size));
  file.now = file.durable;
  file.unsynced.clear();
  file.sizes.clear();
  file.shm = Shm();
  file.shared = 0;
  file.reserved = file.pending = file.exclusive = nullptr;
  show(file, 0, file.now.size());
}

// ── The calls of SQLite ───────────────────────────────────────────────────────────────────────────────────────────────

void releaseLocks(Handle *handle) {
  File &file = **handle->file;
  if (handle->lock >= SQLITE_LOCK_SHARED) file.shared -= 1;
  if (file.reserved == handle) file.reserved = nullptr;
  if (file.pending == handle) file.pending = nullptr;
  if (file.exclusive == handle) file.exclusive = nullptr;
  handle->lock = SQLITE_LOCK_NONE;
}

void releaseShm(Handle *handle) {
  Shm &shm = (*handle->file)->shm;
  for (int at = 0; at < SHM_LOCKS; at += 1) {
    if (handle->shmShared & (1 << at)) shm.shared[at] -= 1;
    if (handle->shmExclusive & (1 << at)) shm.exclusive[at] = false;
  }
  handle->shmShared = handle->shmExclusive = 0;
}

void removeFile(const std::string &path) {
  disk.files.erase(path);
  unlink(path.c_str());
}

int xClose(sqlite3_file *base) {
  Handle *handle = handleOf(base);
  if (!isGone(handle)) {
    if (handle->hasShm) releaseShm(handle);
    releaseLocks(handle);
    if (handle->isDeletedOnClose) removeFile((*handle->file)->path);
  }
  delete handle->file;
  return SQLITE_OK;
}

int xRead(sqlite3_file *base, void *to, int count, sqlite3_int64 at) {
  Handle *handle = handleOf(base);
  if (isGone(handle)) return SQLITE_IOERR_READ;
  if (isFailing("read")) return SQLITE_IOERR_READ;
  if (isFailing("memory")) return SQLITE_IOERR_NOMEM;
  const Bytes &now = (*handle->file)->now;
  const int64_t left = std::max<int64_t>(0, static_cast<int64_t>(now.size()) - at);
  const int64_t found = std::min<int64_t>(left, count);
  if (found > 0) std::memcpy(to, now.data() + at, static_cast<size_t>(found));
  if (found == count) return SQLITE_OK;
  std::memset(static_cast<uint8_t *>(to) + found, 0, static_cast<size_t>(count - found));
  return SQLITE_IOERR_SHORT_READ;
}

int xWrite(sqlite3_file *base, const void *from, int count, sqlite3_int64 at) {
  Handle *handle = handleOf(base);
  if (isGone(handle) || isCut()) return SQLITE_IOERR_WRITE;
  File &file = **handle->file;
  const auto *bytes = static_cast<const uint8_t *>(from);
  const bool isFull = isFailing("full");
  if (isFull || isFailing("write")) {
    // Some of it may have been written before it failed.
    write(file, bytes, static_cast<int64_t>(disk.random.below(static_cast<uint64_t>(count) / SECTOR + 1)) * SECTOR, at);
    return isFull ? SQLITE_FULL : SQLITE_IOERR_WRITE;
  }
  write(file, bytes, count, at);
  return SQLITE_OK;
}

int xTruncate(sqlite3_file *base, sqlite3_int64 size) {
  Handle *handle = handleOf(base);
  if (isGone(handle) || isCut()) return SQLITE_IOERR_TRUNCATE;
  if (isFailing("truncate")) return SQLITE_IOERR_TRUNCATE;
  cutTo(**handle->file, size);
  return SQLITE_OK;
}

int xSync(sqlite3_file *base, int) {
  Handle *handle = handleOf(base);
  if (isGone(handle) || isCut()) return SQLITE_IOERR_FSYNC;
  File &file = **handle->file;
  if (isFailing("sync")) {
    forgotten(file, disk.order);
    return SQLITE_IOERR_FSYNC;
  }
  if (!disk.liesOnSync) synced(file, disk.order);
  return SQLITE_OK;
}

int xFileSize(sqlite3_file *base, sqlite3_int64 *size) {
  Handle *handle = handleOf(base);
  if (isGone(handle)) return SQLITE_IOERR_FSTAT;
  *size = static_cast<sqlite3_int64>((*handle->file)->now.size());
  return SQLITE_OK;
}

int xLock(sqlite3_file *base, int wanted) {
  Handle *handle = handleOf(base);
  if (isGone(handle)) return SQLITE_IOERR_LOCK;
  if (handle->lock >= wanted) return SQLITE_OK;
  File &file = **handle->file;
  const auto isOthers = [handle](const void *holder) { return holder != nullptr && holder != handle; };
  if (isOthers(file.exclusive)) return SQLITE_BUSY;
  if (wanted == SQLITE_LOCK_SHARED) {
    if (isOthers(file.pending)) return SQLITE_BUSY;
    file.shared += 1;
  } else if (wanted == SQLITE_LOCK_RESERVED) {
    if (isOthers(file.reserved) || isOthers(file.pending)) return SQLITE_BUSY;
    file.reserved = handle;
  } else {
    if (isOthers(file.reserved) || isOthers(file.pending)) return SQLITE_BUSY;
    file.pending = handle;
    if (file.shared > 1) {
      handle->lock = SQLITE_LOCK_PENDING;
      return SQLITE_BUSY;
    }
    file.exclusive = handle;
  }
  handle->lock = wanted;
  return SQLITE_OK;
}

int xUnlock(sqlite3_file *base, int wanted) {
  Handle *handle = handleOf(base);
  if (isGone(handle) || handle->lock <= wanted) return SQLITE_OK;
  const int before = handle->lock;
  releaseLocks(handle);
  if (wanted == SQLITE_LOCK_SHARED && before >= SQLITE_LOCK_SHARED) {
    (*handle->file)->shared += 1;
    handle->lock = SQLITE_LOCK_SHARED;
  }
  return SQLITE_OK;
}

int xCheckReservedLock(sqlite3_file *base, int *isReserved) {
  const File &file = **handleOf(base)->file;
  *isReserved = file.reserved != nullptr || file.pending != nullptr || file.exclusive != nullptr;
  return SQLITE_OK;
}

int xFileControl(sqlite3_file *, int, void *) { return SQLITE_NOTFOUND; }
int xSectorSize(sqlite3_file *) { return SECTOR; }
int xDeviceCharacteristics(sqlite3_file *) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

int xShmMap(sqlite3_file *base, int region, int size, int isToGrow, void volatile **found) {
  Handle *handle = handleOf(base);
  *found = nullptr;
  if (isGone(handle)) return SQLITE_IOERR_SHMMAP;
  if (isFailing("memory")) return SQLITE_IOERR_NOMEM;
  Shm &shm = (*handle->file)->shm;
  if (!handle->hasShm) {
    handle->hasShm = true;
    shm.users += 1;
  }
  if (static_cast<size_t>(region) >= shm.regions.size()) {
    if (!isToGrow) return SQLITE_OK;
    while (shm.regions.size() <= static_cast<size_t>(region)) {
      shm.regions.push_back(std::make_unique<Bytes>(static_cast<size_t>(size), 0));
    }
  }
  *found = shm.regions[static_cast<size_t>(region)]->data();
  return SQLITE_OK;
}

int xShmLock(sqlite3_file *base, int offset, int count, int flags) {
  Handle *handle = handleOf(base);
  if (isGone(handle)) return SQLITE_IOERR_SHMLOCK;
  Shm &shm = (*handle->file)->shm;
  const bool isShared = (flags & SQLITE_SHM_SHARED) != 0;
  if (flags & SQLITE_SHM_LOCK) {
    for (int at = offset; at < offset + count; at += 1) {
      const int bit = 1 << at;
      const bool isMine = (handle->shmShared | handle->shmExclusive) & bit;
      const int others = shm.shared[at] - ((handle->shmShared & bit) ? 1 : 0);
      if (isShared ? (shm.exclusive[at] && !isMine) : (others > 0 || (shm.exclusive[at] && !(handle->shmExclusive & bit))))
        return SQLITE_BUSY;
    }
  }
  for (int at = offset; at < offset + count; at += 1) {
    const int bit = 1 << at;
    if (flags & SQLITE_SHM_UNLOCK) {
      if (isShared && (handle->shmShared & bit)) {
        shm.shared[at] -= 1;
        handle->shmShared &= ~bit;
      }
      if (!isShared && (handle->shmExclusive & bit)) {
        shm.exclusive[at] = false;
        handle->shmExclusive &= ~bit;
      }
    } else if (isShared) {
      if (!(handle->shmShared & bit)) shm.shared[at] += 1;
      handle->shmShared |= bit;
    } else {
      shm.exclusive[at] = true;
      handle->shmExclusive |= bit;
    }
  }
  return SQLITE_OK;
}

void xShmBarrier(sqlite3_file *) {}

int xShmUnmap(sqlite3_file *base, int isToDelete) {
  Handle *handle = handleOf(base);
  if (isGone(handle) || !handle->hasShm) return SQLITE_OK;
  releaseShm(handle);
  handle->hasShm = false;
  Shm &shm = (*handle->file)->shm;
  shm.users -= 1;
  if (shm.users == 0 && isToDelete) shm = Shm();
  return SQLITE_OK;
}

const sqlite3_io_methods METHODS = {
    2,        xClose,       xRead,       xWrite,    xTruncate,   xSync,      xFileSize, xLock,
    xUnlock,  xCheckReservedLock, xFileControl, xSectorSize, xDeviceCharacteristics,
    xShmMap,  xShmLock,     xShmBarrier, xShmUnmap, nullptr,     nullptr,
};

bool isSimulated(const char *path) {
  return path != nullptr && !disk.folder.empty() && std::strncmp(path, disk.folder.c_str(), disk.folder.size()) == 0;
}

int xOpen(sqlite3_vfs *, sqlite3_filename path, sqlite3_file *base, int flags, int *outFlags) {
  if (!isSimulated(path)) return original->xOpen(original, path, base, flags, outFlags);
  base->pMethods = nullptr;
  if (disk.isOff) return SQLITE_CANTOPEN;
  if (isFailing("open")) return SQLITE_CANTOPEN;
  auto found = disk.files.find(path);
  if (found == disk.files.end()) {
    struct stat there;
    // An empty file that somebody else made is one of ours from now on.
    const bool isThere = stat(path, &there) == 0;
    if (!isThere && !(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
    if (!isThere) {
      const int made = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
      if (made < 0) return SQLITE_CANTOPEN;
      close(made);
    }
    auto file = std::make_shared<File>();
    file->path = path;
    found = disk.files.emplace(path, std::move(file)).first;
  }
  Handle *handle = handleOf(base);
  std::memset(handle, 0, sizeof(Handle));
  handle->file = new std::shared_ptr<File>(found->second);
  handle->epoch = disk.epoch;
  handle->isDeletedOnClose = (flags & SQLITE_OPEN_DELETEONCLOSE) != 0;
  handle->base.pMethods = &METHODS;
  if (outFlags) *outFlags = flags;
  return SQLITE_OK;
}

int xDelete(sqlite3_vfs *, const char *path, int isToSync) {
  if (!isSimulated(path)) return original->xDelete(original, path, isToSync);
  if (disk.isOff || isCut()) return SQLITE_IOERR_DELETE;
  if (disk.files.find(path) == disk.files.end()) return SQLITE_IOERR_DELETE_NOENT;
  removeFile(path);
  return SQLITE_OK;
}

int xAccess(sqlite3_vfs *, const char *path, int flags, int *found) {
  if (!isSimulated(path)) return original->xAccess(original, path, flags, found);
  const auto file = disk.files.find(path);
  *found = file != disk.files.end() && (flags != SQLITE_ACCESS_EXISTS || !file->second->now.empty());
  return SQLITE_OK;
}

int xFullPathname(sqlite3_vfs *, const char *path, int count, char *out) {
  return original->xFullPathname(original, path, count, out);
}

int xRandomness(sqlite3_vfs *, int count, char *out) {
  for (int at = 0; at < count; at += 1) out[at] = static_cast<char>(disk.engine.next());
  return count;
}

int xSleep(sqlite3_vfs *, int micros) { return micros; }

constexpr int64_t JULIAN_EPOCH_MS = 210866760000000;

int xCurrentTimeInt64(sqlite3_vfs *, sqlite3_int64 *now) {
  *now = JULIAN_EPOCH_MS + disk.nowMs;
  return SQLITE_OK;
}

int xCurrentTime(sqlite3_vfs *vfs, double *now) {
  sqlite3_int64 ms = 0;
  xCurrentTimeInt64(vfs, &ms);
  *now = static_cast<double>(ms) / 86400000.0;
  return SQLITE_OK;
}

int xGetLastError(sqlite3_vfs *, int, char *) { return 0; }

sqlite3_vfs vfs = {
    2,       0,       1024,    nullptr,       "simulated", nullptr, xOpen,  xDelete,      xAccess,       xFullPathname,
    nullptr, nullptr, nullptr, nullptr,       xRandomness, xSleep,  xCurrentTime, xGetLastError, xCurrentTimeInt64,
    nullptr, nullptr, nullptr,
};

// ── The functions for whoever simulates ───────────────────────────────────────────────────────────────────────────────

const char *textOf(sqlite3_value *value) {
  const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(value));
  return text ? text : "";
}

File *fileOf(sqlite3_value *value) {
  const auto found = disk.files.find(textOf(value));
  return found == disk.files.end() ? nullptr : found->second.get();
}

/** disk_begin(folder, seed): files below the folder are simulated from now on, and nothing is on the disk. */
void diskBegin(sqlite3_context *, int, sqlite3_value **given) {
  disk = Disk();
  disk.folder = textOf(given[0]);
  disk.random.state = static_cast<uint64_t>(sqlite3_value_int64(given[1]));
  disk.engine.state = disk.random.state ^ 0x5851f42d4c957f2dull;
  sqlite3_randomness(0, nullptr);
}

/** disk_fail(kind, after, count, cut): of the calls of that kind, after so many others, so many fail; `cut` as `Fault.cutAfter`. */
void diskFail(sqlite3_context *, int, sqlite3_value **given) {
  disk.faults.push_back({textOf(given[0]), sqlite3_value_int64(given[1]), sqlite3_value_int64(given[2]),
                         sqlite3_value_int64(given[3])});
}

/** disk_mend(): nothing fails any more. */
void diskMend(sqlite3_context *, int, sqlite3_value **) {
  disk.faults.clear();
  disk.liesOnSync = false;
  disk.cutAfter = -1;
}

/** disk_lie(): a sync says that all is well, and brings nothing to the disk. */
void diskLie(sqlite3_context *, int, sqlite3_value **) { disk.liesOnSync = true; }

/** disk_cut_after(calls): the power goes off before the call that comes after so many that change something. */
void diskCutAfter(sqlite3_context *, int, sqlite3_value **given) { disk.cutAfter = sqlite3_value_int64(given[0]); }

/** disk_power(): where in this process's memory stands whether the power is off, a byte: it is looked at after each event. */
void diskPower(sqlite3_context *context, int, sqlite3_value **) {
  static_assert(sizeof(disk.isOff) == 1);
  sqlite3_result_int64(context, static_cast<sqlite3_int64>(reinterpret_cast<intptr_t>(&disk.isOff)));
}

/** disk_cut(): the power goes off, and is on again. */
void diskCut(sqlite3_context *, int, sqlite3_value **) {
  for (const auto &[path, file] : disk.files) cut(*file);
  disk.epoch += 1;
  disk.isOff = false;
  disk.cutAfter = -1;
  disk.faults.clear();
  disk.liesOnSync = false;
}

/** disk_end(): the process ends without a power cut: what was written is there. */
void diskEnd(sqlite3_context *, int, sqlite3_value **) {
  for (const auto &[path, file] : disk.files) {
    file->shm = Shm();
    file->shared = 0;
    file->reserved = file->pending = file->exclusive = nullptr;
  }
  disk.epoch += 1;
  disk.isOff = false;
  disk.cutAfter = -1;
}

/** disk_mark(path): stands for all that was written to a file until now. */
void diskMark(sqlite3_context *context, int, sqlite3_value **) {
  sqlite3_result_int64(context, static_cast<sqlite3_int64>(disk.order));
}

/** disk_synced(path, mark): the system has brought it to the disk. 1 where that failed. */
void diskSynced(sqlite3_context *context, int, sqlite3_value **given) {
  File *file = fileOf(given[0]);
  const auto mark = static_cast<uint64_t>(sqlite3_value_int64(given[1]));
  const bool fails = disk.isOff || isFailing("sync") || isFailing("wait");
  if (file && fails) forgotten(*file, mark);
  if (file && !fails && !disk.liesOnSync) synced(*file, mark);
  sqlite3_result_int(context, fails);
}

/** disk_write(path, at, bytes): somebody else than SQLite writes to a file. */
void diskWrite(sqlite3_context *, int, sqlite3_value **given) {
  File *file = fileOf(given[0]);
  if (!file || disk.isOff) return;
  const auto *bytes = static_cast<const uint8_t *>(sqlite3_value_blob(given[2]));
  write(*file, bytes, sqlite3_value_bytes(given[2]), sqlite3_value_int64(given[1]));
}

/** disk_time(ms): what SQLite takes for the time of day. */
void diskTime(sqlite3_context *, int, sqlite3_value **given) { disk.nowMs = sqlite3_value_int64(given[0]); }

/** disk_calls(): how many changed something so far. */
void diskCalls(sqlite3_context *context, int, sqlite3_value **) { sqlite3_result_int64(context, disk.calls); }

struct Function {
  const char *name;
  int arguments;
  void (*call)(sqlite3_context *, int, sqlite3_value **);
};

constexpr Function FUNCTIONS[] = {
    {"disk_begin", 2, diskBegin}, {"disk_fail", 4, diskFail},     {"disk_mend", 0, diskMend},
    {"disk_lie", 0, diskLie},     {"disk_cut_after", 1, diskCutAfter}, {"disk_power", 0, diskPower},
    {"disk_cut", 0, diskCut},     {"disk_end", 0, diskEnd},       {"disk_mark", 1, diskMark},
    {"disk_write", 3, diskWrite},
    {"disk_synced", 2, diskSynced}, {"disk_time", 1, diskTime},   {"disk_calls", 0, diskCalls},
};

} // namespace

extern "C" int sqlite3_extension_init(sqlite3 *database, char **, const sqlite3_api_routines *api) {
  SQLITE_EXTENSION_INIT2(api);
  for (const auto &[name, arguments, call] : FUNCTIONS) {
    const int failure =
        sqlite3_create_function(database, name, arguments, SQLITE_UTF8, nullptr, call, nullptr, nullptr);
    if (failure != SQLITE_OK) return failure;
  }
  if (original == nullptr) {
    original = sqlite3_vfs_find(nullptr);
    vfs.szOsFile = std::max<int>(static_cast<int>(sizeof(Handle)), original->szOsFile);
    vfs.mxPathname = original->mxPathname;
    const int failure = sqlite3_vfs_register(&vfs, 1);
    if (failure != SQLITE_OK) return failure;
  }
  return SQLITE_OK_LOAD_PERMANENTLY;
}
