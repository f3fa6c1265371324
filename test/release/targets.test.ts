/** What is released for which system, and what of it goes into packages. */
import { describe, expect, test } from "bun:test";
import { isPackaged } from "../../scripts/release/released.ts";
import { ownTarget, TARGETS, targetNamed } from "../../scripts/target.ts";

describe("the targets", () => {
  test("are those that are promised, each by its own name", () => {
    expect(TARGETS.map(({ name }) => name)).toEqual([
      "linux-x64",
      "linux-x64-baseline",
      "linux-arm64",
      "linux-x64-musl",
      "linux-arm64-musl",
      "darwin-arm64",
      "darwin-x64",
      "windows-x64",
    ]);
    expect(TARGETS.map(({ name, bun }) => bun.replace("bun-", "") === name)).not.toContain(false);
  });

  test("have the machine itself among them, and no other by a wrong name", () => {
    expect(ownTarget()).toMatchObject({ platform: process.platform, arch: process.arch });
    expect(() => targetNamed("linux-riscv64")).toThrow(/no target "linux-riscv64": linux-x64, .*windows-x64/);
  });

  test("are packaged once for each system, and so that every processor of it can run them", () => {
    const packaged = TARGETS.filter(isPackaged).map(({ name }) => name);
    expect(packaged).toContain("linux-x64-baseline");
    expect(packaged).not.toContain("linux-x64");
    expect(packaged.length).toBe(TARGETS.length - 1);
  });
});
