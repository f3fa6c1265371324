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

/** `scripts/older-folders.ts --keep` made each, with the last program that had that schema, and what that said beside it. */
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
}

test("there is a folder of the first schema", () => {
  expect(SCHEMAS).toContain("01");
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
  }, 30_000);
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
