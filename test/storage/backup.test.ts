import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type EmbeddedStorage, openEmbeddedStorage } from "#storage/embedded/index.ts";
import { SCHEMA_VERSION } from "#storage/embedded/migrations.ts";
import { backUp, MADE_AT, restore, tamper, withManifest } from "./backup-kit.ts";
import { aKey, anApp, appId, aToolset, freshFolder, NOW, rejection } from "./kit.ts";

const app = appId("one");
let folder: ReturnType<typeof freshFolder>;
let data: string;
let file: string;
let result: string;
let storage: EmbeddedStorage;

beforeEach(async () => {
  folder = freshFolder();
  [data, file, result] = [join(folder.path, "data"), join(folder.path, "backup"), join(folder.path, "result")];
  storage = await openEmbeddedStorage({ dataDir: data });
  await storage.apps.create(anApp("one"));
  await storage.keys.create(aKey("k", app));
  await storage.definitions.create(app, "toolset", "light-v1", aToolset("light"), NOW);
  await storage.ledger.credit(app, 7, NOW);
  await storage.secrets.put("signing", "secret");
});
afterEach(async () => {
  await storage.close();
  folder[Symbol.dispose]();
});

async function opened<Result>(dataDir: string, look: (storage: EmbeddedStorage) => Promise<Result>): Promise<Result> {
  const restored = await openEmbeddedStorage({ dataDir });
  try {
    return await look(restored);
  } finally {
    await restored.close();
  }
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const reason = await rejection(work);
  expect(reason).toMatchObject({ code: "backup" });
  return (reason as Error).message;
}

/** All that lies beside the data folder. */
const others = () => readdirSync(folder.path).filter((name) => name !== "data");

