/**
 * Makes a release for x64 processors of every kind, its executable twice, and runs `test/release/` on its files. No part of `bun run test`:
 * it needs Python, buildah and the package registries. Prints `N passed, N failed` last.
 */
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keptKeyOf } from "#core/signing-key.ts";
import { version } from "../../package.json";
import { runSuites } from "../run-suites.ts";
import { installForeignTools } from "./foreign-tools.ts";

const ROOT = join(import.meta.dir, "../..");
/** The one of this machine that all packages are made of. */
const TARGET = "linux-x64-baseline";
/** Nobody: what is made here is published nowhere. */
const MAINTAINER = "Release check <release-check@localhost>";
/** Of this run alone. */
const KEY = join(ROOT, "dist/release-check.key");

mkdirSync(join(ROOT, "dist"), { recursive: true });
writeFileSync(KEY, `${keptKeyOf(generateKeyPairSync("ed25519").privateKey)}\n`, { mode: 0o600 });
try {
  const options = ["--only", TARGET, "--key", KEY, "--maintainer", MAINTAINER, "--again"];
  const make = [process.execPath, join(import.meta.dir, "main.ts"), ...options];
  const { exitCode } = Bun.spawnSync(make, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
  if (exitCode !== 0) throw new Error(`the release failed with status ${exitCode}: see above`);
  // The suite runs the WebAssembly of other systems.
  installForeignTools(ROOT);
  runSuites("test/release/*-suite.ts", "release-tests.xml", {
    RELEASE: join(ROOT, "dist/release", version),
    RELEASE_MAINTAINER: MAINTAINER,
  });
} finally {
  rmSync(KEY);
}
