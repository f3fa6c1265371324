/** A process that puts entries into months is killed again and again: each entry is single, or in its month, and never in both. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { chainBegun } from "#core/access/ledger-months.ts";
import { ledgerFileIn, ledgerLines, proofsOf } from "#core/access/ledger-proof.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { problemsOfLedgerMonths } from "#storage/embedded/ledger/months.ts";
import { problemsOfLedger } from "#storage/embedded/summed-rows.ts";
import { appId, freshFolder, NOW } from "./kit.ts";

const app = appId("one");
const DAY_MS = 86_400_000;
const ENTRIES = 30_000;
const KILLS = 5;
const ALL = { limit: 2 * ENTRIES, after: null };

test(`killed ${KILLS} times in the middle of ${ENTRIES} entries, it ends with all of them, and proves them`, async () => {
  using folder = freshFolder();
  const dataDir = folder.path;
  const storage = await openEmbeddedStorage({ dataDir });
  const credits = Array.from({ length: ENTRIES }, (_, place) => {
    const at = NOW - 150 * DAY_MS + Math.floor((place * 140 * DAY_MS) / ENTRIES);
    return storage.ledger.credit(app, 1 + (place % 3), at);
  });
  await Promise.all(credits);
  const entries = (await storage.ledger.entries(app, ALL)).items.toReversed();
  const balance = await storage.ledger.balance(app, 0, NOW);
  await storage.close();
  const file = ledgerFileIn([...ledgerLines({ app, chainBefore: chainBegun(app), entries })].join("\n"));
  let pieces = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const writer = Bun.spawn([process.execPath, join(import.meta.dir, "ledger-months-writer.ts"), dataDir], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    // A piece or two later, wherever that is.
    let seen = 0;
    for await (const bytes of writer.stdout) {
      seen += new TextDecoder().decode(bytes).split("\n").length - 1;
      if (seen >= kill % 3) break;
    }
    writer.kill("SIGKILL");
    await writer.exited;
    pieces += seen;

    const after = await openEmbeddedStorage({ dataDir });
    const months = await after.ledger.months(app);
    const left = (await after.ledger.entries(app, ALL)).items;
    const gone = months.reduce((sum, month) => sum + month.entries, 0);
    expect(gone + left.length).toBe(ENTRIES);
    expect(left.at(-1)?.id).toBe(gone + 1);
    expect(await after.ledger.balance(app, 0, NOW)).toBe(balance);
    expect(await after.auditLedger()).toEqual([]);
    await after.close();
    using database = new Database(join(dataDir, "dragoman.sqlite"), { readonly: true });
    expect([...problemsOfLedger(database), ...problemsOfLedgerMonths(database)]).toEqual([]);
  }
  expect(pieces).toBeGreaterThan(KILLS);
  const ended = Bun.spawnSync([process.execPath, join(import.meta.dir, "ledger-months-writer.ts"), dataDir]);
  expect(ended.exitCode).toBe(0);
  const whole = await openEmbeddedStorage({ dataDir });
  const proofs = proofsOf(file, await whole.ledger.months(app));
  expect(proofs.length).toBe(4);
  expect(proofs.every(({ is }) => is === "proven")).toBe(true);
  await whole.close();
}, 120_000);
