/** `dragoman update`: the executable itself puts another in its place. The other one is a script that is what it says. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { keyNameOf } from "#core/signing-key.ts";
import { executableSignature } from "#core/update/executable-signature.ts";
import manifest from "../../package.json" with { type: "json" };
import { EXECUTABLE, startServer } from "../../scripts/dragoman-process.ts";
import { ensureExecutable, freshPlace, type Place } from "./kit.ts";

const { privateKey } = generateKeyPairSync("ed25519");
const KEY = keyNameOf(privateKey);
const STRANGER = generateKeyPairSync("ed25519").privateKey;
const TIMEOUT_MS = 60_000;

let place: Place;
beforeAll(ensureExecutable);
beforeEach(async () => {
  place = freshPlace();
  installed();
  expect((await run(["app", "create", "Kept", "--data", place.at("data")])).status).toBe(0);
});
afterEach(() => place[Symbol.dispose]());

/** The executable under its own name, in a folder where it may be exchanged. A second name is enough: it is 250 MB. */
function installed(): void {
  try {
    linkSync(EXECUTABLE, place.at("dragoman"));
  } catch {
    copyFileSync(EXECUTABLE, place.at("dragoman"));
  }
}

async function run(words: readonly string[], executable = place.at("dragoman")) {
  const child = Bun.spawn([executable, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  const [out, err, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { status, out, err };
}

interface Other {
  readonly version?: string;
  /** Shell lines before it does what Dragoman does. */
  readonly lines?: string;
  readonly signedBy?: typeof privateKey;
}

/** A new executable with its signature. All but its version it has from the real one. */
function brought({ version = "99.0.0", lines = "", signedBy = privateKey }: Other = {}): string {
  const file = place.at("dragoman-new");
  const facts = JSON.stringify({ version, commit: "test", models: [] });
  const script = `#!/bin/sh\n${lines}\nif [ "$1" = version ]; then echo '${facts}'; exit 0; fi\nexec ${EXECUTABLE} "$@"\n`;
  writeFileSync(file, script);
  chmodSync(file, 0o644);
  const sha256 = new Bun.CryptoHasher("sha256").update(script).digest("hex");
  writeFileSync(`${file}.sig`, executableSignature(sha256, signedBy));
  return file;
}

const updating = (file: string, ...more: readonly string[]) =>
  run(["update", file, "--trust", KEY, "--data", place.at("data"), ...more]);

/** Nothing but the executable, the data folder, and what was brought. */
function expectUntouched(): void {
  expect(statSync(place.at("dragoman")).size).toBe(statSync(EXECUTABLE).size);
  const left = readdirSync(place.path).filter((name) => !/^(?:dragoman|data|dragoman-new(?:\.sig)?)$/.test(name));
  expect(left.filter((name) => !name.startsWith("data-before-update-"))).toEqual([]);
}

describe("an executable that is signed by whom the owner trusts", () => {
  test(
    "takes the place of this one, which stays beside it, with a backup of the folder",
    async () => {
      const { status, out, err } = await updating(brought(), "--json");
      expect(err).toContain(`signed by ${KEY}`);
      expect(status).toBe(0);
      const receipt = JSON.parse(out);
      expect(receipt).toMatchObject({ version: "99.0.0", before: manifest.version, key: KEY });
      expect(readFileSync(place.at("dragoman"), "utf8")).toStartWith("#!/bin/sh");
      expect(statSync(place.at("dragoman")).mode & 0o111).not.toBe(0);
      expect(statSync(receipt.previous).size).toBe(statSync(EXECUTABLE).size);
      const restored = await run(["restore", receipt.backup, "--data", place.at("again")]);
      expect(restored.status).toBe(0);
      const apps = await run(["app", "list", "--data", place.at("again"), "--json"]);
      expect(JSON.parse(apps.out)).toMatchObject([{ name: "Kept" }]);
      expect(readdirSync(place.path).filter((name) => name.startsWith("."))).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    "may be one whom the settings trust",
    async () => {
      writeFileSync(place.at("data", "dragoman.toml"), `[update]\ntrusted_keys = ["${KEY}"]\n`);
      const { status } = await run(["update", brought(), "--data", place.at("data")]);
      expect(status).toBe(0);
    },
    TIMEOUT_MS,
  );

  test(
    "of an older version is taken only when asked for",
    async () => {
      const older = brought({ version: "0.0.9" });
      const refused = await updating(older);
      expect(refused.status).toBe(1);
      expect(refused.err).toContain("is version 0.0.9");
      expect(refused.err).toContain("--allow-older");
      expectUntouched();
      expect((await updating(older, "--allow-older")).status).toBe(0);
    },
    TIMEOUT_MS,
  );
});

describe("--back", () => {
  /** The one in place is the real one, as after an update; the one of before is a script. */
  const before = (other: Other) => {
    renameSync(brought(other), place.at("dragoman.previous"));
    chmodSync(place.at("dragoman.previous"), 0o755);
    return run(["update", "--back", "--data", place.at("data")]);
  };

  test(
    "exchanges the two",
    async () => {
      const { status, out } = await before({ version: "0.0.9" });
      expect(status).toBe(0);
      expect(out).toContain("is version 0.0.9 again");
      expect(readFileSync(place.at("dragoman"), "utf8")).toStartWith("#!/bin/sh");
      expect(statSync(place.at("dragoman.previous")).size).toBe(statSync(EXECUTABLE).size);
    },
    TIMEOUT_MS,
  );

  test(
    "leaves both where the one of before cannot work with the folder any more",
    async () => {
      const lines = 'if [ "$1" = restore ]; then echo "it knows only up to schema 3" >&2; exit 1; fi';
      const { status, err } = await before({ version: "0.0.9", lines });
      expect(status).toBe(1);
      expect(err).toContain(
        "version 0.0.9 cannot restore the backup, and this one stays: it knows only up to schema 3",
      );
      expect(err).toContain("Restore the backup of before into a folder of its own");
      expect(statSync(place.at("dragoman")).size).toBe(statSync(EXECUTABLE).size);
    },
    TIMEOUT_MS,
  );

  test(
    "says in JSON what was exchanged, and nothing else",
    async () => {
      renameSync(brought({ version: "0.0.9" }), place.at("dragoman.previous"));
      chmodSync(place.at("dragoman.previous"), 0o755);
      const words = ["update", "--back", "--data", place.at("data"), "--backup", place.at("mine"), "--json"];
      expect(JSON.parse((await run(words)).out)).toMatchObject({ version: "0.0.9", backup: place.at("mine") });
    },
    TIMEOUT_MS,
  );

  test("says where there is none of before", async () => {
    const { status, err } = await run(["update", "--back", "--data", place.at("data")]);
    expect([status, err]).toEqual([1, expect.stringContaining("this executable has replaced none")]);
  });
});

describe("nothing is exchanged", () => {
  test.each<[string, () => string, string]>([
    ["by a stranger", () => brought({ signedBy: STRANGER }), "whom nobody trusts here"],
    [
      "changed after it was signed",
      () => {
        const file = brought();
        writeFileSync(file, `${readFileSync(file, "utf8")}# changed\n`);
        return file;
      },
      "is not of this file",
    ],
    ["that is no Dragoman", () => brought({ lines: "echo hello; exit 0" }), "is no Dragoman that runs on this machine"],
    ["that does not run", () => brought({ lines: "exit 126" }), "is no Dragoman that runs on this machine"],
    [
      "that cannot open the folder",
      () => brought({ lines: 'if [ "$1" = app ]; then echo "no such column" >&2; exit 1; fi' }),
      "cannot open a copy of the data folder, and this one stays: no such column",
    ],
    [
      "that refuses the settings",
      () => brought({ lines: 'if [ "$1" = validate ]; then echo "unknown setting" >&2; exit 2; fi' }),
      "cannot read the settings, and this one stays: unknown setting",
    ],
  ])(
    "for one %s",
    async (_, make, message) => {
      const { status, err } = await updating(make());
      expect(err).toContain(message);
      expect(status).toBe(1);
      expectUntouched();
    },
    TIMEOUT_MS,
  );

  test(
    "without a signature",
    async () => {
      const file = brought();
      writeFileSync(`${file}.sig`, "x".repeat(5_000));
      expect((await updating(file)).err).toContain("a signature has at most 4096");
      writeFileSync(`${file}.sig`, "not json");
      expect((await updating(file)).err).toContain('expected a line such as {"dragoman_executable":1');
      expect((await updating(place.at("nothing"))).err).toContain("cannot be read (ENOENT)");
      expectUntouched();
    },
    TIMEOUT_MS,
  );

  test(
    "before it is known whose it is: nothing of a stranger's is run",
    async () => {
      const ran = place.at("ran");
      await updating(brought({ signedBy: STRANGER, lines: `touch ${ran}` }));
      expect(existsSync(ran)).toBe(false);
    },
    TIMEOUT_MS,
  );

  test(
    "while a server runs on the folder",
    async () => {
      const server = await startServer({ dataDir: place.at("data") });
      try {
        const { status, err } = await updating(brought());
        expect(status).toBe(1);
        expect(err).toContain('is in use by "dragoman serve"');
        expectUntouched();
      } finally {
        await server.stop();
      }
    },
    TIMEOUT_MS,
  );

  test(
    "where it does not run in its place: the one of before is back",
    async () => {
      const fails = `case "$0" in */dragoman) echo "only elsewhere" >&2; exit 1;; esac`;
      const { status, err } = await updating(brought({ lines: fails }));
      expect(err).toContain(`does not run in its place, and ${manifest.version} is back there`);
      expect(status).toBe(1);
      expect(statSync(place.at("dragoman")).size).toBe(statSync(EXECUTABLE).size);
      expect((await run(["version"])).out).toStartWith(`dragoman ${manifest.version}`);
    },
    TIMEOUT_MS,
  );

  test("where no file is named, or both", async () => {
    for (const words of [["update"], ["update", brought(), "--back"]]) {
      const { status, err } = await run([...words, "--data", place.at("data")]);
      expect([status, err]).toEqual([2, expect.stringContaining("update takes a FILE, or --back")]);
    }
  });
});
