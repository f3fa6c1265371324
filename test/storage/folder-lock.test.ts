import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  COMMAND,
  FolderLockedError,
  lockFolder,
  lockFolderForServer,
  StorageOpenError,
} from "#storage/embedded/index.ts";
import { freshFolder } from "./kit.ts";

let folder: ReturnType<typeof freshFolder>;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder[Symbol.dispose]());

function refusalOf(dataDir: string): Error {
  try {
    lockFolder(dataDir).release();
  } catch (reason) {
    return reason as Error;
  }
  throw new Error("the lock was expected to be refused");
}

test("the second is refused and told who holds the folder, until it is released", () => {
  const lock = lockFolder(folder.path, "dragoman import");
  const refused = refusalOf(folder.path);
  expect(refused).toBeInstanceOf(FolderLockedError);
  expect(refused.message).toContain(`"dragoman import" (process ${process.pid}, since 2`);
  expect(refused.message).toContain("stop that process");
  lock.release();
  lock.release();
  expect(existsSync(join(folder.path, "lock.json"))).toBe(false);
  lockFolder(folder.path).release();
});

test("a lock that nobody holds on to is kept until the process ends", async () => {
  const ignored = () => void lockFolder(folder.path);
  ignored();
  for (let collection = 0; collection < 5; collection += 1) {
    await Bun.sleep(1);
    Bun.gc(true);
  }
  expect(refusalOf(folder.path)).toBeInstanceOf(FolderLockedError);
});

test("makes the folder, and leaves a note for its owner alone", () => {
  const dataDir = join(folder.path, "deep", "data");
  const lock = lockFolder(dataDir);
  const notePath = join(dataDir, "lock.json");
  const note: unknown = JSON.parse(readFileSync(notePath, "utf8"));
  expect(note).toEqual({ pid: process.pid, started_at: expect.stringMatching(/^\d{4}-.*Z$/), what: "dragoman serve" });
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(notePath).mode & 0o777).toBe(0o600);
  lock.release();
});

test("a note left by a process that was killed does not lock", () => {
  const stale = { pid: 1, started_at: "2020-01-01T00:00:00Z", what: "dragoman serve" };
  writeFileSync(join(folder.path, "lock.json"), JSON.stringify(stale));
  lockFolder(folder.path).release();
});

test("a link in the place of the unfinished note is never written through", () => {
  const elsewhere = join(folder.path, "elsewhere");
  writeFileSync(elsewhere, "precious");
  symlinkSync(elsewhere, join(folder.path, "lock.json.new"));
  lockFolder(folder.path).release();
  expect(readFileSync(elsewhere, "utf8")).toBe("precious");
  expect(existsSync(join(folder.path, "lock.json.new"))).toBe(false);
});

// Only root can give a folder to somebody else.
test.if(process.getuid?.() === 0)("a folder of another user is refused, whoever may write there", () => {
  const dataDir = join(folder.path, "strangers");
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o777);
  chownSync(dataDir, 65_534, 65_534);
  const refused = refusalOf(dataDir);
  expect(refused).toBeInstanceOf(StorageOpenError);
  expect(refused.message).toContain("belongs to another user (65534): run this as that user");
  expect(readdirSync(dataDir)).toEqual([]);
});

test("says who holds it even when the note is gone", () => {
  const lock = lockFolder(folder.path);
  writeFileSync(join(folder.path, "lock.json"), "{half");
  expect(refusalOf(folder.path).message).toContain("another process");
  lock.release();
});

test("a folder that cannot be made is refused with what to do", () => {
  const blocker = join(folder.path, "file");
  writeFileSync(blocker, "");
  const refused = refusalOf(join(blocker, "data"));
  expect(refused).toBeInstanceOf(StorageOpenError);
  expect(refused.message).toContain(join(blocker, "data"));
});

const HEARD: string[] = [];
const log = (message: string) => void HEARD.push(message);

test("a server waits for a command that works on the folder, says so once, and then has it", async () => {
  HEARD.length = 0;
  const command = lockFolder(folder.path, COMMAND);
  let isTaken = false;
  const waiting = lockFolderForServer(folder.path, { log }).then((lock) => {
    isTaken = true;
    return lock;
  });
  await Bun.sleep(300);
  expect(isTaken).toBe(false);
  command.release();
  (await waiting).release();
  expect(HEARD).toEqual([`a command works on ${folder.path}: the server starts when that has ended`]);
});

test("a server that is told to end while it waits is refused the folder", async () => {
  const command = lockFolder(folder.path, COMMAND);
  const stopping = new AbortController();
  const waiting = lockFolderForServer(folder.path, { log, signal: stopping.signal });
  stopping.abort();
  expect(waiting).rejects.toThrow(FolderLockedError);
  await waiting.catch(() => {});
  command.release();
});

test("a server does not wait for another, which is starting until it takes commands", async () => {
  const first = await lockFolderForServer(folder.path, { log });
  const codeNow = async () => {
    const failure = await lockFolderForServer(folder.path, { log }).catch((reason: unknown) => reason);
    return failure instanceof FolderLockedError ? failure.code : failure;
  };
  expect(await codeNow()).toBe("folder_starting");
  first.started();
  expect(await codeNow()).toBe("folder_in_use");
  first.release();
});
