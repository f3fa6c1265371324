/** A data folder of every version that was released opens with this one, with all that was in it. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { SCHEMA_VERSION } from "#storage/embedded/migrations.ts";
import { openPatient } from "#storage/embedded/patient.ts";
import { dragoman, json } from "../cli/dragoman.ts";
import { backUp, restore } from "./backup-kit.ts";
import { freshFolder } from "./kit.ts";

/** `scripts/folder-fixture.ts` made each, on the commit that was released. */
const FOLDERS = join(import.meta.dir, "folders");
const VERSIONS = readdirSync(FOLDERS).map((file) => file.replace(/\.dragoman$/, ""));

let folder: ReturnType<typeof freshFolder>;
let data: string;
beforeEach(() => {
  folder = freshFolder();
  data = join(folder.path, "data");
});
afterEach(() => folder[Symbol.dispose]());

test("there is a folder of 0.1.0", () => {
  expect(VERSIONS).toContain("0.1.0");
});

describe.each(VERSIONS)("a folder of %s", (version) => {
  test("is restored, brought up to date, and whole", async () => {
    const { manifest } = await restore(join(FOLDERS, `${version}.dragoman`), data);
    expect(manifest.program).toBe(version);
    const storage = await openEmbeddedStorage({ dataDir: data });
    try {
      const audits = [storage.integrity(), storage.auditLedger(), openPatient(data).auditIndexes()];
      expect((await Promise.all(audits)).flat()).toEqual([]);
    } finally {
      await storage.close();
    }
    expect((await backUp(data, join(folder.path, "now"))).manifest.schema).toBe(SCHEMA_VERSION);
  });

  test("has its app, sets, alias and what was taught", async () => {
    await restore(join(FOLDERS, `${version}.dragoman`), data);
    const at = ["--data", data];
    const apps = await json(["app", "list", ...at]);
    expect(apps).toEqual([expect.objectContaining({ name: "Kept", requests_remaining: 1_007 })]);
    const id: string = apps[0].app_id;
    const of = ["--app", id, ...at];
    expect(await json(["key", "list", id, ...at])).toHaveLength(2);
    const exported: readonly object[] = JSON.parse((await dragoman(["export", "-", ...of])).out);
    expect(exported).toMatchObject([{ signature: "shop-v1" }, { signature: "mail-v1" }]);
    expect(await json(["alias", "list", ...of])).toMatchObject([{ name: "shop" }]);
    const taught = await dragoman(["case", "list", "shop-v1", ...of]);
    expect(taught.out).toContain("where is it, the usual one");
  }, 60_000);
});
