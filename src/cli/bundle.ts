/** Bundles: `export --bundle` and what `import` does with one. */
import type { Config } from "#config";
import { loadConfig, readTrustedFile } from "#config";
import { type ImportedJson, isImportedJson, type TestedJson } from "#core/bundle/imported-json.ts";
import { casesIn } from "#core/examination/case-file.ts";
import { counted } from "#core/exchange/notes.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { type ExitStatus, Failure, type Invocation, misused } from "./command.ts";
import { nameOf, readText, STANDARD_STREAM, writeNewFile } from "./exchange-file.ts";
import { refuseMissingFolder } from "./operate.ts";
import { OperatorAccess } from "./operator-access.ts";
import { shareIn } from "./shares.ts";
import type { Terminal } from "./terminal.ts";

/** What the socket of a running server takes in one message, less what is around it. */
export const MESSAGE_BYTES_MAX = 16 * 1024 * 1024 - 65_536;
/** Sentences of a test that are shown; all stand in the JSON. */
const LOST_SHOWN_MAX = 10;

/** Everything of an app, or one set with what belongs to it, into a signed file. */
export async function exportBundle(invocation: Invocation, terminal: Terminal): Promise<ExitStatus> {
  const { operands, options, json } = invocation;
  if (options.format !== undefined)
    throw misused("--format goes with sets alone, and a bundle has a form of its own", { see: "export" });
  const config = configOf(invocation);
  const tests = await testsOf(invocation);
  const { app: app_id, signature } = options;
  const cases = tests.reduce((sum, test) => sum + test.cases.length, 0);
  if (cases > 0) terminal.err(`Asking ${counted(cases, "test case")} first: what comes of them goes along.\n`);
  const made = await run(
    config,
    "bundle.make",
    { app_id, ...(signature !== undefined && { signature }), tests: tests.map((test) => ({ ...test })) },
    terminal,
  );
  const { bundle, key } = made;
  if (!isJsonObject(bundle) || typeof key !== "string") throw wrongVersion();
  for (const { sets, right } of Array.isArray(made.tests) ? made.tests.filter(isJsonObject) : []) {
    const answers = Array.isArray(right) ? right : [];
    terminal.err(`${String(sets)}: ${answers.filter(Boolean).length} of ${answers.length} test cases are right.\n`);
  }
  const text = `${JSON.stringify(bundle, null, 1)}\n`;
  refuseTooLarge(text, "the bundle");
  const file = operands.FILE ?? STANDARD_STREAM;
  if (file !== STANDARD_STREAM) {
    writeNewFile(file, text);
    terminal.err(`Written to ${file}.\n`);
  }
  terminal.err(`Signed by ${key}\nTell whoever imports it this key, by another way than the file.\n`);
  if (json) terminal.out(`${JSON.stringify({ key, tests: made.tests ?? [] })}\n`);
  else if (file === STANDARD_STREAM) terminal.out(text);
  return 0;
}

/** Tried in a folder of its own first; exit status 1, and nothing written, where its tests fail. */
export async function importBundle(
  bundle: JsonObject,
  invocation: Invocation,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { options, repeated, switches, json } = invocation;
  for (const option of ["signature", "format", "as", "language", "only", "cases"]) {
    if (options[option] !== undefined)
      throw misused(`--${option} is for a file of sets, and this is a bundle, which comes whole`, { see: "import" });
  }
  const config = configOf(invocation);
  refuseTooLarge(JSON.stringify(bundle), "the bundle");
  const say = json ? terminal.err : terminal.out;
  terminal.err("Checking the signature, and trying the bundle in a folder of its own with its tests.\n");
  const isTrial = switches.has("dry-run");
  const minAccuracy = shareIn(invocation, "min-accuracy");
  const imported = await run(
    config,
    "bundle.import",
    {
      app_id: options.app,
      bundle,
      existing: switches.has("replace") ? "replace" : "refuse",
      trusted: repeated.trust ?? [],
      dry_run: isTrial,
      ...(minAccuracy !== null && { min_accuracy: minAccuracy }),
    },
    terminal,
  );
  if (!isImportedJson(imported)) throw wrongVersion();
  say(importedText(imported));
  if (json) terminal.out(`${JSON.stringify(imported)}\n`);
  return isTrial && imported.tests.some(({ lost }) => lost.length > 0) ? 1 : 0;
}

