/** A page as a terminal: its commands run in one shell, in an empty folder with the executable on the path. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXECUTABLE, freePort } from "../../scripts/dragoman-process.ts";
import { readPage, type Step, stepsIn } from "./blocks.ts";

/** A reader takes longer: what is done behind an answer is done before the cache is asked for other words. */
const PAUSE_SECONDS = 5;
/** The port that the pages name. */
const PORT = "8420";
const TUTORIAL = "docs/tutorial.md";
const STEP_END = "\u001e";

export interface Ran {
  readonly step: Step;
  /** Both streams, in the order in which they were written. */
  readonly output: string;
}

/** What has to be different here from what a page says. */
export interface Surroundings {
  /** Typed before anything of the page. */
  readonly before?: string;
  /** Folders of the machine that the page names, by the folder that stands for them here. */
  readonly folders?: Readonly<Record<string, string>>;
}

/**
 * Runs every step of a page. A step that is `dragoman serve` alone runs on behind the others, as in a terminal of its own; it is
 * over when the server is ready, and what it wrote until then is its output. Throws when a step fails.
 */
export async function runSession(
  page: string,
  { before = "", folders = {} }: Surroundings = {},
): Promise<readonly Ran[]> {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-page-"));
  const here = join(folder, "here");
  const text = readPage(page);
  const beginning = text.includes("step 2 of the tutorial") ? stepsIn(readPage(TUTORIAL).split(/^## 3/m)[0] ?? "") : [];
  const steps = [...beginning, ...stepsIn(text)];
  mkdirSync(join(folder, "bin"));
  mkdirSync(here);
  symlinkSync(EXECUTABLE, join(folder, "bin/dragoman"));
  if (isAboutTheFile(steps)) symlinkSync(EXECUTABLE, join(here, "dragoman"));
  const places = Object.entries(folders).map(([named, own]) => [named, join(here, own)] as const);
  const adapted = (command: string) => places.reduce((typed, [named, own]) => typed.replaceAll(named, own), command);
  try {
    const script = [before, ...steps.map((step) => `${pauseBefore(step)}${shellOf(adapted(step.command))}`)];
    const outputs = await typed(folder, script, (index) => `${page}:${steps[index]?.line}: ${steps[index]?.command}`);
    const asShown = (output: string) =>
      places.reduce((written, [named, own]) => written.replaceAll(own, named), output).replaceAll(here, "~");
    return steps.map((step, index) => ({ step, output: asShown(outputs[index] ?? "") })).slice(beginning.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The output of each step of a script. Throws what `nameOf` says of the step that failed, and what came out. */
async function typed(folder: string, script: readonly string[], nameOf: (step: number) => string) {
  const port = String(await freePort());
  const whole = ["trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT", ...script].join("\n");
  const child = Bun.spawn(["bash", "-euo", "pipefail", "-c", whole.replaceAll(PORT, port)], {
    cwd: join(folder, "here"),
    env: {
      PATH: `${join(folder, "bin")}:${process.env.PATH}`,
      HOME: folder,
      DRAGOMAN_SERVER_PORT: port,
      // As on a terminal.
      DRAGOMAN_LOG_FORMAT: "text",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, stderr, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const outputs = output.replaceAll(port, PORT).split(STEP_END);
  if (status !== 0) throw new Error(`${nameOf(outputs.length - 1)}\n${outputs.at(-1)}${stderr}`);
  return outputs;
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
  if (command !== "dragoman serve" && command !== "dragoman serve &") return `{\n${command}\n} 2>&1\n${end}`;
  const ready = `until curl -sf http://127.0.0.1:${PORT}/readyz; do kill -0 $!; sleep 0.1; done > ../ready.json`;
  return `dragoman serve > ../serve.log 2>&1 &\n${ready}\ncat ../serve.log\n${end}`;
}

/** What is another each time, by what stands in its place in both texts. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\bdgm_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}\b/g, "dgm_…"],
  [/\bdga_[0-9A-Za-z]+\b/g, "dga_…"],
  [/\b(app|bank|mem|key)_[0-9A-Za-z]{12,}\b/g, "$1_…"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "eyJ…"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "(time)"],
  [/\b\d\d:\d\d:\d\d\b/g, "(time)"],
  [/\b[0-9a-f]{64}\b/g, "(sum)"],
  [/\b[\d.]+ (ms|s|MB|kB|seconds)\b/g, "(n) $1"],
  [/\bbytes {2,}\d+/g, "bytes (n)"],
  [/"(latency_ms|age_seconds|confidence|similarity|requests_remaining)":\s*[\d.]+/g, '"$1":0'],
  [/"month":\s*"\d{4}-\d\d"/g, '"month":"(month)"'],
  [/ +$/gm, ""],
];

export function masked(text: string): string {
  return MASKS.reduce((written, [pattern, instead]) => written.replaceAll(pattern, instead), text).trim();
}