describe("a backup", () => {
  test("gives back all that was acknowledged, from a database that is open", async () => {
    writeFileSync(join(data, "dragoman.toml"), "[server]\nport = 9000\n");
    const { bytes, sha256, manifest } = await backUp(data, file);
    expect(bytes).toBe(statSync(file).size);
    expect(sha256).toBe(new Bun.CryptoHasher("sha256").update(readFileSync(file)).digest("hex"));
    expect(manifest).toMatchObject({ createdAt: MADE_AT, program: "0.1.0", schema: SCHEMA_VERSION });
    expect(await restore(file, result)).toEqual({ bytes, sha256, manifest });
    expect(readFileSync(join(result, "dragoman.toml"), "utf8")).toBe("[server]\nport = 9000\n");
    expect(readdirSync(result).sort()).toEqual(["dragoman.marker", "dragoman.sqlite", "dragoman.toml"]);
    await opened(result, async (restored) => {
      expect(await restored.apps.list()).toEqual([anApp("one")]);
      expect(await restored.keys.list(app)).toEqual([aKey("k", app)]);
      expect(await restored.definitions.find(app, "toolset", "light-v1")).toMatchObject(aToolset("light"));
      expect(await restored.ledger.balance(app, 0, NOW)).toBe(7);
      expect(await restored.secrets.find("signing")).toBe("secret");
      expect([...(await restored.integrity()), ...(await restored.auditLedger())]).toEqual([]);
    });
  });

  test("can be read by its owner alone, and so can what is restored from it", async () => {
    await backUp(data, file);
    await restore(file, result);
    const modes = [file, result, join(result, "dragoman.sqlite")].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o600, 0o700, 0o600]);
  });

  test("is of one moment, while others write", async () => {
    for (let n = 0; n < 300; n += 1) await storage.secrets.put(`filler ${n}`, "x".repeat(4_000));
    let goesOn = true;
    let last = 0;
    // Two in one transaction: a backup that saw one of them would not be of one moment.
    const writing = (async () => {
      while (goesOn) {
        last += 1;
        await Promise.all([storage.secrets.put("left", String(last)), storage.secrets.put("right", String(last))]);
        await Bun.sleep(0);
      }
    })();
    while (last === 0) await Bun.sleep(1);
    const before = last;
    await backUp(data, file);
    const after = last;
    goesOn = false;
    await writing;
    await restore(file, result);
    await opened(result, async ({ secrets }) => {
      const left = Number(await secrets.find("left"));
      expect(await secrets.find("right")).toBe(String(left));
      expect(left).toBeGreaterThanOrEqual(before - 1);
      expect(left).toBeLessThanOrEqual(after);
    });
    expect(after).toBeGreaterThan(before);
  });

  test("of a folder whose server was killed has what stands in its log alone", async () => {
    const killed = join(folder.path, "killed");
    mkdirSync(killed);
    const database = readFileSync(join(data, "dragoman.sqlite"));
    writeFileSync(join(killed, "dragoman.sqlite"), database);
    writeFileSync(join(killed, "dragoman.sqlite-wal"), readFileSync(join(data, "dragoman.sqlite-wal")));
    expect(database.includes("light-v1")).toBe(false);
    await backUp(killed, file);
    await restore(file, result);
    await opened(result, async ({ definitions }) => {
      expect(await definitions.find(app, "toolset", "light-v1")).not.toBeNull();
    });
  });

  test("is not written over a file, unless that is wanted", async () => {
    writeFileSync(file, "precious");
    expect(await refusal(backUp(data, file))).toBe(
      `${file} exists already: name another file, or let it be replaced with --force`,
    );
    expect(readFileSync(file, "utf8")).toBe("precious");
    await backUp(data, file, { replaces: true });
    await restore(file, result);
  });

  test("leaves nothing behind when it is stopped", async () => {
    const stopping = new AbortController();
    const onProgress = ({ step }: { readonly step: string }) => step === "compressing" && stopping.abort();
    expect(await refusal(backUp(data, file, { signal: stopping.signal, onProgress }))).toBe(
      "stopped: nothing was written",
    );
    expect(await refusal(backUp(data, file, { signal: AbortSignal.abort() }))).toBe("stopped: nothing was written");
    expect(others()).toEqual([]);
  });

  test("removes what killed ones left, and nothing that may still be wanted", async () => {
    const gone = Bun.spawnSync(["true"]).pid;
    const here = hostname();
    const abandoned = [`old.${gone}@${here}.copy`, `old.${gone}@${here}.copy-journal`, `b.${gone}@${here}.unfinished`];
    const wanted = [
      `other.${process.ppid}@${here}.copy`,
      `other.${gone}@another-machine.copy`,
      "old",
      `${gone}.copy`,
      `notes.${gone}@${here}.copy.txt`,
    ];
    const long = `other.${gone}@third-machine.unfinished`;
    for (const name of [...abandoned, ...wanted, long]) writeFileSync(join(folder.path, name), "");
    utimesSync(join(folder.path, long), new Date(), new Date(Date.now() - 2 * 86_400_000));
    const told: string[] = [];
    await backUp(data, file, { onRemoved: (paths) => told.push(...paths) });
    expect(told.sort()).toEqual([...abandoned, long].map((name) => join(folder.path, name)).sort());
    expect(others().sort()).toEqual(["backup", ...wanted].sort());
  });

  test("says what is in its way", async () => {
    const nowhere = join(folder.path, "nowhere");
    expect(await refusal(backUp(nowhere, file))).toStartWith(`there is no database in ${nowhere}: `);
    expect(await refusal(backUp(data, join(nowhere, "b")))).toStartWith(`there is no folder ${nowhere} for b: `);
    expect(await refusal(backUp(data, data, { replaces: true }))).toStartWith(`${data} is no file: `);
    expect(others()).toEqual([]);
  });

  test("of a database that is damaged is refused", async () => {
    for (let n = 0; n < 100; n += 1) await storage.secrets.put(`filler ${n}`, "x".repeat(4_000));
    await storage.close();
    const database = join(data, "dragoman.sqlite");
    const bytes = readFileSync(database);
    bytes.fill(0xff, 8_192, bytes.length - 4_096);
    writeFileSync(database, bytes);
    expect(await refusal(backUp(data, file))).toStartWith(`${database} is damaged (`);
    expect(others()).toEqual([]);
  });
});