function importedText({ key, made_at, written, parts, taught, tests }: ImportedJson): string {
  const words = { toolset: "toolset", classification_set: "classification set", value_list: "value list" } as const;
  const nouns: Readonly<Record<string, string>> = { ...words, persona: "persona", bank: "memory bank" };
  const lines = [
    `The bundle of ${made_at} is signed by ${key}`,
    ...tests.map(testedText),
    ...parts.map(({ kind, name, outcome, id }) => {
      const told = written || outcome === "unchanged" ? outcome : `would be ${outcome}`;
      return `${told}: the ${nouns[kind] ?? kind} "${name}"${id === undefined ? "" : `, which is ${id} here`}`;
    }),
    ...(taught > 0 ? [`${written ? "taught" : "would be taught"}: ${counted(taught, "case")}`] : []),
    ...(written ? [] : ["Nothing was written: --dry-run."]),
  ];
  return `${lines.join("\n")}\n`;
}

function testedText({ sets, cases, right_there, right_here, lost }: TestedJson): string {
  const shown = lost.slice(0, LOST_SHOWN_MAX).map(({ query, given }) => {
    return `  no longer right: "${query}" gave ${given.length === 0 ? "none" : given.join(", ")}`;
  });
  const more = lost.length > shown.length ? [`  and ${lost.length - shown.length} more: --json has all`] : [];
  const head = `tested: ${sets.join(",")}, ${right_here} of ${cases} right here, ${right_there} where it was made`;
  return [head, ...shown, ...more].join("\n");
}

type Test = { readonly kind: string; readonly sets: readonly string[]; readonly cases: readonly JsonObject[] };

/** `--tests SET=FILE`, or `--tests FILE` beside --signature. */
async function testsOf({ options, repeated }: Invocation): Promise<readonly Test[]> {
  const tests: Test[] = [];
  for (const named of repeated.tests ?? []) {
    const [, sets = options.signature, file = named] = /^([^=]+)=(.+)$/.exec(named) ?? [];
    if (sets === undefined)
      throw misused("--tests takes SET=FILE: the signature of a set of the bundle, and a file of test cases", {
        see: "export",
      });
    const signatures = sets.split(",").map((one) => one.trim());
    const text = await readText(file);
    try {
      const cases = casesIn(text, signatures).cases.map(({ json }) => json);
      const isOfLabels = cases[0]?.label !== undefined || cases[0]?.labels !== undefined;
      tests.push({ kind: isOfLabels ? "classification_set" : "toolset", sets: signatures, cases });
    } catch (failure) {
      throw new Failure(`${nameOf(file)}: ${failure instanceof Error ? failure.message : failure}`, failure);
    }
  }
  return tests;
}

function configOf({ options }: Invocation): Config {
  // Models are asked as the settings say, which may be to start a program or to send a key.
  const { config } = loadConfig({ flags: { data: options.data, config: options.config }, readFile: readTrustedFile });
  refuseMissingFolder(config.dataDir);
  return config;
}

async function run(config: Config, command: string, args: JsonObject, terminal: Terminal): Promise<JsonObject> {
  const access = new OperatorAccess(config, terminal, { asksModels: true });
  try {
    const result: JsonValue = await access.run(command, args);
    if (isJsonObject(result)) return result;
    throw wrongVersion();
  } finally {
    await access.close();
  }
}

/** The same limit with a server and without, so that nothing works today that does not tomorrow. */
function refuseTooLarge(text: string, what: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= MESSAGE_BYTES_MAX) return;
  throw new Failure(`${what} has ${bytes} bytes, and ${MESSAGE_BYTES_MAX} go at a time: choose a set with --signature`);
}

function wrongVersion(): Failure {
  return new Failure("the running server did not answer as one of this version does");
}
