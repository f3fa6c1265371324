/** Old entries of a ledger, from the file that they are exported to until it proves the months that they became. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AppId } from "#core/tenant.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { dragoman, json, newFolder } from "./dragoman.ts";

const DAY_MS = 86_400_000;
const MONTHS = 4;

describe("dragoman ledger", () => {
  const folder = newFolder();
  const data = join(folder.path, "data");
  const file = join(folder.path, "ledger.ndjson");
  let app: AppId;
  afterAll(() => folder.remove());

  beforeAll(async () => {
    app = (await json(["app", "create", "Example", "--data", data])).app_id;
    // What commands write has the clock of the machine: the past is written by the storage itself.
    const { ledger, close } = await openEmbeddedStorage({ dataDir: data });
    for (let ago = MONTHS; ago >= 0; ago -= 1) {
      const at = Date.now() - ago * 31 * DAY_MS;
      await ledger.credit(app, 10, at);
      const reservation = await ledger.reserve(app, 3, 0, at);
      if (reservation) await ledger.settle(reservation, at);
    }
    await close();
  }, 60_000);

  const ofApp = (...args: readonly string[]) => json(["ledger", ...args, "--data", data, "--app", app]);
  const ledger = (...args: readonly string[]) => dragoman(["ledger", ...args, "--data", data]);

  test("exports first, compacts when it is told twice, and proves the months by the file", async () => {
    expect(await ofApp("months")).toMatchObject({ months: [] });
    expect(await ofApp("export", file)).toMatchObject({ entries: 2 * (MONTHS + 1) });
    expect((await ledger("export", file, "--app", app)).err).toContain("is there already");
    expect((await ledger("compact", "--months", "0", "--yes")).err).toContain("from 1 to 1200");
    const asked = await ledger("compact", "--months", "1");
    expect({ status: asked.status, err: asked.err }).toMatchObject({
      status: 2,
      err: expect.stringContaining("--yes"),
    });
    const { entries } = await json(["ledger", "compact", "--months", "1", "--yes", "--data", data]);
    expect(entries).toBeGreaterThanOrEqual(2 * (MONTHS - 2));
    const { months } = await ofApp("months");
    expect(months.reduce((sum: number, month: { entries: number }) => sum + month.entries, 0)).toBe(entries);
    const verified = await json(["ledger", "verify", file, "--data", data]);
    expect(verified.months.map(({ is }: { is: string }) => is)).toEqual(months.map(() => "proven"));
    expect((await ledger("verify", file)).err).toContain(`${months.length} proven, 0 contradicted`);
  }, 60_000);

  test("says of a file that was changed that it was", async () => {
    const changed = join(folder.path, "changed.ndjson");
    writeFileSync(changed, readFileSync(file, "utf8").replace(',"charge",-3]', ',"charge",-2]'));
    const { status, err } = await ledger("verify", changed);
    expect(status).toBe(1);
    expect(err).toContain("it was changed");
  }, 60_000);

  test("a second file goes on where the months end, and the doctor finds nothing", async () => {
    const second = join(folder.path, "second.ndjson");
    await ofApp("export", second);
    const [first = ""] = readFileSync(second, "utf8").split("\n");
    const { months, chain } = await ofApp("months");
    expect(JSON.parse(first)).toMatchObject({ chain, app });
    expect(months.at(-1)?.chain).toBe(chain);
    // It has none of the months, and says so.
    expect((await ledger("verify", second)).status).toBe(1);
    const { checks } = JSON.parse((await dragoman(["doctor", "--data", data, "--json"])).out);
    expect(checks.find(({ check }: { check: string }) => check === "ledger")).toMatchObject({ ok: true });
  }, 60_000);
});
