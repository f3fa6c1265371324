/** A folder that a program of the past has made opens with this one, and says of itself what it said then. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { SCHEMA_VERSION } from "#storage/embedded/migrations.ts";
import { openPatient } from "#storage/embedded/patient.ts";
import { dragoman, json } from "../cli/dragoman.ts";
import { backUp, restore, tamper } from "./backup-kit.ts";
import { freshFolder } from "./kit.ts";

/** `scripts/older-folders.ts --keep` made each, with a program that had that schema, and what that said beside it. */
const FOLDERS = join(import.meta.dir, "older-folders");
const SCHEMAS = readdirSync(FOLDERS).flatMap((name) => /^schema-(\d+)\.dragoman$/.exec(name)?.[1] ?? []);

let folder: ReturnType<typeof freshFolder>;
let data: string;
beforeEach(() => {
  folder = freshFolder();
  data = join(folder.path, "data");
});
afterEach(() => folder[Symbol.dispose]());

interface Said {
  readonly app: string;
  readonly apps: { readonly name: string; readonly requests_remaining: number };
  readonly keys: readonly { readonly key_id: string; readonly name: string }[];
  readonly sets:
    | readonly { readonly signature: string; readonly tools?: readonly { readonly name: string }[] }[]
    | null;
  /** What a sentence that was taught is answered with; of the programs that could be asked for it. */
  readonly taught?: { readonly calls: readonly unknown[] } | null;
}

test("there is a folder of every schema before this one's", () => {
  const before = Array.from({ length: SCHEMA_VERSION - 1 }, (_, index) => String(index + 1).padStart(2, "0"));
  // The sixth was the newest for an hour alone, as another one than it is now, and in no release.
  expect(before.filter((schema) => !SCHEMAS.includes(schema))).toEqual(["06"]);
});

describe.each(SCHEMAS)("a folder of schema %s", (schema) => {
  const file = (ending: string) => join(FOLDERS, `schema-${schema}.${ending}`);

  test("is brought up to date, is whole, and says what it said", async () => {
    const said: Said = await Bun.file(file("json")).json();
    const { manifest } = await restore(file("dragoman"), data);
    expect(manifest.schema).toBe(Number(schema));
    const storage = await openEmbeddedStorage({ dataDir: data });
    try {
      const audits = [storage.integrity(), storage.auditLedger(), openPatient(data).auditIndexes()];
      expect((await Promise.all(audits)).flat()).toEqual([]);
    } finally {
      await storage.close();
    }
    const at = ["--data", data];
    const { name, requests_remaining } = await json(["app", "show", said.app, ...at]);
    expect({ name, requests_remaining }).toEqual({
      name: said.apps.name,
      requests_remaining: said.apps.requests_remaining,
    });
    const keys: Said["keys"] = await json(["key", "list", said.app, ...at]);
    expect(keys.map(({ key_id }) => key_id)).toEqual(said.keys.map(({ key_id }) => key_id));
    if (said.sets === null) return;
    const sets: NonNullable<Said["sets"]> = JSON.parse((await dragoman(["export", "-", "--app", said.app, ...at])).out);
    const toldOf = (all: typeof sets) =>
      all.map(({ signature, tools }) => [signature, tools?.map(({ name: tool }) => tool)]);
    expect(toldOf(sets)).toEqual(toldOf(said.sets));
    if (!said.taught) return;
    const asked = await json(["ask", "shop-v1", "where is it, the usual one", "--app", said.app, ...at]);
    expect(asked).toMatchObject(said.taught);
  }, 60_000);
});

test("a folder that a newer program has brought up to date is refused in words that name both versions", async () => {
  await (await openEmbeddedStorage({ dataDir: data })).close();
  tamper(data, `PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
  expect(openEmbeddedStorage({ dataDir: data })).rejects.toThrow(
    `has schema version ${SCHEMA_VERSION + 1}, this program knows only up to ${SCHEMA_VERSION}: start the newer Dragoman`,
  );
  expect((await backUp(data, join(folder.path, "now"))).manifest.schema).toBe(SCHEMA_VERSION + 1);
  expect(restore(join(folder.path, "now"), join(folder.path, "back"))).rejects.toThrow(
    `has schema version ${SCHEMA_VERSION + 1}, this program knows only up to ${SCHEMA_VERSION}: restore it with Dragoman`,
  );
});

test("a folder whose tables are not those of its schema is refused in words", async () => {
  await restore(join(FOLDERS, "schema-11.dragoman"), data);
  // As programs between two releases have it: a number that was given to two migrations.
  tamper(data, "CREATE TABLE test_runs (id INTEGER)");
  expect(openEmbeddedStorage({ dataDir: data })).rejects.toThrow(
    /says that it has schema version 12, and its tables are not those of it \(table test_runs already exists\): a program between two releases/,
  );
});
