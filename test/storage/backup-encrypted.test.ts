/** Backups that only who has the secret key can read. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Decrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { type Identities, identitiesIn, type Recipients, recipientsIn } from "#storage/embedded/encryption.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { backUp, restoreWith } from "./backup-kit.ts";
import { freshFolder } from "./kit.ts";

let folder: ReturnType<typeof freshFolder>;
let data: string;
let file: string;
let target: string;
let identities: Identities;
let recipients: Recipients;

beforeEach(async () => {
  folder = freshFolder();
  [data, file, target] = [join(folder.path, "data"), join(folder.path, "sealed"), join(folder.path, "restored")];
  await (await openEmbeddedStorage({ dataDir: data })).close();
  using database = new Database(join(data, "dragoman.sqlite"));
  // Several pieces of age, which are 64 KiB each, whatever the compression makes of it.
  database.run("INSERT INTO secrets VALUES ('a well known secret', hex(randomblob(400000)))");
  identities = [await generateX25519Identity()];
  recipients = [await identityToRecipient(identities[0])];
});
afterEach(() => folder[Symbol.dispose]());

async function refusal(keys: Identities | null): Promise<string> {
  const failure = await restoreWith(file, target, keys).catch((cause: unknown) => cause);
  expect(existsSync(target)).toBe(false);
  return failure instanceof Error ? failure.message : "it was restored";
}

test("what was encrypted is restored with the key, and its sum is that of the file", async () => {
  const made = await backUp(data, file, { recipients });
  expect(new Bun.CryptoHasher("sha256").update(readFileSync(file)).digest("hex")).toBe(made.sha256);
  const restored = await restoreWith(file, target, identities);
  expect(restored).toEqual(made);
  using database = new Database(join(target, "dragoman.sqlite"), { readonly: true });
  expect(database.query("SELECT count(*) AS count FROM secrets WHERE name = 'a well known secret'").get()).toEqual({
    count: 1,
  });
  expect(readdirSync(folder.path).sort()).toEqual(["data", "restored", "sealed"]);
  expect(readdirSync(target).sort()).toEqual(["dragoman.marker", "dragoman.sqlite"]);
});

test("inside is a backup as it would be without", async () => {
  await backUp(data, file, { recipients });
  const decrypter = new Decrypter();
  decrypter.addIdentity(identities[0]);
  writeFileSync(join(folder.path, "plain"), await decrypter.decrypt(readFileSync(file)));
  await restoreWith(join(folder.path, "plain"), target, null);
});

test("each of several keys opens it", async () => {
  const second = await generateX25519Identity();
  await backUp(data, file, { recipients: [...recipients, await identityToRecipient(second)] });
  await restoreWith(file, target, [second]);
});

describe("nothing is written, and the words say why, when", () => {
  test("no key is named", async () => {
    await backUp(data, file, { recipients });
    expect(await refusal(null)).toBe(`${file} is encrypted: name the file of the secret key with --key`);
  });

  test("the key is another one", async () => {
    await backUp(data, file, { recipients });
    expect(await refusal([await generateX25519Identity()])).toBe(
      `the key does not open ${file}: it was encrypted to another one`,
    );
  });

  test("a key is named for what is not encrypted", async () => {
    await backUp(data, file);
    expect(await refusal(identities)).toBe(`${file} is not encrypted: leave out --key`);
  });

  test.each([0.001, 0.3, 0.7, 0.999])("a byte at %p of it is another one", async (share) => {
    await backUp(data, file, { recipients });
    const bytes = readFileSync(file);
    const at = Math.floor(share * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    expect(await refusal(identities)).toMatch(/is damaged or was cut short|is no backup of Dragoman|does not open/);
  });

  test.each([0.1, 0.5, 0.99])("it was cut at %p", async (share) => {
    await backUp(data, file, { recipients });
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, Math.floor(share * bytes.length)));
    expect(await refusal(identities)).toContain("is damaged or was cut short");
  });

  test("it was written as text", async () => {
    writeFileSync(file, "-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n-----END AGE ENCRYPTED FILE-----\n");
    expect(await refusal(identities)).toContain('"age --decrypt" with the key makes a backup of it');
  });
});

describe("a file of keys", () => {
  test("may have comments, and several keys", async () => {
    expect(await recipientsIn(`# mine\n\n${recipients[0]}\n${recipients[0]}\n`, "keys")).toEqual([
      recipients[0],
      recipients[0],
    ]);
    expect(await identitiesIn(`# created: today\n# public key: ${recipients[0]}\n${identities[0]}\n`, "keys")).toEqual(
      identities,
    );
  });

  test("that is the wrong half is refused, and the secret one never shown", async () => {
    const failure = await recipientsIn(identities[0], "keys").catch((cause: Error) => cause.message);
    expect(failure).toStartWith("keys, line 1, is a secret key: whoever writes backups needs the public one alone.");
    expect(failure).not.toContain(identities[0].slice(20));
    expect(identitiesIn(recipients[0], "keys")).rejects.toThrow("keys, line 1, is a public key");
  });

  test("that has something else in it is refused by its line", async () => {
    expect(recipientsIn(`${recipients[0]}\nssh-ed25519 AAAA`, "keys")).rejects.toThrow(
      "keys, line 2, is not a public key of age (age1…); keys of ssh cannot be used here",
    );
    expect(recipientsIn("# nothing\n", "keys")).rejects.toThrow("keys has no public key");
    expect(identitiesIn("AGE-SECRET-KEY-1NONSENSE", "keys")).rejects.toThrow("keys, line 1, is not a secret key");
  });
});