describe("a restore", () => {
  test("is refused where anything is, and changes nothing there", async () => {
    await backUp(data, file);
    mkdirSync(result);
    writeFileSync(join(result, "notes"), "mine");
    expect(await refusal(restore(file, result))).toStartWith(`the folder ${result} is not empty (notes): `);
    expect(readdirSync(result)).toEqual(["notes"]);
    expect(await refusal(restore(file, data))).toStartWith(`the folder ${data} is not empty (dragoman.marker`);
  });

  test("goes into a folder that has nothing but what a killed one left", async () => {
    await backUp(data, file);
    mkdirSync(result);
    const gone = Bun.spawnSync(["true"]).pid;
    writeFileSync(join(result, `dragoman.sqlite.${gone}@${hostname()}.unfinished`), "half");
    await restore(file, result);
    expect(readdirSync(result)).toEqual(["dragoman.marker", "dragoman.sqlite"]);
  });

  test("goes into a folder that is there and empty, and stays there when it fails", async () => {
    await backUp(data, file);
    mkdirSync(result);
    expect(await refusal(restore(file, result, AbortSignal.abort()))).toBe("stopped: nothing was restored");
    expect(readdirSync(result)).toEqual([]);
    await restore(file, result);
    expect(readdirSync(result)).toEqual(["dragoman.marker", "dragoman.sqlite"]);
  });

  test("of a file with any byte changed is refused, and leaves nothing", async () => {
    await backUp(data, file);
    const sound = readFileSync(file);
    const change = fc.record({ at: fc.nat(sound.length - 1), by: fc.integer({ min: 1, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, by }) => {
        const changed = Buffer.from(sound);
        changed[at] = (changed[at] ?? 0) ^ by;
        writeFileSync(file, changed);
        expect(await refusal(restore(file, result))).toContain(file);
        expect(existsSync(result)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test("of a file that was cut short, or has something after it, is refused", async () => {
    await backUp(data, file);
    const sound = readFileSync(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(sound.length - 1), async (length) => {
        writeFileSync(file, sound);
        truncateSync(file, length);
        expect(await refusal(restore(file, result))).toContain(file);
        expect(existsSync(result)).toBe(false);
      }),
      { numRuns: 100 },
    );
    writeFileSync(file, Buffer.concat([sound, Buffer.from("\n")]));
    expect(await refusal(restore(file, result))).toContain(`${file} is not whole`);
  });

  test("of what is no backup is refused", async () => {
    expect(await refusal(restore(file, result))).toBe(`there is no file ${file}`);
    for (const content of ["", "{}\n", "[]\n", "null\n", "a text\n", "\n".repeat(100)]) {
      writeFileSync(file, content);
      expect(await refusal(restore(file, result))).toStartWith(`${file} is no backup of Dragoman: `);
    }
    expect(await refusal(restore(data, result))).toContain(data);
    expect(existsSync(result)).toBe(false);
  });

  test("of a newer schema or format is refused, and says which program can", async () => {
    await backUp(data, file);
    const newer = (change: (manifest: Record<string, unknown>) => void) => {
      withManifest(file, (manifest) => {
        manifest.dragoman = "9.1.0";
        change(manifest);
      });
      return refusal(restore(file, result));
    };
    expect(
      await newer((manifest) => {
        manifest.schema = SCHEMA_VERSION + 1;
      }),
    ).toBe(
      `${file} has schema version ${SCHEMA_VERSION + 1}, this program knows only up to ${SCHEMA_VERSION}: ` +
        "restore it with Dragoman 9.1.0, which made it, or a newer one",
    );
    expect(
      await newer((manifest) => {
        manifest.version = 2;
      }),
    ).toContain("is a backup of format 2, this program reads format 1");
    expect(existsSync(result)).toBe(false);
  });

  test("never writes where a manifest leads", async () => {
    await backUp(data, file);
    withManifest(file, ({ files }) => {
      (files as { name: string }[])[0] = { ...(files as { name: string }[])[0], name: "../outside" };
    });
    expect(await refusal(restore(file, result))).toStartWith(`${file} is damaged (`);
    expect(others()).toEqual(["backup"]);
  });

  test("of a manifest that does not fit the files is refused", async () => {
    await backUp(data, file);
    const sound = readFileSync(file);
    for (const difference of [-1, 1, 100_000]) {
      writeFileSync(file, sound);
      withManifest(file, ({ files }) => {
        const [first] = files as { bytes: number }[];
        if (first) first.bytes += difference;
      });
      expect(await refusal(restore(file, result))).toStartWith(`${file} is damaged (`);
      expect(existsSync(result)).toBe(false);
    }
  });

  test("of a file that is not the one its manifest was made of is refused", async () => {
    await backUp(data, file);
    withManifest(file, ({ files }) => {
      const [first] = files as { sha256: string }[];
      if (first) first.sha256 = "0".repeat(64);
    });
    expect(await refusal(restore(file, result))).toStartWith(`${file} is damaged (the SHA-256 of dragoman.sqlite`);
    expect(existsSync(result)).toBe(false);
  });

  test("of a database that was unsound already is refused", async () => {
    await storage.close();
    tamper(data, "PRAGMA foreign_keys = OFF", "UPDATE keys SET app = 'nobody'");
    await backUp(data, file);
    expect(await refusal(restore(file, result))).toContain("a row of keys refers to one that is not there");
    expect(existsSync(result)).toBe(false);
  });

  test("does not touch a database that a server made in the folder meanwhile", async () => {
    await backUp(data, file);
    const meddle = ({ step }: { readonly step: string }) => {
      if (step === "checking the database") writeFileSync(join(result, "dragoman.sqlite"), "another's");
    };
    const reason = await refusal(restore(file, result, new AbortController().signal, meddle));
    expect(reason).toContain("was made by another program meanwhile");
    expect(readFileSync(join(result, "dragoman.sqlite"), "utf8")).toBe("another's");
    expect(readdirSync(result)).toEqual(["dragoman.sqlite"]);
  });
});

test("the copy that a backup is made from is a database like any other", async () => {
  await backUp(data, file);
  await restore(file, result);
  using database = new Database(join(result, "dragoman.sqlite"), { readonly: true });
  expect(database.query("PRAGMA application_id").get()).toEqual({ application_id: 0x44474d4e });
  expect(database.query("PRAGMA user_version").get()).toEqual({ user_version: SCHEMA_VERSION });
});
