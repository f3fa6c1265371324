import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadAddon, type PackedAddon } from "#models/packed-addon.ts";

const scratch = mkdtempSync(join(tmpdir(), "native-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** No library at all: what is tested is how it gets onto the disk; loading it fails with a word for people. */
function packed(content: string): PackedAddon {
  const packedPath = join(scratch, `${createHash("sha256").update(content).digest("hex")}.zst`);
  writeFileSync(packedPath, Bun.zstdCompressSync(content));
  const sha256 = createHash("sha256").update(content).digest("hex");
  const files = [{ name: "addon.node", bytes: content.length, sha256 }];
  return { folder: "addon-1.0.0", archives: [{ packedPath, files }] };
}

const load = (addon: PackedAddon, dir: string) => () => loadAddon(addon, dir);
const unpacked = (dir: string) => join(dir, "addon-1.0.0", "addon.node");

describe("a native addon", () => {
  test("is unpacked for its owner alone, and nothing is left beside it", () => {
    const dir = join(scratch, "fresh");
    expect(load(packed("no library"), dir)).toThrow(/does not load .*\[embedder\] runtime_dir/);
    expect(readFileSync(unpacked(dir), "utf8")).toBe("no library");
    expect(statSync(join(dir, "addon-1.0.0")).mode & 0o777).toBe(0o700);
    expect(readdirSync(dir)).toEqual(["addon-1.0.0"]);
  });

  test("comes with its libraries out of one archive", () => {
    const files = ["the addon", "its library", ""].map((content, index) => {
      const sha256 = createHash("sha256").update(content).digest("hex");
      return { name: `file-${index}`, bytes: content.length, sha256 };
    });
    const packedPath = join(scratch, "several.zst");
    writeFileSync(packedPath, Bun.zstdCompressSync("the addonits library"));
    const dir = join(scratch, "several");
    expect(load({ folder: "addon-2.0.0", archives: [{ packedPath, files }] }, dir)).toThrow(/does not load/);
    const texts = files.map(({ name }) => readFileSync(join(dir, "addon-2.0.0", name), "utf8"));
    expect(texts).toEqual(["the addon", "its library", ""]);
  });

  test("is not unpacked again", () => {
    const dir = join(scratch, "twice");
    expect(load(packed("no library"), dir)).toThrow();
    const { ino } = statSync(unpacked(dir));
    expect(load(packed("no library"), dir)).toThrow();
    expect(statSync(unpacked(dir)).ino).toBe(ino);
  });

  test.each([
    ["half-written", (dir: string) => writeFileSync(unpacked(dir), "no lib")],
    ["changed, its size the same", (dir: string) => writeFileSync(unpacked(dir), "my library")],
    [
      "without its seal",
      (dir: string) => {
        mkdirSync(join(dir, "addon-1.0.0"), { recursive: true });
        for (const name of readdirSync(join(dir, "addon-1.0.0"))) {
          if (name.startsWith("complete")) rmSync(join(dir, "addon-1.0.0", name));
        }
      },
    ],
  ])("is replaced when it is %s", (name, damage) => {
    const dir = join(scratch, name);
    expect(load(packed("no library"), dir)).toThrow();
    const { ino } = statSync(unpacked(dir));
    damage(dir);
    expect(load(packed("no library"), dir)).toThrow();
    expect(readFileSync(unpacked(dir), "utf8")).toBe("no library");
    expect(statSync(unpacked(dir)).ino).not.toBe(ino);
  });

  test("of another build takes the place of the older one, also of the same size", () => {
    const dir = join(scratch, "newer");
    expect(load(packed("older build"), dir)).toThrow();
    expect(load(packed("newer build"), dir)).toThrow();
    expect(readFileSync(unpacked(dir), "utf8")).toBe("newer build");
  });

  // Only root can give a folder to somebody else.
  test.if(process.getuid?.() === 0)("in a folder of another user is refused, and nothing is loaded", () => {
    const dir = join(scratch, "strangers");
    expect(load(packed("no library"), dir)).toThrow(/does not load/);
    chownSync(join(dir, "addon-1.0.0"), 65_534, 65_534);
    expect(load(packed("no library"), dir)).toThrow(/belongs to another user .*addon-1.0.0.*\[embedder\] runtime_dir/);
    chownSync(dir, 65_534, 65_534);
    expect(load(packed("no library"), dir)).toThrow(/belongs to another user/);
  });

  test("for a folder that cannot be made names folder and setting", () => {
    const file = join(scratch, "a-file");
    writeFileSync(file, "");
    expect(load(packed("no library"), file)).toThrow(/a-file cannot be written .*\[embedder\] runtime_dir/);
  });
});
