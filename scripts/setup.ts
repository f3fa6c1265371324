/**
 * What every other script needs, with `--for-build` only what a build does: the dependencies, the native parts in `dist/native/`, the
 * pages in `dist/docs/`, the admin page, and the licences in `dist/licenses/`. With `--target NAME` the native parts of another system,
 * from packages that `scripts/release` installs. Runs in a fresh clone, so it may import nothing from `node_modules` before that is there.
 * Says nothing when there is nothing to do.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeForeignParts } from "./foreign-parts.ts";
import { buildNeighbourAddon } from "./neighbour-addon.ts";
import { zigCommand } from "./release/foreign-tools.ts";
import { chosenTarget } from "./target.ts";

const ROOT = join(import.meta.dir, "..");
const IS_FOR_RELEASE = process.argv.includes("--target");
const INSTALLED = join(ROOT, "node_modules/.installed-from");

/** What is installed: all, or without what only tests and their tools need, a third of it; for releases, that of every system. */
type Extent = "all" | "for the build" | "for releases";

const OPTIONS: Readonly<Record<Extent, readonly string[]>> = {
  all: [],
  "for the build": ["--production"],
  "for releases": ["--production", "--os=*", "--cpu=*"],
};

/** The same files give the same `node_modules`. Not by time: git gives a checked-out file a new one. */
function lockHash(): string {
  const hash = createHash("sha256");
  for (const name of ["package.json", "bun.lock"]) hash.update(readFileSync(join(ROOT, name)));
  return hash.digest("hex");
}

function isInstalled(lock: string, extent: Extent): boolean {
  const installed = existsSync(INSTALLED) ? readFileSync(INSTALLED, "utf8") : "";
  return installed === `${lock} ${extent}` || (installed === `${lock} all` && extent === "for the build");
}

/** False where they are there already. */
function installDependencies(extent: Extent): boolean {
  const lock = lockHash();
  if (isInstalled(lock, extent)) return false;
  const { exitCode } = Bun.spawnSync([process.execPath, "install", "--frozen-lockfile", ...OPTIONS[extent]], {
    cwd: ROOT,
    // Its install script would download GPU libraries; the ones that are used come with the package.
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: "skip" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (exitCode !== 0) throw new Error("the dependencies could not be installed: see above");
  if (extent !== "for releases") removeForeignParts(join(ROOT, "node_modules"), { keepsTools: extent === "all" });
  writeFileSync(INSTALLED, `${lock} ${extent}`);
  return true;
}

/** The compiler is another process: the rest is packed while it works. */
async function prepareNativeParts(): Promise<void> {
  mkdirSync(join(ROOT, "dist/native"), { recursive: true });
  const target = chosenTarget();
  const zig = IS_FOR_RELEASE ? zigCommand(ROOT) : null;
  const compiling = buildNeighbourAddon(ROOT, { target, zig });
  const { packNative } = await import("./models/pack-native.ts");
  const packing = packNative(target);
  const { packLlama } = await import("./models/pack-llama.ts");
  if ((await packLlama(target)) === "packed") console.log("setup: llama.cpp packed");
  const { packSite } = await import("./docs/site.ts");
  if ((await packSite()) === "packed") console.log("setup: pages of docs/ packed");
  const { packAdminPage } = await import("./admin-page.ts");
  if ((await packAdminPage()) === "packed") console.log("setup: the admin page packed");
  if ((await packing) === "packed") console.log("setup: native runtime of the embedded models packed");
  const { built } = await compiling;
  if (built !== null) console.log(`setup: ${built}`);
  const { packNotices } = await import("./licenses.ts");
  if ((await packNotices()) === "packed") console.log("setup: licences of what is inside packed");
}

try {
  const extent = IS_FOR_RELEASE ? "for releases" : process.argv.includes("--for-build") ? "for the build" : "all";
  // A process remembers which packages it did not find, and would bundle without them.
  if (installDependencies(extent)) {
    const again = Bun.spawnSync([process.execPath, ...process.argv.slice(1)], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    process.exitCode = again.exitCode;
  } else await prepareNativeParts();
} catch (failure) {
  console.error(`setup: ${failure instanceof Error ? failure.message : String(failure)}`);
  process.exitCode = 1;
}
