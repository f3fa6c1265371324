/** A backup outlives the version that made it. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { contentHashOf } from "#core/json.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { SCHEMA_VERSION } from "#storage/embedded/migrations.ts";
import { openPatient } from "#storage/embedded/patient.ts";
import { backUp, restore, tamper } from "./backup-kit.ts";
import { appId, aToolset, freshFolder, NOW, rejection } from "./kit.ts";
import { makeOlderFolder } from "./older-database.ts";

const app = appId("one");
let folder: ReturnType<typeof freshFolder>;
let data: string;
let file: string;
let result: string;

beforeEach(() => {
  folder = freshFolder();
  [data, file, result] = [join(folder.path, "data"), join(folder.path, "backup"), join(folder.path, "result")];
});
afterEach(() => folder[Symbol.dispose]());

test.each([1, 2, 3] as const)(
  "a backup of schema version %d is restored, and brought up to date when it is opened",
  async (version) => {
    makeOlderFolder(data, version);
    expect((await backUp(data, file)).manifest.schema).toBe(version);
    expect((await restore(file, result)).manifest.schema).toBe(version);
    const storage = await openEmbeddedStorage({ dataDir: result });
    try {
      expect(await storage.apps.find(app)).toMatchObject({ id: app, name: "one" });
      const { requireEvidence: _, ...kept } = aToolset("light").definition;
      const set = await storage.definitions.find(app, "toolset", "light-v1");
      expect(set).toMatchObject({ definition: kept, contentHash: contentHashOf(kept.tools), revision: 1 });
      expect(await storage.ledger.balance(app, 0, NOW)).toBe(7);
      expect((await storage.answers.find(app, "p", "k")).entry).toMatchObject({ answer: { tool: "light", n: 1 } });
      expect(await storage.secrets.find("made by")).toBe("an older version");
      const audits = [storage.integrity(), storage.auditLedger(), openPatient(result).auditIndexes()];
      expect((await Promise.all(audits)).flat()).toEqual([]);
    } finally {
      await storage.close();
    }
    expect((await backUp(result, `${file} of now`)).manifest.schema).toBe(SCHEMA_VERSION);
  },
);

test("a backup of a database that a newer program has migrated is made, and not restored by this one", async () => {
  makeOlderFolder(data, 2);
  tamper(data, `PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
  await backUp(data, file);
  const refused = await rejection(restore(file, result));
  expect((refused as Error).message).toContain(`this program knows only up to ${SCHEMA_VERSION}`);
});
