/** What becomes of a followed backup that is cut, damaged, thinned out or read by the wrong person. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { runsIn } from "#storage/embedded/following/followed-folder.ts";
import { Follower } from "#storage/embedded/following/follower.ts";
import { Followed } from "./followed.ts";

const DAY_MS = 86_400_000;

let followed: Followed;
beforeEach(() => {
  followed = new Followed();
});
afterEach(() => followed[Symbol.dispose]());

/** Writes and looks, each time a second later. Returns when each of the writes was made. */
async function writeAndLook(times: number): Promise<readonly number[]> {
  const made: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await followed.do({ deed: "write", rows: 3, bytes: 500 });
    made.push(followed.now);
    await followed.do({ deed: "look", times: 4 });
  }
  return made;
}

function pieces(run = -1) {
  return runsIn(followed.folder).at(run)?.pieces ?? [];
}

/** Turns a byte in the middle of a file into another one. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

async function refusal(at: number | null): Promise<string> {
  const { target } = followed;
  const failure = await followed.restored(at).catch((cause: unknown) => cause);
  expect(existsSync(target)).toBe(false);
  return failure instanceof Error ? failure.message : "it was restored";
}

describe("a follower", () => {
  test("says how far it has come, never further than what is on its disk", async () => {
    expect(followed.onDiskUntil).toBe(null);
    await writeAndLook(2);
    const told = followed.onDiskUntil;
    await followed.do({ deed: "write", rows: 1, bytes: 10 });
    const changed = followed.now;
    await followed.do({ deed: "look", times: 1 });
    expect(followed.onDiskUntil).toBeGreaterThanOrEqual(told ?? 0);
    expect(followed.onDiskUntil).toBeLessThan(changed);
    await followed.do({ deed: "look", times: 4 });
    expect(followed.onDiskUntil).toBeGreaterThan(changed);
  });

  test("goes on where the one before was killed, without copying everything anew", async () => {
    await writeAndLook(2);
    await followed.do({ deed: "kill the follower" });
    await followed.do({ deed: "write", rows: 3, bytes: 500 });
    await writeAndLook(1);
    expect(runsIn(followed.folder)).toHaveLength(1);
    expect(runsIn(followed.folder)[0]?.wholes).toHaveLength(1);
    const { sum, at } = await followed.restored(null);
    expect(followed.statesFrom({ at, sameUntil: at })).toEqual([sum]);
  });

  test("begins anew where a power cut has left half of its last piece, and what was before can be restored", async () => {
    const [, second = 0] = await writeAndLook(4);
    const last = pieces().at(-1)?.path ?? "";
    truncateSync(last, Math.floor(readFileSync(last).length / 2));
    await followed.do({ deed: "kill the follower" });
    followed.now = (followed.now + 20_000) as typeof followed.now;
    await writeAndLook(2);
    expect(followed.said[0]).toContain("its end is missing");
    expect(runsIn(followed.folder)).toHaveLength(2);
    const early = await followed.restored(second + 2_000);
    expect(followed.statesFrom({ at: early.at, sameUntil: early.at })).toEqual([early.sum]);
    const late = await followed.restored(null);
    expect(followed.statesFrom({ at: late.at, sameUntil: late.at })).toEqual([late.sum]);
  });

  test("is not started twice on one folder for two databases", async () => {
    await writeAndLook(1);
    const options = { dataDir: followed.dataDir, folder: followed.folder, database: "f".repeat(32), program: "0.2.0" };
    const another = Follower.open({
      ...options,
      recipients: null,
      everyMs: 1_000,
      keptDays: 7,
      now: () => followed.now,
      log: () => {},
    });
    expect(another).rejects.toThrow("follows another database: name a folder of its own for each data folder");
  });

  test("keeps so many days, and what the first of these needs", async () => {
    followed.keptDays = 2;
    const made: number[] = [];
    for (let day = 0; day < 6; day += 1) {
      made.push(...(await writeAndLook(2)));
      followed.now = (followed.now + DAY_MS) as typeof followed.now;
    }
    await writeAndLook(2);
    const [run] = runsIn(followed.folder);
    expect(run?.wholes.length).toBeGreaterThanOrEqual(2);
    expect(run?.wholes.length).toBeLessThanOrEqual(4);
    expect(run?.pieces[0]?.sequence).toBe(run?.wholes[0]?.from);
    const { sum, at } = await followed.restored(followed.now - 2 * DAY_MS);
    expect(followed.statesFrom({ at, sameUntil: at })).toEqual([sum]);
    expect(await refusal(made[0] ?? 0)).toMatch(/goes back to 2026-1.*, and no further: name a later moment with --at/);
  });
});

describe("a folder that is not whole", () => {
  test("is restored up to what is damaged, and says when that is", async () => {
    const made = await writeAndLook(6);
    const damaged = pieces()[3]?.path ?? "";
    damage(damaged);
    const words = await refusal(null);
    expect(words).toContain(`${damaged} is damaged`);
    const until = /everything up to (\S+) can be restored, with --at/.exec(words)?.[1] ?? "";
    const { at, sum } = await followed.restored(Date.parse(until));
    expect(at).toBe(Date.parse(until));
    expect(at).toBeGreaterThan(made[1] ?? 0);
    expect(followed.statesFrom({ at, sameUntil: at })).toEqual([sum]);
  });

  test("says which piece it lacks", async () => {
    await writeAndLook(6);
    rmSync(pieces()[3]?.path ?? "");
    expect(await refusal(null)).toMatch(/lacks its piece 4: .*everything up to \S+ can be restored, with --at$/);
  });

  test("does not take a piece of another run for its own", async () => {
    await writeAndLook(3);
    await followed.do({ deed: "close and open the database" });
    followed.now = (followed.now + 20_000) as typeof followed.now;
    await writeAndLook(3);
    writeFileSync(pieces(-1)[1]?.path ?? "", readFileSync(pieces(0)[1]?.path ?? ""));
    expect(await refusal(null)).toContain("it does not go on where the one before ends");
  });

  test("of a newer program is refused in words that name both formats", async () => {
    await writeAndLook(1);
    const path = `${followed.folder}/following.json`;
    writeFileSync(path, readFileSync(path, "utf8").replace('"version":1', '"version":2'));
    expect(await refusal(null)).toMatch(/is of format 2, this program reads up to format 1: use the newer Dragoman/);
  });
});

describe("an encrypted folder", () => {
  async function encrypt(): Promise<void> {
    const identity = await generateX25519Identity();
    followed.recipients = [await identityToRecipient(identity)];
    followed.identities = [identity];
  }

  test("is restored with its key, and holds nothing that can be read without", async () => {
    await encrypt();
    await writeAndLook(3);
    const { at, sum } = await followed.restored(null);
    expect(followed.statesFrom({ at, sameUntil: at })).toEqual([sum]);
    const run = runsIn(followed.folder)[0];
    const files = readdirSync(run?.path ?? "");
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const bytes = readFileSync(`${run?.path}/${file}`);
      expect(bytes.subarray(bytes.indexOf("\n") + 1).toString("latin1")).toStartWith("age-encryption.org/v1\n");
    }
  });

  test("is gone on with by who has the public key alone", async () => {
    await encrypt();
    await writeAndLook(2);
    await followed.do({ deed: "kill the follower" });
    await writeAndLook(2);
    expect(runsIn(followed.folder)).toHaveLength(1);
    const { at, sum } = await followed.restored(null);
    expect(followed.statesFrom({ at, sameUntil: at })).toEqual([sum]);
  });

  test("is refused without the key, and with another", async () => {
    await encrypt();
    await writeAndLook(2);
    followed.identities = null;
    expect(await refusal(null)).toContain("is encrypted: name the file of the secret key with --key");
    followed.identities = [await generateX25519Identity()];
    expect(await refusal(null)).toContain("the key does not open ");
  });
});
