/** A page as a terminal: its commands run in one shell, in an empty folder with the executable on the path. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { EXECUTABLE, freePort } from "../../scripts/dragoman-process.ts";
import { blocksIn, ROOT, readPage, type Step, stepsIn, type Typing } from "./blocks.ts";
import { NOT_RUN, nameOf } from "./not-run.ts";

/** A reader takes longer: what is done behind an answer is done before the cache is asked for other words. */
export const PAUSE_SECONDS = 5;
/** The port that the pages name. */
export const PORT = "8420";
const TUTORIAL = "docs/tutorial.md";
const STEP_END = "\u001e";

export interface Ran {
  readonly step: Step;
  /** Both streams, in the order in which they were written. */
  readonly output: string;
}

/** A page, and what has to be different here from what it says. */
export interface Session {
  readonly page: string;
  readonly typing: Typing;
  /** Typed before anything of the page. A line `dragoman serve` is over when the server is ready. */
  readonly before?: string;
  /** Paths of the machine that the page names, by what stands for them in the folder of the session. */
  readonly paths?: Readonly<Record<string, string>>;
  /** What only the reader knows, by the words of a shell for it. */
  readonly words?: Readonly<Record<string, string>>;
  /** Files that the page shows, by the kind of the first block that does. */
  readonly files?: Readonly<Record<string, string>>;
  /** Programs that stand for others, as scripts. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Folders of the repository that the reader has; copies, in which a command may write. */
  readonly folders?: readonly string[];
  /** Whether it begins in a checkout of the repository. */
  readonly isInCheckout?: boolean;
}

/**
 * Runs every step of a page. A line that is `dragoman serve` alone runs on behind the others, as in a terminal of its own; it is
 * over when the server is ready, and what it wrote until then is its output. Throws when a step fails.
 */
