/**
 * Makes the files of a release in `dist/release/VERSION`, from a clean clone of what is committed: an executable for each target with
 * what is inside it, the packages, checksums, signatures. With `--again` it builds the executables twice and says what differs.
 *
 *     bun run release [--only TARGET,…] [--key FILE] [--maintainer "NAME <ADDRESS>"] [--again]
 */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import type { Notice } from "#cli/notices.ts";
import { keyNameOf, privateKeyOf } from "#core/signing-key.ts";
import { executableSignature } from "#core/update/executable-signature.ts";
import { version } from "../../package.json";
import { TARGETS, type Target, targetNamed } from "../target.ts";
import { packClients } from "./clients.ts";
import { type Clone, cloneAnew } from "./clone.ts";
import { checkedMaintainer } from "./debian.ts";
import { minisignature, minisignKey } from "./minisign.ts";
import { makePackages } from "./packages.ts";
import type { Released } from "./released.ts";
import { billOfMaterials } from "./sbom.ts";

const ROOT = join(import.meta.dir, "../..");
const OUT = join(ROOT, "dist/release", version);
/** By Debian's packages of the same names; apt-get is Debian's own. */
const TOOLS = ["git", "python3", "tar", "apt-get", "dpkg-deb", "buildah"];

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    key: { type: "string" },
    maintainer: { type: "string" },
    again: { type: "boolean" },
  },
});

function release(): void {
  const missing = TOOLS.filter((name) => Bun.which(name) === null);
  if (missing.length > 0) throw new Error(`a release needs ${missing.join(", ")}: install them`);
  const targets = values.only === undefined ? TARGETS : values.only.split(",").map(targetNamed);
  const key = values.key === undefined ? null : privateKeyOf(readFileSync(values.key, "utf8").trim());
  const maintainer = values.maintainer === undefined ? null : checkedMaintainer(values.maintainer);
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const clone = cloneAnew(ROOT);
  try {
    const released = targets.map((target, index) => {
      console.log(`release: ${target.name}, ${index + 1} of ${targets.length}`);
      return executable(target, clone);
    });
    writeFileSync(join(OUT, "LICENSES.txt"), termsOf(clone.notices()));
    const clients = packClients(clone, OUT);
    for (const name of clients) console.log(`release: ${name}`);
    if (maintainer === null) console.log("release: no Debian package: name who answers for it by --maintainer");
    makePackages(released, maintainer, OUT);
    const files = readdirSync(OUT).sort();
    writeFileSync(join(OUT, "SHA256SUMS"), files.map((name) => `${sha256Of(join(OUT, name))}  ${name}\n`).join(""));
    if (key === null) console.log("release: not signed: name the file with the private key by --key");
    else sign([...files, "SHA256SUMS"], released, key);
    if (values.again) compare(released, clients);
  } finally {
    clone.remove();
  }
}

/** With its bill of materials beside it. */
function executable(target: Target, clone: Clone): Released {
  const name = `dragoman-${version}-${target.name}${target.platform === "win32" ? ".exe" : ""}`;
  const file = join(OUT, name);
  copyFileSync(clone.build(target), file);
  const sha256 = sha256Of(file);
  const notices = clone.notices();
  writeFileSync(`${file}.cdx.json`, billOfMaterials({ version, target: target.name, sha256, notices }));
  console.log(`release: ${name}, ${(statSync(file).size / 1e6).toFixed(1)} MB, sha256 ${sha256}`);
  return { target, version, file, committedAt: clone.committedAt, terms: termsOf(notices) };
}

function termsOf(notices: readonly Notice[]): string {
  const terms = notices.map(({ name, version: of, license, text }) => `${name} ${of} (${license})\n\n${text}\n`);
  return terms.join(`\n${"-".repeat(80)}\n\n`);
}

function sha256Of(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** Every file for people who have no Dragoman yet; executables for `dragoman update` as well. */
function sign(names: readonly string[], released: readonly Released[], key: ReturnType<typeof privateKeyOf>): void {
  for (const name of names) {
    const file = join(OUT, name);
    writeFileSync(`${file}.minisig`, minisignature({ file: readFileSync(file), comment: name }, key));
  }
  for (const { file } of released) writeFileSync(`${file}.sig`, executableSignature(sha256Of(file), key));
  writeFileSync(join(OUT, "minisign.pub"), minisignKey(key));
  console.log(`release: signed by ${keyNameOf(key)}`);
}

/** Throws an Error that names what differs between the executables and clients that are there and a second build of them. */
function compare(released: readonly Released[], clients: readonly string[]): void {
  const clone = cloneAnew(ROOT);
  const executables = released.filter(({ file, target }) => sha256Of(file) !== sha256Of(clone.build(target)));
  const again = mkdtempSync(join(tmpdir(), "dragoman-clients-"));
  packClients(clone, again);
  const packed = clients.filter((name) => sha256Of(join(OUT, name)) !== sha256Of(join(again, name)));
  rmSync(again, { recursive: true });
  const other = [...executables.map(({ file }) => basename(file)), ...packed];
  if (other.length > 0) throw new Error(`a second build differs: ${other}`);
  console.log("release: a second build gave the same bytes");
}

try {
  release();
} catch (failure) {
  console.error(`release: ${failure instanceof Error ? failure.message : String(failure)}`);
  process.exitCode = 1;
}
