import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dragoman } from "./dragoman.ts";

let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "dragoman-doctor-"));
  const created = await dragoman(["app", "create", "Shop", "--json", "--data", folder]);
  const { app_id } = JSON.parse(created.out);
  await dragoman(["app", "credit", app_id, "5", "--data", folder]);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the doctor", () => {
  test("finds nothing in a sound folder", async () => {
    const { status, out } = await dragoman(["doctor", "--json", "--data", folder]);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      checks: [
        { check: "storage", ok: true },
        { check: "ledger", ok: true },
      ],
    });
  });

  test("finds a balance that somebody changed by hand, and ends with exit status 1", async () => {
    const database = new Database(join(folder, "dragoman.sqlite"));
    database.run("UPDATE balances SET amount = amount + 1000 WHERE bucket = 'credits'");
    database.close();
    const { status, out } = await dragoman(["doctor", "--json", "--data", folder]);
    expect(status).toBe(1);
    const [, ledger] = JSON.parse(out).checks;
    expect(ledger).toMatchObject({ check: "ledger", ok: false });
    expect(ledger.found).toContain("credits: the entries make 5, the balance says 1005");
    expect(ledger.advice).not.toBeNull();
  });
});
