import { basename, extname, resolve } from "node:path";
import { type Config, loadConfig, readTrustedFile } from "#config";
import { isBundle } from "#core/bundle/bundle-signing.ts";
import { AppError } from "#core/errors.ts";
import { FORMATS, type Format, isFormat, readSets } from "#core/exchange/formats.ts";
import { counted, type Note } from "#core/exchange/notes.ts";
import type { Making } from "#core/exchange/orphans/orphan-formats.ts";
import { refreshedToolset } from "#core/exchange/refreshing.ts";
import { WRITTEN_FORMATS, writeSets } from "#core/exchange/written-sets.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { exportBundle, importBundle, MESSAGE_BYTES_MAX } from "./bundle.ts";
import { Failure, type Invocation, misused, type Run } from "./command.ts";
import { readSource, refuseUnwritable, replaceFile, STANDARD_STREAM, writeNewFile } from "./exchange-file.ts";
import { reportOnImported } from "./imported-report.ts";
import { type ListedSource, readMcpServer } from "./mcp-source.ts";
import { perform, refuseMissingFolder } from "./operate.ts";
import { warningsText } from "./present-lint.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Sets out of a file: `import FILE --app ID [--signature S] [--format F] [--as KIND] [--language L] [--only LIST]
 * [--cases FILE] [--force] [--report] [--replace] [--dry-run]`; a bundle, with `[--trust KEY]… [--min-accuracy SHARE]`; and the
 * tools of a running server, with `--from-mcp WHERE` in the place of FILE.
 */
export const importSets: Run = async (invocation, terminal) => {
  const { options, switches, json } = invocation;
  const format = options["from-mcp"] === undefined ? formatIn(invocation, FORMATS) : "mcp";
  const making = makingIn(invocation);
  const only = namesIn(options.only);
  // A report asks models as the settings say.
  const { config } = loadConfig({ flags: { data: options.data, config: options.config }, readFile: readTrustedFile });
  refuseMissingFolder(config.dataDir);
  if (options.cases !== undefined) refuseUnwritable(options.cases, switches.has("force"));
  const { title, source, fileName } = await readNamed(invocation, config, format);
  if (source.kind === "document" && isBundle(source.document))
    return importBundle(source.document, invocation, terminal);
  refuseForBundles(invocation);
  const { called, resources, cases, notes } = readSets(source, {
    format,
    ...(making !== null && { making }),
    ...(options.language !== undefined && { language: options.language }),
    signature: options.signature ?? null,
    only,
    fileName,
  });
  refuseTooLarge(resources);
  // Whoever only sees that nothing was done wants to know what was read all the same.
  const say = json ? terminal.err : terminal.out;
  say(`${title} is ${called}.\n${lines(notes)}`);
  const isTrial = switches.has("dry-run");
  const replaces = switches.has("replace");
  const isListed = options["from-mcp"] !== undefined;
  const sets = replaces && isListed ? await refreshed(config, options.app, resources, { terminal, say }) : resources;
  const args = { app_id: options.app, sets, existing: replaces ? "replace" : "refuse" };
  const imported = importedIn(await perform(config, isTrial ? "import.check" : "import", args, terminal));
  for (const { outcome, resource, warnings } of imported) {
    say(`${isTrial ? `would be ${outcome}` : outcome}: ${titleOf(resource)}\n`);
    say(warningsText(warnings));
  }
  if (options.cases !== undefined) {
    if (!isTrial) writeCases(options.cases, cases, switches.has("force"));
    say(`${casesTold(options.cases, cases.length, isTrial)}\n`);
  }
  if (isTrial) say("Nothing was written: --dry-run.\n");
  const [first] = imported;
  if (switches.has("report") && !isTrial) {
    if (!first || cases.length === 0) say("No test cases came along: there is nothing to report.\n");
    else say(await reportOnImported(config, { app: options.app ?? "", resource: first.resource, cases }, terminal));
  }
  if (json) terminal.out(`${JSON.stringify(imported.map(({ resource }) => resource))}\n`);
  return 0;
};

/** What there is to import: a file, the standard input, or what a running server lists. */
async function readNamed(
  { operands, options, command }: Invocation,
  config: Config,
  format: Format | null,
): Promise<ListedSource> {
  const from = options["from-mcp"];
  const file = operands.FILE;
  if ((file === undefined) === (from === undefined)) {
    throw misused("a FILE is needed, or --from-mcp with an MCP server, and not both", { see: command.name });
  }
  if (from !== undefined) {
    const { format: named = "mcp" } = options;
    if (named === "mcp") return readMcpServer(from, config);
    throw misused(`--format ${named} is for a file: an MCP server lists its tools in one form`, { see: command.name });
  }
  const named = file ?? STANDARD_STREAM;
  const isStream = named === STANDARD_STREAM;
  return {
    title: isStream ? "Standard input" : named,
    source: await readSource(named, format),
    fileName: isStream ? null : basename(resolve(named), extname(named)),
  };
}

/** Of toolsets that are there already, what was added to them here; what has changed where they come from is said. */
async function refreshed(
  config: Config,
  app: string | undefined,
  resources: readonly JsonObject[],
  { terminal, say }: { readonly terminal: Terminal; readonly say: (text: string) => void },
): Promise<readonly JsonObject[]> {
  const result: JsonObject[] = [];
  for (const resource of resources) {
    const stored = await storedSet(config, { app_id: app, signature: resource.signature }, terminal);
    if (!Array.isArray(stored?.tools)) {
      result.push(resource);
      continue;
    }
    const { resource: set, changes } = refreshedToolset(stored, resource);
    for (const { what, detail } of changes) say(`${"since".padEnd(9)}${what}: ${detail}\n`);
    result.push(set);
  }
  return result;
}

async function storedSet(config: Config, args: JsonObject, terminal: Terminal): Promise<JsonObject | null> {
  try {
    const found = await perform(config, "export", args, terminal);
    return Array.isArray(found) ? (found.find(isJsonObject) ?? null) : null;
  } catch (failure) {
    if (failure instanceof AppError && failure.code === "not_found") return null;
    throw failure;
  }
}

/** Sets into a file: `export [FILE] --app ID [--signature S] [--format F]`, or all that belongs to them, with `--bundle`. */
export const exportSets: Run = async (invocation, terminal) => {
  const { operands, options, repeated, switches, json } = invocation;
  if (switches.has("bundle")) return exportBundle(invocation, terminal);
  if (repeated.tests !== undefined) throw misused("--tests goes with --bundle", { see: invocation.command.name });
  const format = formatIn(invocation, WRITTEN_FORMATS) ?? "dragoman";
  const { config } = loadConfig({ flags: { data: options.data } });
  refuseMissingFolder(config.dataDir);
  const { app: app_id, signature } = options;
  const args = { app_id, ...(signature !== undefined && { signature }) };
  const resources = await perform(config, "export", args, terminal);
  const { content, text, notes } = writeSets(Array.isArray(resources) ? resources : [], format);
  const file = operands.FILE ?? STANDARD_STREAM;
  terminal.err(lines(notes));
  if (notes.length === 0) terminal.err("The app has no sets.\n");
  if (file !== STANDARD_STREAM) {
    writeNewFile(file, text);
    terminal.err(`Written to ${file}.\n`);
  }
  if (json) terminal.out(`${JSON.stringify(content)}\n`);
  else if (file === STANDARD_STREAM) terminal.out(text);
  return 0;
};

export function formatIn({ command, options }: Invocation, formats: readonly Format[]): Format | null {
  const { format } = options;
  if (format === undefined) return null;
  if (isFormat(format) && formats.includes(format)) return format;
  throw misused(`--format is one of ${formats.join(", ")}, and "${format}" is none`, { see: command.name });
}

function makingIn({ command, options }: Invocation): Making | null {
  const { as: making } = options;
  if (making === undefined || making === "classes" || making === "tools") return making ?? null;
  throw misused(`--as is classes or tools, and "${making}" is none`, { see: command.name });
}

/** One line of JSON for each. A file of none would be taken for a test that passes. */
function writeCases(file: string, cases: readonly JsonObject[], replaces: boolean): void {
  if (cases.length === 0) return;
  const text = cases.map((one) => `${JSON.stringify(one)}\n`).join("");
  if (replaces) replaceFile(file, text);
  else writeNewFile(file, text);
}

function casesTold(file: string, count: number, isTrial: boolean): string {
  if (count === 0) return `No test cases came along: ${file} is not written.`;
  const cases = counted(count, "test case");
  return isTrial ? `would be written: ${file} with ${cases}` : `written: ${file} with ${cases}`;
}

/** Who trusts a key, or sets a bar for tests, means a bundle, and would take it that it was checked. */
function refuseForBundles({ command, options, repeated }: Invocation): void {
  const option = repeated.trust !== undefined ? "trust" : "min-accuracy";
  if (repeated.trust === undefined && options["min-accuracy"] === undefined) return;
  throw misused(`--${option} is for a bundle, and this file is none: nothing in it is signed`, { see: command.name });
}

function refuseTooLarge(resources: readonly JsonObject[]): void {
  // The same limit with a server and without, so that nothing works today that does not tomorrow.
  const bytes = Buffer.byteLength(JSON.stringify(resources));
  if (bytes <= MESSAGE_BYTES_MAX) return;
  throw new Failure(
    `the sets have ${bytes} bytes, and ${MESSAGE_BYTES_MAX} go at a time: choose some of them with --only`,
  );
}

function lines(notes: readonly Note[]): string {
  return notes
    .map(({ action, what, detail }) => `${action.padEnd(9)}${what}: ${detail}\n`.replace(/\n(?!$)/g, " "))
    .join("");
}

/** Names that are separated by commas. */
export function namesIn(list: string | undefined): readonly string[] {
  const names = (list ?? "").split(",").map((word) => word.trim());
  return names.filter((word) => word !== "");
}

interface ToldOf {
  readonly outcome: string;
  readonly resource: JsonObject;
  readonly warnings: readonly JsonObject[];
}

function importedIn(result: JsonValue): readonly ToldOf[] {
  const items = Array.isArray(result) ? result.filter(isJsonObject) : [];
  return items.map(({ outcome, resource, warnings }) => ({
    outcome: String(outcome),
    resource: isJsonObject(resource) ? resource : {},
    warnings: (Array.isArray(warnings) ? warnings : []).filter(isJsonObject),
  }));
}

function titleOf({ signature, tools, classes }: JsonObject): string {
  if (Array.isArray(tools)) return `the toolset "${signature}" with ${counted(tools.length, "tool")}`;
  const { length } = Array.isArray(classes) ? classes : [];
  return `the classification set "${signature}" with ${counted(length, "class", "classes")}`;
}
