/**
 * What every other script needs: the dependencies, the native parts in `dist/native/`, the pages in `dist/docs/`, and the licences in `dist/licenses/`. Runs in
 * a fresh clone, so it may import nothing from `node_modules` before that is there. Says nothing when there is nothing to do.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildNeighbourAddon } from "./neighbour-addon.ts";

const ROOT = join(import.meta.dir, "..");
const INSTALLED = join(ROOT, "node_modules/.installed-from");

/** The same files give the same `node_modules`. Not by time: git gives a checked-out file a new one. */
function lockHash(): string {
  const hash = createHash("sha256");
  for (const name of ["package.json", "bun.lock"]) hash.update(readFileSync(join(ROOT, name)));
  return hash.digest("hex");
}

/** False where they are there already. */
function installDependencies(): boolean {
  const wanted = lockHash();
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, "utf8") === wanted) return false;
  const { exitCode } = Bun.spawnSync([process.execPath, "install", "--frozen-lockfile"], {
    cwd: ROOT,
    // Its install script would download GPU libraries; the ones that are used come with the package.
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: "skip" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (exitCode !== 0) throw new Error("the dependencies could not be installed: see above");
  writeFileSync(INSTALLED, wanted);
  return true;
}

async function prepareNativeParts(): Promise<void> {
  mkdirSync(join(ROOT, "dist/native"), { recursive: true });
  const neighbours = buildNeighbourAddon(ROOT);
  if (neighbours.built) console.log(`setup: ${neighbours.built}`);
  const { packNative } = await import("./models/pack-native.ts");
  if (packNative() === "packed") console.log("setup: native runtime of the embedded models packed");
  const { packLlama } = await import("./models/pack-llama.ts");
  if ((await packLlama()) === "packed") console.log("setup: llama.cpp packed");
  const { packSite } = await import("./docs/site.ts");
  if (packSite() === "packed") console.log("setup: pages of docs/ packed");
  const { packNotices } = await import("./licenses.ts");
  if ((await packNotices()) === "packed") console.log("setup: licences of what is inside packed");
}

try {
  // A process remembers which packages it did not find, and would bundle without them.
  if (installDependencies()) {
    const again = Bun.spawnSync([process.execPath, import.meta.path], { stdio: ["ignore", "inherit", "inherit"] });
    process.exitCode = again.exitCode;
  } else await prepareNativeParts();
} catch (failure) {
  console.error(`setup: ${failure instanceof Error ? failure.message : String(failure)}`);
  process.exitCode = 1;
}
