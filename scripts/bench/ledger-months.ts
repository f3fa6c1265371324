/**
 * What it takes to put a million entries of a ledger into months, and how long the thread that serves is held up by a piece of them:
 * `bun scripts/bench/ledger-months.ts [--entries 1000000]`. In a data folder; its files are removed at the end.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chainBegun, compactedBefore } from "#core/access/ledger-months.ts";
import { ledgerFileIn, ledgerLines, proofsOf } from "#core/access/ledger-proof.ts";
import { percentile } from "#core/examination/statistics.ts";
import type { LedgerEntry } from "#core/ports/ledger-store.ts";
import type { AppId } from "#core/tenant.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";

const { values: options } = parseArgs({ options: { entries: { type: "string", default: "1000000" } } });
const ENTRIES = Number(options.entries);
const CHARGED_AT_ONCE = 200;
const PAGE = 10_000;
const APP = "app_measured" as AppId;
const NOW = Date.UTC(2026, 10, 15);
const DAY_MS = 86_400_000;
const MIB = 2 ** 20;
const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);

const dataDir = mkdtempSync(join(tmpdir(), "dragoman-months-"));
try {
  const storage = await openEmbeddedStorage({ dataDir });
  const { ledger } = storage;
  let begunAt = performance.now();
  for (let made = 0; made < ENTRIES; made += CHARGED_AT_ONCE) {
    const at = NOW - 150 * DAY_MS + Math.floor((made * 90 * DAY_MS) / ENTRIES);
    const held = await Promise.all(
      Array.from({ length: CHARGED_AT_ONCE }, () => ledger.reserve(APP, 1, 10 * ENTRIES, at)),
    );
    await Promise.all(held.map((one) => one && ledger.settle(one, at)));
  }
  // The newest row stays single.
  await ledger.credit(APP, 1, NOW);
  const fileMib = () => (statSync(join(dataDir, "dragoman.sqlite")).size / MIB).toFixed(1);
  console.log(`${ENTRIES} charges made in ${seconds(begunAt)} s; the database has ${fileMib()} MiB`);

  begunAt = performance.now();
  const entries: LedgerEntry[] = [];
  for (let after: number | null = null, isMore = true; isMore; ) {
    const page = await ledger.entries(APP, { limit: PAGE, after });
    entries.push(...page.items);
    after = page.next;
    isMore = after !== null;
  }
  const text = [...ledgerLines({ app: APP, chainBefore: chainBegun(APP), entries: entries.toReversed() })].join("\n");
  console.log(`exported in ${seconds(begunAt)} s: ${(text.length / MIB).toFixed(1)} MiB`);

  begunAt = performance.now();
  const pieces: number[] = [];
  const worked = process.cpuUsage();
  let taken = 0;
  for (;;) {
    const at = performance.now();
    const piece = await ledger.compact(compactedBefore(NOW, 1));
    if (piece === 0) break;
    pieces.push(performance.now() - at);
    taken += piece;
  }
  const { user, system } = process.cpuUsage(worked);
  const cpuMs = (user + system) / 1_000 / pieces.length;
  const ms = (percent: number) => (percentile(pieces, percent) ?? Number.NaN).toFixed(1);
  console.log(
    `${taken} entries put into months in ${seconds(begunAt)} s, in ${pieces.length} pieces: p50 ${ms(50)} ms, p99 ${ms(99)} ms, worst ${ms(100)} ms, waiting for the disk included; ${cpuMs.toFixed(1)} ms on a processor for each`,
  );
  const months = await ledger.months(APP);
  begunAt = performance.now();
  const proofs = proofsOf(ledgerFileIn(text), months);
  console.log(
    `${months.length} months, proven: ${proofs.filter(({ is }) => is === "proven").length}, in ${seconds(begunAt)} s`,
  );
  console.log(`balances that are not the sum of months and entries: ${(await storage.auditLedger()).length}`);
  await storage.close();
} finally {
  rmSync(dataDir, { recursive: true });
}
