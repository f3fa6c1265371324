/**
 * Tries folders of the past on what is here: `bun scripts/older-folders.ts --every 10` checks out every tenth commit since there are
 * folders, has its own program make one (an app, a key, sets, a credit, and what else it could do), opens it with this one, and
 * compares what both say of it. Where the program of a tenth commit does not run, the one after it is taken, and so on up to the next
 * tenth. Written to `/tmp/dragoman-older-folders`, where the packages of one are there for the next; what is done there already is not
 * done again. Programs of the past get the native parts of this checkout; `--setup` has their own made where these do not do, which
 * takes minutes each. With `--keep` the first folder of each version of the schema becomes a fixture of `test/storage/older-folders`,
 * which stays as it is once it is there. Exit status 1 where something is not the same, or for no commit of ten a folder could be made.
 */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const ROOT = join(import.meta.dir, "..");
const WORK = "/tmp/dragoman-older-folders";
const FIXTURES = join(ROOT, "test/storage/older-folders");
const MIGRATIONS = "src/storage/embedded/migrations";
/** A program of the past may wait for something that is not there any more. */
const COMMAND_MS_MAX = 120_000;
const SETUP_MS_MAX = 600_000;
/** Of `dist`, by `scripts/setup.ts`. */
const BUILT = ["native", "docs", "admin-page", "licenses"].filter((part) => existsSync(join(ROOT, "dist", part)));
/** One in the same place for every commit: most packages are the same from one to the next. */
const CHECKOUT = join(WORK, "checkout");

const TOOLS = [
  {
    type: "function",
    function: {
      name: "find_order",
      description: "Find an order by its number",
      parameters: { type: "object", required: ["number"], properties: { number: { type: "string" } } },
    },
  },
];
const LABELS = "text,label\nwhere is my parcel,delivery\nI want my money back,refund\n";

const TAUGHT_SENTENCE = "where is it, the usual one";

/** What a folder is asked; each of these by both programs. */
const QUESTIONS: Readonly<Record<string, Question>> = {
  apps: { wordsOf: (app) => ["app", "show", app, "--json"] },
  keys: { wordsOf: (app) => ["key", "list", app, "--json"] },
  sets: { wordsOf: (app) => ["export", "-", "--app", app] },
  // Of an answer what the app would carry out: the rest is about the program, not the folder.
  taught: {
    wordsOf: (app) => ["ask", "shop-v1", TAUGHT_SENTENCE, "--app", app, "--json"],
    of: ({ source, calls }) => ({
      source,
      calls: calls.map(({ tool, parameters }: { tool: string; parameters: unknown }) => ({ tool, parameters })),
    }),
  },
};

interface Question {
  readonly wordsOf: (app: string) => readonly string[];
  /** The part of the answer that is compared; all of it where there is no such function. */
  // biome-ignore lint/suspicious/noExplicitAny: what a program of the past says has no type here.
  readonly of?: (answer: any) => unknown;
}

interface Program {
  readonly name: string;
  readonly command: readonly string[];
  readonly cwd: string;
}

type Answers = Readonly<Record<string, unknown>>;

const { values } = parseArgs({
  options: {
    every: { type: "string" },
    commits: { type: "string" },
    keep: { type: "boolean", default: false },
    setup: { type: "boolean", default: false },
  },
});
const NOW: Program = { name: "now", command: [process.execPath, join(ROOT, "src/main.ts")], cwd: ROOT };

mkdirSync(WORK, { recursive: true });
writeFileSync(join(WORK, "tools.json"), JSON.stringify(TOOLS));
writeFileSync(join(WORK, "labels.csv"), LABELS);
const told = { same: 0, differs: 0, none: 0 };
for (const candidates of commits()) {
  let outcome: keyof typeof told = "none";
  for (const commit of candidates) {
    outcome = await tried(commit);
    if (outcome !== "none") break;
  }
  told[outcome]++;
}
console.log(`${told.same} the same, ${told.differs} not, ${told.none} where no folder could be made`);
process.exitCode = told.differs + told.none === 0 ? 0 : 1;

/** Oldest first: those that were named, or every so manieth since the first folder, each with those that stand in for it. */
function commits(): readonly (readonly string[])[] {
  if (values.commits !== undefined) return values.commits.split(",").map((commit) => [commit]);
  // What was on a branch had numbers of the schema that others had, too, until it was merged, and was nobody's program.
  const all = git("log", "--reverse", "--first-parent", "--format=%h", "--", MIGRATIONS);
  const since = git("log", "--reverse", "--first-parent", "--format=%h", `${all[0]}..HEAD`);
  const every = Number(values.every ?? 10);
  const line = [all[0] ?? "", ...since];
  return Array.from({ length: Math.ceil(line.length / every) }, (_, index) =>
    line.slice(index * every, (index + 1) * every),
  );
}

/** Whether this program says the same of its folder; "none" where the commit's program made none. */
async function tried(commit: string): Promise<keyof typeof told> {
  const folder = join(WORK, commit);
  const done = join(folder, "compared.json");
  if (!existsSync(done)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const program = await checkedOut(commit);
    const data = join(folder, "data");
    const made =
      program &&
      ((await folderOf(await withParts(program, false), data)) ??
        (values.setup ? await folderOf(await withParts(program, true), data) : null));
    if (!made) {
      console.log(`${commit}  its program made no folder here`);
      return "none";
    }
    writeFileSync(join(folder, "made.json"), JSON.stringify(made, null, 2));
    cpSync(data, join(folder, "opened"), { recursive: true });
    const now = await answersOf(NOW, made.app, join(folder, "opened"));
    const schema = schemaOf(commit);
    const differing = Object.keys(QUESTIONS).filter((name) => !holds(made.answers[name], now[name]));
    writeFileSync(done, JSON.stringify({ commit, schema, differing, said: made.answers, now }, null, 2));
  }
  const compared = await Bun.file(done).json();
  const words = compared.differing.length === 0 ? "the same" : `differs in ${compared.differing.join(", ")}`;
  console.log(`${commit}  schema ${compared.schema}  ${words}`);
  if (values.keep && compared.differing.length === 0) await keep(folder, compared.schema);
  return compared.differing.length === 0 ? "same" : "differs";
}

