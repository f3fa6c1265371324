/** Packages of a small stand-in for the executable: what is in them, and that they come out the same again. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { unzipSync } from "fflate";
import { packForNpm } from "../../scripts/release/npm-packages.ts";
import { isPackaged, type Released } from "../../scripts/release/released.ts";
import { makeWheel } from "../../scripts/release/wheels.ts";
import { TARGETS, targetNamed } from "../../scripts/target.ts";

const COMMITTED_AT = Date.UTC(2026, 10, 27, 9, 30) / 1000;

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), "packages-"));
});
afterEach(() => rmSync(out, { recursive: true }));

function standIn(name: string, content: Uint8Array | string = "#!/bin/sh\n"): Released {
  const folder = join(out, "executables");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, content);
  return { target: targetNamed(name), version: "1.2.3", file, committedAt: COMMITTED_AT, terms: "as you like\n" };
}

describe("a wheel", () => {
  test("records every file of it with its size and its sum, whatever is in it", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 5_000 }),
        fc.constantFrom(...TARGETS.filter(isPackaged)),
        (bytes, target) => {
          const files = unzipSync(readFileSync(join(out, makeWheel(standIn(target.name, bytes), out))));
          const record = "dragoman-1.2.3.dist-info/RECORD";
          const told = Buffer.from(files[record] ?? "")
            .toString()
            .trim()
            .split("\n")
            .sort();
          const expected = Object.entries(files).map(([path, content]) => {
            const sum = createHash("sha256").update(content).digest("base64url");
            return path === record ? `${path},,` : `${path},sha256=${sum},${content.length}`;
          });
          expect(told).toEqual(expected.sort());
          const [program] = Object.keys(files).filter((path) =>
            path.startsWith("dragoman-1.2.3.data/scripts/dragoman"),
          );
          expect(files[program ?? ""]).toEqual(bytes);
        },
      ),
      { numRuns: 50 },
    );
  });

  test("is named for every system by a tag that pip knows", () => {
    const names = TARGETS.filter(isPackaged).map(({ name }) => makeWheel(standIn(name), out));
    expect(names.filter((name) => !/^dragoman-1\.2\.3-py3-none-(many|musl)?[a-z0-9_]+\.whl$/.test(name))).toEqual([]);
    expect(names.filter((name) => name.includes("undefined"))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(["UTC", "Asia/Kolkata", "America/St_Johns"])("has the same bytes wherever it is made: %s", (zone) => {
    const before = process.env.TZ;
    const bytes = () => readFileSync(join(out, makeWheel(standIn("linux-arm64"), out)));
    const here = bytes();
    process.env.TZ = zone;
    try {
      expect(bytes().equals(here)).toBe(true);
    } finally {
      process.env.TZ = before ?? "UTC";
    }
  });
});

describe("the packages for npm", () => {
  const manifestIn = async (name: string) => {
    const archive = new Bun.Archive(Bun.gunzipSync(readFileSync(join(out, name))));
    const files = await archive.files();
    return JSON.parse((await files.get("package/package.json")?.text()) ?? "{}");
  };

  test("install one executable by system, and have no scripts", async () => {
    const packed = packForNpm(
      ["linux-x64-baseline", "linux-arm64-musl", "windows-x64"].map((name) => standIn(name)),
      out,
    );
    expect([...packed].sort()).toEqual([
      "dragoman-1.2.3.tgz",
      "dragoman-linux-arm64-musl-1.2.3.tgz",
      "dragoman-linux-x64-1.2.3.tgz",
      "dragoman-windows-x64-1.2.3.tgz",
    ]);
    const launcher = await manifestIn("dragoman-1.2.3.tgz");
    expect(launcher.optionalDependencies).toEqual({
      "@dragoman/linux-arm64-musl": "1.2.3",
      "@dragoman/linux-x64": "1.2.3",
      "@dragoman/windows-x64": "1.2.3",
    });
    expect(launcher).not.toHaveProperty("scripts");
    expect(await manifestIn("dragoman-linux-arm64-musl-1.2.3.tgz")).toMatchObject({
      os: ["linux"],
      cpu: ["arm64"],
      libc: ["musl"],
    });
    expect(await manifestIn("dragoman-windows-x64-1.2.3.tgz")).toMatchObject({ os: ["win32"], cpu: ["x64"] });
  });

  test("come out the same again", () => {
    const sums = () =>
      packForNpm([standIn("linux-arm64")], out).map((name) => {
        const sum = createHash("sha256")
          .update(readFileSync(join(out, name)))
          .digest("hex");
        rmSync(join(out, name));
        return `${name} ${sum}`;
      });
    expect(sums()).toEqual(sums());
  });
});
