/** What becomes of a machine by the Debian package, from its installation to its end: a script stands for the executable. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeDebianPackage } from "../../scripts/release/debian.ts";
import { targetNamed } from "../../scripts/target.ts";

const DATA = "var/lib/dragoman/data.db";
let place: string;
const at = (...parts: readonly string[]) => join(place, "root", ...parts);

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "debian-"));
  for (const folder of ["var/lib/dpkg/info", "var/lib/dpkg/updates", "etc"]) mkdirSync(at(folder), { recursive: true });
  for (const file of ["status", "available"]) writeFileSync(at("var/lib/dpkg", file), "");
});
afterAll(() => rmSync(place, { recursive: true }));

/** Path of a package whose program prints its version. */
function packageOf(version: string): string {
  const file = join(place, "program");
  writeFileSync(file, `#!/bin/sh\necho ${version}\n`);
  const target = { ...targetNamed("linux-x64-baseline") };
  const released = { target, version, file, committedAt: 1_800_000_000, terms: "terms" };
  return join(place, makeDebianPackage(released, "Nobody <nobody@localhost>", place));
}

function dpkg(...words: readonly string[]): string {
  // What it depends on is the machine's, which the empty root has not.
  const command = ["dpkg", `--root=${at()}`, "--force-script-chrootless", "--force-depends", ...words];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command);
  expect({ exitCode, stderr: exitCode === 0 ? "" : `${stderr}` }).toEqual({ exitCode: 0, stderr: "" });
  return `${stdout}`;
}

describe.if(Bun.which("dpkg") !== null && process.getuid?.() === 0)("the Debian package", () => {
  test("is installed, and another version over it, beside data that stay", () => {
    dpkg("--install", packageOf("0.2.0"));
    mkdirSync(at("var/lib/dragoman"));
    writeFileSync(at(DATA), "asked and answered");
    dpkg("--install", packageOf("0.2.1"));
    expect(readFileSync(at("usr/bin/dragoman"), "utf8")).toContain("echo 0.2.1");
    expect(existsSync(at("usr/lib/systemd/system/dragoman.service"))).toBe(true);
    expect(readFileSync(at(DATA), "utf8")).toBe("asked and answered");
  });

  test("is removed with all that it brought", () => {
    expect(dpkg("--remove", "dragoman")).not.toContain("/var/lib/dragoman");
    expect([existsSync(at("usr/bin/dragoman")), existsSync(at("usr/lib/systemd"))]).toEqual([false, false]);
  });

  test("and purged says where the data are that it leaves", () => {
    dpkg("--install", packageOf("0.2.1"));
    expect(dpkg("--purge", "dragoman")).toContain("the data stay in /var/lib/dragoman: delete that folder");
    expect(readFileSync(at(DATA), "utf8")).toBe("asked and answered");
    rmSync(at("var/lib/dragoman"), { recursive: true });
    dpkg("--install", packageOf("0.2.1"));
    expect(dpkg("--purge", "dragoman")).not.toContain("the data stay");
  });
});
