import { afterEach, beforeEach, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { NOBODY } from "#core/ports/observer.ts";
import { UNTRACED } from "#core/ports/tracer.ts";
import { AppChanges } from "#storage/embedded/app-changes.ts";
import { EmbeddedApps } from "#storage/embedded/apps.ts";
import type { DiskSync } from "#storage/embedded/commits/disk-wait.ts";
import { GroupCommit } from "#storage/embedded/commits/group-commit.ts";
import { openDatabase } from "#storage/embedded/database.ts";
import { EmbeddedHits } from "#storage/embedded/hits.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { EmbeddedLedger } from "#storage/embedded/ledger/ledger.ts";
import { EmbeddedRequests } from "#storage/embedded/requests.ts";
import { EmbeddedSecrets } from "#storage/embedded/secrets.ts";
import { EmbeddedWindows } from "#storage/embedded/windows.ts";
import { anAnsweredRequest, anApp, appId, freshFolder, NOW } from "./kit.ts";

const app = appId("one");
const ALLOWANCE = 1_000;

/** A disk that has, after a power cut, what the folder was when the last look began that it has answered, and no byte more. */
class ForgetfulDisk implements DiskSync {
  readonly #folder: string;
  readonly #copies: string[] = [];
  readonly looks: { readonly copy: string; readonly done: (failure: Error | null) => void }[] = [];
  durable: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.durable = this.#copy();
  }

  begin(done: (failure: Error | null) => void): void {
    this.looks.push({ copy: this.#copy(), done });
  }

  now(): void {
    this.durable = this.#copy();
  }

  renew(): void {
    this.now();
  }

  close(): void {}

  answer(): void {
    const look = this.looks.shift();
    if (!look) return;
    this.durable = look.copy;
    look.done(null);
  }

  remove(): void {
    for (const copy of this.#copies) rmSync(copy, { recursive: true, force: true });
  }

  #copy(): string {
    const copy = mkdtempSync(join(tmpdir(), "dragoman-durable-"));
    cpSync(this.#folder, copy, { recursive: true });
    this.#copies.push(copy);
    return copy;
  }
}

type Step = "hit" | "charge" | "put" | "answer" | "turn";
const step = fc.constantFrom<Step>("hit", "hit", "hit", "charge", "put", "answer", "answer", "turn", "turn");

let folder: ReturnType<typeof freshFolder>;

beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder[Symbol.dispose]());

/** The stores over a disk like that, with an app whose month has begun. */
async function withDisk(path: string) {
  const database = openDatabase(path, () => {});
  const disk = new ForgetfulDisk(path);
  const commits = new GroupCommit(database, NOBODY, UNTRACED, null, disk);
  const [ledger, windows, requests] = [
    new EmbeddedLedger(commits),
    new EmbeddedWindows(commits),
    new EmbeddedRequests(commits),
  ];
  const stores = {
    ledger,
    requests,
    hits: new EmbeddedHits(windows, ledger, requests),
    secrets: new EmbeddedSecrets(commits),
  };
  const created = new EmbeddedApps(commits, new AppChanges()).create(anApp("one"));
  commits.flush();
  await created;
  const reserving = ledger.reserve(app, 1, ALLOWANCE, NOW);
  commits.flush();
  const reservation = await reserving;
  if (reservation) await ledger.giveBack(reservation);
  return { disk, commits, ...stores };
}

test("after a power cut there is all that anybody was told of, and the ledger adds up", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 50 }), async (steps) => {
      using own = freshFolder();
      const { disk, commits, ledger, hits, secrets } = await withDisk(own.path);
      const told = { charged: 0, requests: [] as string[], secrets: [] as string[] };
      const all: Promise<unknown>[] = [];
      for (const [index, next] of steps.entries()) {
        if (next === "hit") {
          const { requestId, createdAt: at, ...trace } = anAnsweredRequest(`r${index}`);
          const limits = { callsMax: 1_000, cost: 1, allowance: ALLOWANCE, requestsMax: 1_000 };
          const charged = hits.charge({ app, at, requestId, trace, ...limits });
          const tell = () => {
            told.charged += 1;
            told.requests.push(requestId);
          };
          if (charged) all.push(charged.balance.then(tell));
        } else if (next === "charge") {
          const reservation = await ledger.reserve(app, 2, ALLOWANCE, NOW);
          if (reservation)
            all.push(
              ledger.settle(reservation, NOW).then(() => {
                told.charged += 2;
              }),
            );
        } else if (next === "put") {
          all.push(secrets.put(`s${index}`, "x").then(() => told.secrets.push(`s${index}`)));
        } else if (next === "answer") disk.answer();
        await Bun.sleep(next === "turn" ? 1 : 0);
      }
      const after = await openEmbeddedStorage({ dataDir: disk.durable });
      const spent = ALLOWANCE - (await after.ledger.balance(app, ALLOWANCE, NOW));
      expect(spent).toBeGreaterThanOrEqual(told.charged);
      for (const id of told.requests) expect(await after.requests.find(app, id)).not.toBeNull();
      for (const name of told.secrets) expect(await after.secrets.find(name)).toBe("x");
      expect(await after.auditLedger()).toEqual([]);
      await after.close();
      commits.close();
      while (disk.looks.length > 0) disk.answer();
      await Promise.all(all);
      disk.remove();
    }),
    { numRuns: 40 },
  );
}, 120_000);

test("a disk that answers late has whoever waits wait, and no longer", async () => {
  const { disk, commits, secrets } = await withDisk(folder.path);
  let isTold = false;
  const put = secrets.put("a", "x").then(() => {
    isTold = true;
  });
  await Bun.sleep(5);
  expect([isTold, disk.looks.length]).toEqual([false, 1]);
  disk.answer();
  await put;
  const after = await openEmbeddedStorage({ dataDir: disk.durable });
  expect(await after.secrets.find("a")).toBe("x");
  await after.close();
  commits.close();
  disk.remove();
});