/** The program of a commit with its packages and native parts; null where these cannot be had any more. */
async function checkedOut(commit: string): Promise<Program | null> {
  if (existsSync(CHECKOUT)) git("-C", CHECKOUT, "checkout", "--quiet", "--force", "--detach", commit);
  else git("worktree", "add", "--quiet", "--detach", CHECKOUT, commit);
  const bun = process.execPath;
  if ((await run([bun, "install", "--frozen-lockfile"], CHECKOUT)).status !== 0) return null;
  return { name: commit, command: [bun, "src/main.ts"], cwd: CHECKOUT };
}

/** What is built before a program runs: that of this checkout first, since pages and libraries make no folder, then that of its own. */
async function withParts(program: Program, isOwn: boolean): Promise<Program> {
  if (isOwn) {
    await run([process.execPath, "scripts/setup.ts"], program.cwd, SETUP_MS_MAX);
    return program;
  }
  for (const part of BUILT) cpSync(join(ROOT, "dist", part), join(program.cwd, "dist", part), { recursive: true });
  // The same two libraries were named in one list before archives could hold several.
  const manifest = join(program.cwd, "dist/native/onnxruntime.json");
  const { archives, ...rest } = await Bun.file(manifest).json();
  writeFileSync(manifest, JSON.stringify({ ...rest, archives, files: archives.flat() }));
  return program;
}

/** Null where not even an app could be made. What a program could not do yet is left out. */
async function folderOf(
  program: Program,
  data: string,
): Promise<{ readonly app: string; readonly answers: Answers } | null> {
  const say = (...words: readonly string[]) => run([...program.command, ...words, "--data", data], program.cwd);
  const made = await say("app", "create", "Kept", "--plan", "free", "--json");
  const app = /"app_id": ?"([^"]+)"/.exec(made.out)?.[1];
  if (app === undefined) {
    console.log(made.err.trim().split("\n").slice(-3).join("\n"));
    return null;
  }
  await say("app", "credit", app, "7");
  await say("key", "create", app, "--name", "second");
  await say("import", join(WORK, "tools.json"), "--signature", "shop-v1", "--app", app);
  await say("import", join(WORK, "labels.csv"), "--signature", "mail-v1", "--app", app);
  const call = ["--tool", "find_order", "--parameters", '{"number":"4711"}'];
  await say("teach", "shop-v1", TAUGHT_SENTENCE, ...call, "--app", app);
  await say("alias", "set", "shop", "shop-v1", "--app", app);
  return { app, answers: await answersOf(program, app, data) };
}

async function answersOf({ command, cwd }: Program, app: string, data: string): Promise<Answers> {
  const answers: Record<string, unknown> = {};
  for (const [name, { wordsOf, of = (answer: unknown) => answer }] of Object.entries(QUESTIONS)) {
    const { out, status } = await run([...command, ...wordsOf(app), "--data", data], cwd);
    answers[name] = status === 0 ? of(JSON.parse(out)) : null;
  }
  return answers;
}

/** Whether everything that was said then is said now; there may be more. What could not be asked then is not compared. */
function holds(then: unknown, now: unknown): boolean {
  if (then === null) return true;
  if (Array.isArray(then)) {
    return Array.isArray(now) && then.length === now.length && then.every((each, index) => holds(each, now[index]));
  }
  if (typeof then !== "object" || typeof now !== "object" || now === null) return then === now;
  const found = now as Readonly<Record<string, unknown>>;
  return Object.entries(then as object).every(([key, value]) => value === null || holds(value, found[key]));
}

/** As a backup that this program takes of the folder as it was made: what nothing has opened since. */
async function keep(folder: string, schema: number): Promise<void> {
  const name = `schema-${String(schema).padStart(2, "0")}`;
  const target = join(FIXTURES, `${name}.dragoman`);
  if (existsSync(target)) return;
  mkdirSync(FIXTURES, { recursive: true });
  const { status, err } = await run([...NOW.command, "backup", target, "--data", join(folder, "data")], ROOT);
  if (status !== 0) throw new Error(err);
  const { app, answers } = await Bun.file(join(folder, "made.json")).json();
  writeFileSync(join(FIXTURES, `${name}.json`), `${JSON.stringify({ app, ...answers }, null, 2)}\n`);
}

function schemaOf(commit: string): number {
  return git("ls-tree", "--name-only", `${commit}:${MIGRATIONS}`).filter((name) => name.endsWith(".sql")).length;
}

function git(...words: readonly string[]): readonly string[] {
  const { stdout, exitCode, stderr } = Bun.spawnSync(["git", ...words], { cwd: ROOT });
  if (exitCode !== 0) throw new Error(`git ${words.join(" ")}: ${stderr.toString()}`);
  return stdout.toString().trim().split("\n");
}

async function run(command: readonly string[], cwd: string, timeout = COMMAND_MS_MAX) {
  const child = Bun.spawn([...command], { cwd, stdio: ["ignore", "pipe", "pipe"], timeout });
  const [out, err, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, status };
}
