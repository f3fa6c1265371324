/** Several nodes put the same entries into months at once, and none of them may do more than that. */
import { afterAll, expect, test } from "bun:test";
import pg from "pg";
import { chainBegun, compactedBefore } from "#core/access/ledger-months.ts";
import { ledgerFileIn, ledgerLines, proofsOf } from "#core/access/ledger-proof.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { openClusterPatient } from "#storage/cluster/patient.ts";
import { appId, NOW } from "../storage/kit.ts";
import { startPostgres } from "./postgres-server.ts";

const server = await startPostgres();
afterAll(() => server.dispose(), 60_000);
const DAY_MS = 86_400_000;
const ALL = { limit: 10_000, after: null };
const CREDITS = 60;

test("two nodes at once put each entry into its month once, and the doctor finds a month that was changed", async () => {
  const database = await server.createDatabase("months");
  const open = () => openClusterStorage({ url: database.nodeUrl });
  const [one, other] = [await open(), await open()];
  const app = appId("one");
  for (let place = 0; place < CREDITS; place += 1) {
    await one.ledger.credit(app, 1 + (place % 5), NOW - 150 * DAY_MS + 2 * place * DAY_MS);
  }
  const entries = (await one.ledger.entries(app, ALL)).items.toReversed();
  const balance = await other.ledger.balance(app, 0, NOW);
  const before = compactedBefore(NOW, 1);
  const done = async ({ ledger }: typeof one) => {
    let total = 0;
    for (let taken = await ledger.compact(before); taken > 0; taken = await ledger.compact(before)) total += taken;
    return total;
  };
  const taken = (await Promise.all([done(one), done(other)])).reduce((sum, count) => sum + count, 0);
  expect(taken).toBe(entries.filter(({ at }) => at < before).length);
  expect(await one.ledger.balance(app, 0, NOW)).toBe(balance);
  const months = await other.ledger.months(app);
  const file = ledgerFileIn([...ledgerLines({ app, chainBefore: chainBegun(app), entries })].join("\n"));
  expect(proofsOf(file, months).every(({ is }) => is === "proven")).toBe(true);

  const patient = openClusterPatient({ url: database.nodeUrl });
  expect(await patient.auditLedger()).toEqual([]);
  expect(await patient.auditLedgerChain()).toEqual([]);
  const node = new pg.Client({ connectionString: database.nodeUrl });
  await node.connect();
  for (const statement of ["DELETE FROM", "UPDATE"]) {
    const set = statement === "UPDATE" ? " SET seal = ''" : "";
    await expect(node.query(`${statement} dragoman.ledger_months${set}`)).rejects.toThrow("permission denied");
  }
  await node.end();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query("UPDATE dragoman.ledger_months SET entries = entries + 1");
  expect((await patient.auditLedgerChain())[0]).toContain("was changed");
  await owner.end();
  await one.close();
  await other.close();
}, 60_000);
