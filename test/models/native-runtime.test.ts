import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { folderOf, loadAddon, type PackedAddon } from "#models/packed-addon.ts";

const scratch = mkdtempSync(join(tmpdir(), "native-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** No library at all: what is tested is how it gets onto the disk; loading it fails with a word for people. */
function packed(content: string): PackedAddon {
  const packedPath = join(scratch, `${createHash("sha256").update(content).digest("hex")}.zst`);
  writeFileSync(packedPath, Bun.zstdCompressSync(content));
  const sha256 = createHash("sha256").update(content).digest("hex");
  const files = [{ name: "addon.node", bytes: content.length, sha256 }];
  return { name: "addon-1.0.0", archives: [{ packedPath, files }] };
}

const load = (addon: PackedAddon, dir: string) => () => loadAddon(addon, dir);
const NO_LIBRARY = packed("no library");
const unpacked = (dir: string, addon = NO_LIBRARY) => join(folderOf(addon, dir), "addon.node");
const DAY_S = 24 * 60 * 60;

describe("a native addon", () => {
  test("is unpacked for its owner alone, and nothing is left beside it", () => {
    const dir = join(scratch, "fresh");
    expect(load(NO_LIBRARY, dir)).toThrow(/does not load .*\[embedder\] runtime_dir/);
    expect(readFileSync(unpacked(dir), "utf8")).toBe("no library");
    expect(statSync(folderOf(NO_LIBRARY, dir)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dir)).toEqual([expect.stringMatching(/^addon-1\.0\.0-[0-9a-f]{16}$/)]);
  });

  test("comes with its libraries out of one archive", () => {
    const files = ["the addon", "its library", ""].map((content, index) => {
      const sha256 = createHash("sha256").update(content).digest("hex");
      return { name: `file-${index}`, bytes: content.length, sha256 };
    });
    const packedPath = join(scratch, "several.zst");
    writeFileSync(packedPath, Bun.zstdCompressSync("the addonits library"));
    const dir = join(scratch, "several");
    const addon = { name: "addon-2.0.0", archives: [{ packedPath, files }] };
    expect(load(addon, dir)).toThrow(/does not load/);
    const texts = files.map(({ name }) => readFileSync(join(folderOf(addon, dir), name), "utf8"));
    expect(texts).toEqual(["the addon", "its library", ""]);
  });

  test("is not unpacked again", () => {
    const dir = join(scratch, "twice");
    expect(load(NO_LIBRARY, dir)).toThrow();
    const { ino } = statSync(unpacked(dir));
    expect(load(NO_LIBRARY, dir)).toThrow();
    expect(statSync(unpacked(dir)).ino).toBe(ino);
  });

  test.each([
    ["half-written", (dir: string) => writeFileSync(unpacked(dir), "no lib")],
    ["changed, its size the same", (dir: string) => writeFileSync(unpacked(dir), "my library")],
    ["without one of its files", (dir: string) => rmSync(unpacked(dir))],
  ])("is replaced when it is %s", (name, damage) => {
    const dir = join(scratch, name);
    expect(load(NO_LIBRARY, dir)).toThrow();
    const { ino } = statSync(folderOf(NO_LIBRARY, dir));
    damage(dir);
    expect(load(NO_LIBRARY, dir)).toThrow();
    expect(readFileSync(unpacked(dir), "utf8")).toBe("no library");
    expect(statSync(folderOf(NO_LIBRARY, dir)).ino).not.toBe(ino);
  });

  test("of another build has a folder of its own, and that of the older one goes after a day", () => {
    const dir = join(scratch, "newer");
    const older = packed("older build");
    const newer = packed("newer build");
    expect(load(older, dir)).toThrow();
    expect(load(newer, dir)).toThrow();
    expect(readFileSync(unpacked(dir, older), "utf8")).toBe("older build");
    expect(readFileSync(unpacked(dir, newer), "utf8")).toBe("newer build");
    const unpackedAt = Date.now() / 1000 - 2 * DAY_S;
    utimesSync(folderOf(older, dir), unpackedAt, unpackedAt);
    mkdirSync(join(dir, "addon-0.9.0"));
    utimesSync(join(dir, "addon-0.9.0"), unpackedAt, unpackedAt);
    mkdirSync(join(dir, "elsewhere-1.0.0"));
    utimesSync(join(dir, "elsewhere-1.0.0"), unpackedAt, unpackedAt);
    const newest = packed("newest build");
    expect(load(newest, dir)).toThrow();
    const left = [folderOf(newer, dir), folderOf(newest, dir), join(dir, "elsewhere-1.0.0")];
    expect(readdirSync(dir).sort()).toEqual(left.map((folder) => basename(folder)).sort());
  });

  test("that a killed process has begun to unpack is removed", () => {
    const dir = join(scratch, "killed");
    const { pid } = Bun.spawnSync(["true"]);
    const begun = `${folderOf(NO_LIBRARY, dir)}.${pid}.0123abcd`;
    const underWay = `${folderOf(NO_LIBRARY, dir)}.${process.pid}.0123abcd`;
    for (const folder of [begun, underWay]) mkdirSync(folder, { recursive: true });
    expect(load(NO_LIBRARY, dir)).toThrow();
    expect(readdirSync(dir).sort()).toEqual([basename(folderOf(NO_LIBRARY, dir)), basename(underWay)].sort());
  });

  // Only root can give a folder to somebody else.
  test.if(process.getuid?.() === 0)("in a folder of another user is refused, and nothing is loaded", () => {
    const dir = join(scratch, "strangers");
    expect(load(NO_LIBRARY, dir)).toThrow(/does not load/);
    chownSync(folderOf(NO_LIBRARY, dir), 65_534, 65_534);
    expect(load(NO_LIBRARY, dir)).toThrow(/belongs to another user .*addon-1.0.0.*\[embedder\] runtime_dir/);
    chownSync(dir, 65_534, 65_534);
    expect(load(NO_LIBRARY, dir)).toThrow(/belongs to another user/);
  });

  test("for a folder that cannot be made names folder and setting", () => {
    const file = join(scratch, "a-file");
    writeFileSync(file, "");
    expect(load(NO_LIBRARY, file)).toThrow(/a-file cannot be written .*\[embedder\] runtime_dir/);
  });
});
