import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { loadConfig } from "#config";
import { checkedClasses } from "#core/classification-set.ts";
import { AppError } from "#core/errors.ts";
import { type ExchangedSet, setFromResource, titleOf } from "#core/exchange/exchanged-set.ts";
import { FORMATS, readSets } from "#core/exchange/formats.ts";
import { isJsonObject, type JsonValue } from "#core/json.ts";
import type { LintedSet } from "#core/linting/linter.ts";
import { lintJson } from "#core/operator/set-commands.ts";
import type { AppId } from "#core/tenant.ts";
import { checkedTools } from "#core/toolset.ts";
import { Failure, type Invocation, misused, type Run } from "./command.ts";
import { formatIn, namesIn } from "./exchange.ts";
import { readSource, STANDARD_STREAM } from "./exchange-file.ts";
import { perform, refuseMissingFolder } from "./operate.ts";
import { lintText } from "./present-lint.ts";
import type { Terminal } from "./terminal.ts";

/** Nobody's: a file is of no app. */
const OF_A_FILE = "file" as AppId;

/** What is wrong with sets: `lint SET[,SET] --app ID`, or of a file `lint FILE [--format F] [--only LIST]`. */
export const lint: Run = async (invocation, terminal) => {
  const report = await (invocation.options.app === undefined ? ofFile(invocation) : ofApp(invocation, terminal));
  const findings = isJsonObject(report) && Array.isArray(report.findings) ? report.findings.filter(isJsonObject) : [];
  terminal.out(invocation.json ? `${JSON.stringify(report)}\n` : lintText(report));
  const hasWarnings = findings.some(({ severity }) => severity === "warning");
  return invocation.switches.has("strict") && hasWarnings ? 1 : 0;
};

async function ofApp({ operands, options }: Invocation, terminal: Terminal): Promise<JsonValue> {
  for (const option of ["format", "only"] as const) {
    if (options[option] !== undefined) throw misused(`--${option} is for a file, and --app for a set of an app`, SEE);
  }
  const signatures = namesIn(operands.SET);
  if (signatures.length === 0) throw misused("SET names no set", SEE);
  const { config } = loadConfig({ flags: { data: options.data } });
  refuseMissingFolder(config.dataDir);
  return perform(config, "lint", { app_id: options.app, signatures }, terminal);
}

const SEE = { see: "lint" };

/** Reads what `import` reads, checks what registering would refuse, and needs no data folder. */
async function ofFile(invocation: Invocation): Promise<JsonValue> {
  const { operands, options } = invocation;
  const file = operands.SET ?? STANDARD_STREAM;
  const format = formatIn(invocation, FORMATS);
  if (file !== STANDARD_STREAM && !existsSync(file)) {
    throw new Failure(`there is no file ${file}: for a set of an app, name the app with --app ID`);
  }
  const source = await readSource(file, format);
  const fileName = file === STANDARD_STREAM ? "standard-input" : basename(file, extname(file));
  const only = namesIn(options.only);
  const { resources } = readSets(source, { format, signature: null, only, fileName });
  const sets = resources.map((resource, index) => linted(setFromResource(resource, `sets.${index}`)));
  const folder = mkdtempSync(join(tmpdir(), "dragoman-lint-"));
  try {
    const { config } = loadConfig({ flags: { data: folder } });
    const { openFileLinter } = await import("#app");
    const { linter, close } = openFileLinter(config);
    try {
      return lintJson(await linter.lint(OF_A_FILE, sets, new AbortController().signal));
    } finally {
      await close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What registering would take. What it would refuse is refused here, with the set's name. */
function linted(set: ExchangedSet): LintedSet {
  const { signature } = set;
  try {
    const { backend } = set.input;
    const named = { signature, ...(backend !== undefined && { backend }) };
    if (set.kind === "toolset") return { ...named, tools: checkedTools(set.input.tools) };
    return { ...named, classes: checkedClasses(set.input.classes) };
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    throw new AppError(failure.code, `${titleOf(set)}: ${failure.message}`, { cause: failure });
  }
}