export async function runSession(session: Session): Promise<readonly Ran[]> {
  const { page, typing, before = "", paths = {}, words = {} } = session;
  const folder = mkdtempSync(join(tmpdir(), "dragoman-page-"));
  const here = join(folder, "here");
  const text = readPage(page);
  const beginning = text.includes("step 2 of the tutorial")
    ? stepsIn(readPage(TUTORIAL).split(/^## 3/m)[0] ?? "", typing)
    : [];
  const own = stepsIn(text, typing).filter(({ command }) => !(nameOf(page, command) in NOT_RUN));
  const steps = [...beginning, ...own];
  furnish(folder, session, steps);
  const places = Object.entries(paths).map(([named, path]) => [named, join(here, path)] as const);
  const adapted = (command: string) =>
    [...places, ...Object.entries(words)].reduce(
      (typed, [named, instead]) => typed.replaceAll(named, instead),
      command,
    );
  try {
    const script = [unseen(before), ...steps.map((step) => `${pauseBefore(step)}${shellOf(adapted(step.command))}`)];
    const outputs = await typed(folder, script, (index) => `${page}:${steps[index]?.line}: ${steps[index]?.command}`);
    const asShown = (output: string) =>
      places.reduce((written, [named, path]) => written.replaceAll(path, named), output).replaceAll(here, "~");
    return steps.map((step, index) => ({ step, output: asShown(outputs[index] ?? "") })).slice(beginning.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a reader has before the first step: a folder `here`, and one of programs, `bin`. */
export function furnish(folder: string, session: Session, steps: readonly Step[]) {
  const { page, files = {}, programs = {}, folders = [], isInCheckout } = session;
  const here = join(folder, "here");
  mkdirSync(join(folder, "bin"));
  mkdirSync(here);
  symlinkSync(EXECUTABLE, join(folder, "bin/dragoman"));
  if (isAboutTheFile(steps)) symlinkSync(EXECUTABLE, join(here, "dragoman"));
  if (isInCheckout) for (const name of readdirSync(ROOT)) symlinkSync(join(ROOT, name), join(here, name));
  for (const name of folders) cpSync(join(ROOT, name), join(here, name), { recursive: true });
  for (const [name, kind] of Object.entries(files)) {
    mkdirSync(dirname(join(here, name)), { recursive: true });
    writeFileSync(join(here, name), blocksIn(readPage(page)).find((block) => block.kind === kind)?.text ?? "");
  }
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, "bin", name), script);
    chmodSync(join(folder, "bin", name), 0o755);
  }
}

/** The output of each step of a script. Throws what `nameOf` says of the step that failed, and what came out. */
async function typed(folder: string, script: readonly string[], nameOf: (step: number) => string) {
  const port = String(await freePort());
  const whole = ["trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT", ...script].join("\n");
  const child = Bun.spawn(["bash", "-euo", "pipefail", "-c", whole.replaceAll(PORT, port)], {
    cwd: join(folder, "here"),
    env: environmentIn(folder, port),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, stderr, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const outputs = output.replaceAll(port, PORT).split(STEP_END);
  if (status !== 0) throw new Error(`${nameOf(outputs.length - 1)}\n${outputs.at(-1)}${stderr}`);
  return outputs;
}

/** Of whoever types in a furnished folder. */
export function environmentIn(folder: string, port: string): Readonly<Record<string, string>> {
  return {
    PATH: `${join(folder, "bin")}:${process.env.PATH}`,
    HOME: folder,
    DRAGOMAN_SERVER_PORT: port,
    BUN: process.execPath,
    TESTS: import.meta.dir,
    // As on a terminal.
    DRAGOMAN_LOG_FORMAT: "text",
    // Which of the cache's answers are verified is left to chance, and each that is counts as one more answer.
    DRAGOMAN_CACHE_VERIFY_SHARE: "0",
  };
}

/** A page that begins with the file itself has it at hand; the others begin with an empty folder. */
function isAboutTheFile([first]: readonly Step[]): boolean {
  return first?.command.startsWith("sha256sum dragoman") ?? false;
}

function pauseBefore({ shown }: Step): string {
  return shown?.text.includes("semantic_cache") ? `sleep ${PAUSE_SECONDS}\n` : "";
}

function shellOf(command: string): string {
  const end = `printf '${STEP_END}'`;
  if (!LASTING.some(({ line }) => line.test(command))) return `{\n${command}\n} 2>&1\n${end}`;
  return `${inShell(command)}\n${end}`;
}

/** What was typed before a page begins: its output is no part of the page's. */
function unseen(before: string): string {
  return before === "" ? "" : `{\n${inShell(before)}\n} > ../before.log`;
}

/** The same, with what runs until it is stopped behind it. */
function inShell(command: string): string {
  return LASTING.reduce((script, { line, instead }) => script.replace(line, instead), command);
}

const READY = `until curl -sf http://127.0.0.1:${PORT}/readyz; do kill -0 $!; sleep 0.1; done > ../ready.json`;
/** Lines that run until they are stopped, and how a reader goes on. The demo's three commands are pasted, and then it is stopped. */
const LASTING: readonly { readonly line: RegExp; readonly instead: string }[] = [
  { line: /^dragoman serve *(&|#.*)?$/m, instead: `dragoman serve > ../serve.log 2>&1 &\n${READY}\ncat ../serve.log` },
  {
    line: /^(npx [^#]* run demo) *(?:#.*)?$/m,
    instead: `set -m
$1 > ../demo.log 2>&1 &
demo=$!
until grep -q '^Ctrl-C stops' ../demo.log; do kill -0 $demo || { cat ../demo.log; exit 1; }; sleep 0.1; done
grep -E '^(TOKEN=|curl )' ../demo.log | head -n 3 > ../pasted
source ../pasted > ../answers
grep -q '"tool":"book_table"' ../answers && grep -q '"label":"delivery"' ../answers
kill -INT -- -$demo; wait $demo || true
set +m`,
  },
];

/** What is another each time, by what stands in its place in both texts. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/ed25519:[\w-]{43}/g, "ed25519:KEY"],
  [/\bdgm_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}\b/g, "dgm_…"],
  [/\bdga_[0-9A-Za-z]+\b/g, "dga_…"],
  [/#code=[0-9A-Za-z]+\b/g, "#code=…"],
  [/\b(app|bank|mem|key|run)_[0-9A-Za-z]{12,}\b/g, "$1_…"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "eyJ…"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "(time)"],
  [/\b\d\d:\d\d:\d\d\b/g, "(time)"],
  [/\buser \d+$/gm, "user (n)"],
  [/\b[0-9a-f]{64}\b/g, "(sum)"],
  [/\b[\d.]+ (ms|s|MB|kB|seconds)\b/g, "(n) $1"],
  [/\bbytes {2,}\d+/g, "bytes (n)"],
  [/"(latency_ms|age_seconds|confidence|similarity|requests_remaining)":\s*[\d.]+/g, '"$1":0'],
  [/"month":\s*"\d{4}-\d\d"/g, '"month":"(month)"'],
  [/ +$/gm, ""],
  // How far a work is: said of what takes longer than a second, as everything may on a busy machine.
  [/^[a-z][\w ,]*: \d[\d.]* of \d[\d.]*( MB)?\n/gm, ""],
];

export function masked(text: string): string {
  return MASKS.reduce((written, [pattern, instead]) => written.replaceAll(pattern, instead), text).trim();
}
