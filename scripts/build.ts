/**
 * Builds `dist/dragoman`, the one executable, for this machine or with `--target NAME` for another one, whose native parts
 * `scripts/setup.ts --target NAME` has packed. Skipped, and said so, when nothing that goes into it has changed.
 */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join, relative } from "node:path";
import { packAdminPage } from "./admin-page.ts";
import { packSite } from "./docs/site.ts";
import { packNotices } from "./licenses.ts";
import { packWeights } from "./models/pack-weights.ts";
import { chosenTarget } from "./target.ts";

const ROOT = join(import.meta.dir, "..");
const TARGET = chosenTarget();
const NAME = TARGET.platform === "win32" ? "dragoman.exe" : "dragoman";
const EXECUTABLE = join(ROOT, "dist", NAME);
/** What the executable was built from. */
const STAMP = join(ROOT, "dist/dragoman.inputs");
const ENTRY_POINTS = ["src/main.ts", "src/models/embedded/worker/worker.ts", "src/storage/embedded/file-worker.ts"];
const INPUTS = [
  "src",
  "data",
  "dist/native",
  "dist/admin-page/page.zst",
  "dist/docs/site.zst",
  "dist/licenses/notices.zst",
  "scripts/build.ts",
  "scripts/models/pack-weights.ts",
  "scripts/models/onnx-arrays.ts",
  "package.json",
  "bun.lock",
  "tsconfig.json",
];

function commit(): string {
  const { exitCode, stdout } = Bun.spawnSync(["git", "rev-parse", "--short=12", "HEAD"], {
    cwd: ROOT,
    stderr: "ignore",
  });
  return exitCode === 0 ? stdout.toString().trim() : "unknown";
}

/** One line for each input file. Content counts and times do not: git gives a checked-out file a new time. */
function fingerprint(commitId: string): string {
  const files = INPUTS.flatMap((name) => filesUnder(join(ROOT, name))).sort();
  const lines = files.map((path) => `${relative(ROOT, path)} ${Bun.hash(readFileSync(path)).toString(16)}`);
  return [`bun ${Bun.version} ${Bun.revision}`, `commit ${commitId}`, `target ${TARGET.name}`, ...lines].join("\n");
}

function filesUnder(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name)));
}

async function compile(commitId: string): Promise<void> {
  // Under its final name, which the executable remembers, but in a folder of its own until it is whole.
  const folder = mkdtempSync(join(ROOT, "dist/build-"));
  try {
    await packWeights(join(folder, "weights"));
    await compileInto(join(folder, NAME), join(folder, "weights"), commitId);
    renameSync(join(folder, NAME), EXECUTABLE);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * What they hold in the place of those in `data/models` that have the same names. Their paths stay: names of what the scripts are split into
 * follow from them, and a folder of another name each time would be another executable each time.
 */
function filesOf(folder: string): Bun.BunPlugin {
  const setup = (build: Bun.PluginBuilder) => {
    build.onLoad({ filter: /\/data\/models\/[^/]+$/ }, (asked) => {
      const path = join(folder, basename(asked.path));
      return existsSync(path) ? { contents: new Uint8Array(readFileSync(path)), loader: "file" } : undefined;
    });
  };
  return { name: "packed-weights", setup };
}

async function compileInto(outfile: string, weights: string, commitId: string): Promise<void> {
  const result = await Bun.build({
    entrypoints: ENTRY_POINTS.map((path) => join(ROOT, path)),
    // The executable keeps the paths below `root`: `src/models/embedded/worker/worker-client.ts` names its worker by them.
    root: join(ROOT, "src"),
    // Bytecode, and as modules: the first answer comes after half the time, and top-level await works.
    bytecode: true,
    format: "esm",
    // What is imported when it is called for stands apart, and is not even read at a start that does not call for it.
    splitting: true,
    minify: { whitespace: true, syntax: true, identifiers: false },
    define: { DRAGOMAN_COMMIT: JSON.stringify(commitId) },
    // Without these the executable obeys the .env and bunfig.toml of whatever folder it is started in.
    compile: { target: TARGET.bun, outfile, autoloadDotenv: false, autoloadBunfig: false },
    plugins: [filesOf(weights)],
    throw: false,
  });
  if (!result.success) throw new AggregateError(result.logs, result.logs.map(String).join("\n"));
}

async function build(): Promise<void> {
  const startedAt = performance.now();
  await Promise.all([packSite(), packAdminPage()]);
  await packNotices();
  const commitId = commit();
  const inputs = fingerprint(commitId);
  if (existsSync(EXECUTABLE) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === inputs) {
    // Files that were written again as they were: who looks at times takes it for up to date, too.
    utimesSync(EXECUTABLE, new Date(), new Date());
    console.log(`build: dist/${NAME} is up to date`);
    return;
  }
  rmSync(STAMP, { force: true });
  await compile(commitId);
  writeFileSync(STAMP, inputs);
  const megabytes = (statSync(EXECUTABLE).size / 1e6).toFixed(1);
  console.log(`build: dist/${NAME}, ${megabytes} MB, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

try {
  await build();
} catch (failure) {
  console.error(`build: failed\n${failure instanceof Error ? failure.message : String(failure)}`);
  process.exitCode = 1;
}
