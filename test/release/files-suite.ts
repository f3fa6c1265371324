/** What a release consists of, checked with the tools that people have: sha256sum, minisign, the schema of CycloneDX. */
import { afterAll, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { EXECUTABLE_NAME, RELEASE, ran, released, VERSION } from "./kit.ts";

const EXECUTABLE = released(EXECUTABLE_NAME);
const BESIDE = /\.(minisig|sig)$|^(SHA256SUMS|minisign\.pub)$/;
const files = readdirSync(RELEASE)
  .filter((name) => !BESIDE.test(name))
  .sort();
const scratch = mkdtempSync(join(tmpdir(), "release-"));
afterAll(() => rmSync(scratch, { recursive: true }));

test("there is a file for every way to install it", () => {
  const name = basename(EXECUTABLE);
  expect(files).toEqual(
    [
      "LICENSES.txt",
      name,
      `${name}.cdx.json`,
      `dragoman-${VERSION}.tgz`,
      `dragoman-linux-x64-${VERSION}.tgz`,
      `dragoman-${VERSION}-py3-none-manylinux_2_27_x86_64.whl`,
      `dragoman-${VERSION}-amd64.oci.tar`,
      `dragoman_${VERSION}_amd64.deb`,
      `dragoman-client-${VERSION}.tgz`,
      `dragoman_client-${VERSION}-py3-none-any.whl`,
      `dragoman_client-${VERSION}.tar.gz`,
    ].sort(),
  );
});

test("sha256sum finds every file as it was", () => {
  const { status, output } = ran(["sha256sum", "--check", "--strict", "SHA256SUMS"]);
  expect(output.trim().split("\n")).toEqual(files.map((name) => `${name}: OK`));
  expect(status).toBe(0);
});

test.each([...files, "SHA256SUMS"])("minisign verifies %s", (name) => {
  const key = readFileSync(join(RELEASE, "minisign.pub"), "utf8").split("\n")[1] ?? "";
  const { status, output } = ran(["minisign", "-V", "-P", key, "-m", name]);
  expect(output).toContain(`Trusted comment: ${name}`);
  expect(status).toBe(0);
});

test("minisign verifies no other bytes, and no other name", () => {
  const key = readFileSync(join(RELEASE, "minisign.pub"), "utf8").split("\n")[1] ?? "";
  const verifies = (sums: string, signature: string) => {
    const changed = join(scratch, "SHA256SUMS");
    writeFileSync(changed, sums);
    writeFileSync(`${changed}.minisig`, signature);
    return ran(["minisign", "-V", "-P", key, "-m", changed]).status === 0;
  };
  const sums = readFileSync(join(RELEASE, "SHA256SUMS"), "utf8");
  const signature = readFileSync(join(RELEASE, "SHA256SUMS.minisig"), "utf8");
  expect(verifies(sums, signature)).toBe(true);
  expect(verifies(sums.replace(/^./, "x"), signature)).toBe(false);
  expect(verifies(sums, signature.replace("trusted comment: SHA256SUMS", "trusted comment: another"))).toBe(false);
});

test("what is inside the executable is told as CycloneDX 1.6 says", async () => {
  const told = readFileSync(`${EXECUTABLE}.cdx.json`, "utf8");
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(told)).toBeNull();
  const { metadata, components } = JSON.parse(told);
  const [sum] = ran(["sha256sum", EXECUTABLE]).output.split(" ");
  expect(metadata.component).toMatchObject({ name: "Dragoman", hashes: [{ alg: "SHA-256", content: sum }] });
  const names: readonly string[] = components.map((part: { readonly name: string }) => part.name);
  expect(names).toContain("Bun");
  const { output } = ran([EXECUTABLE, "licenses", "--json"]);
  const inside: readonly { readonly name: string }[] = JSON.parse(output);
  expect([...names].sort()).toEqual(
    inside
      .slice(1)
      .map(({ name }) => name)
      .sort(),
  );
  const terms = readFileSync(join(RELEASE, "LICENSES.txt"), "utf8");
  expect(inside.filter(({ name }) => !terms.includes(`${name} `)).map(({ name }) => name)).toEqual([]);
});

test("the executable is the program, built from what is committed", () => {
  const told = JSON.parse(ran([EXECUTABLE, "version", "--json"]).output);
  expect(told.version).toBe(VERSION);
  expect(told.commit).toBe(Bun.spawnSync(["git", "rev-parse", "--short=12", "HEAD"]).stdout.toString().trim());
});

test("the installed one takes the released one in its place, by its signature", () => {
  const installed = join(scratch, "dragoman");
  copyFileSync(EXECUTABLE, installed);
  const data = join(scratch, "data");
  expect(ran([installed, "app", "create", "Kept", "--data", data]).status).toBe(0);
  const key = JSON.parse(readFileSync(`${EXECUTABLE}.sig`, "utf8")).key;
  expect(ran([installed, "update", EXECUTABLE, "--data", data]).status).not.toBe(0);
  const { status, output } = ran([installed, "update", EXECUTABLE, "--trust", key, "--data", data]);
  expect({ status, output }).toMatchObject({ status: 0 });
  expect(ran([installed, "app", "list", "--data", data]).output).toContain("Kept");
});
