import { AppError } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { type ExchangedSet, resourceOf, SERVERS_OWN, setFromResource, titleOf } from "./exchanged-set.ts";
import { fittingText } from "./fitting-text.ts";
import { checkDocument, isList } from "./json-fields.ts";
import { classesFromCsv, isLabelledTexts } from "./labelled-texts.ts";
import { signatureFrom } from "./names.ts";
import { counted, type Note, Notes } from "./notes.ts";
import { candidatesInOpenApi, openApiVersionOf } from "./openapi.ts";
import type { ExportFile } from "./orphans/assistant.ts";
import type { TestCase } from "./orphans/assistant-sets.ts";
import {
  contentOfOrphan,
  isOrphanFormat,
  type Making,
  ORPHANS,
  type OrphanFormat,
  orphanFormatsIn,
} from "./orphans/orphan-formats.ts";
import { strangeToolsIn } from "./other-forms.ts";
import { Selection } from "./selection.ts";
import { toolsFrom } from "./tool-candidate.ts";
import { candidatesInList, type ToolListFormat, toolListCalled, toolListFormatOf, toolListIn } from "./tool-lists.ts";

export type Format = "dragoman" | ToolListFormat | "openapi" | "csv" | OrphanFormat;

/** What the formats are called in sentences. */
const CALLED: Readonly<Record<Format, string>> = {
  dragoman: "Dragoman's own JSON",
  openai: toolListCalled("openai"),
  "openai-flat": toolListCalled("openai-flat"),
  anthropic: toolListCalled("anthropic"),
  mcp: toolListCalled("mcp"),
  openapi: "OpenAPI",
  csv: "CSV with texts and labels",
  rasa: ORPHANS.rasa.called,
  luis: ORPHANS.luis.called,
  clu: ORPHANS.clu.called,
  "dialogflow-es": ORPHANS["dialogflow-es"].called,
  "dialogflow-cx": ORPHANS["dialogflow-cx"].called,
  "home-assistant": ORPHANS["home-assistant"].called,
  tensorzero: ORPHANS.tensorzero.called,
};

/** A file, read but not understood: a document of JSON or YAML, a folder of them, or any other text. */
export type Source =
  | { readonly kind: "document"; readonly document: JsonValue }
  | {
      readonly kind: "folder";
      readonly files: readonly ExportFile[];
      /** Files that could not be read, with the reason. */
      readonly unread: readonly { readonly path: string; readonly why: string }[];
    }
  | { readonly kind: "text"; readonly text: string };

export interface ReadingOptions {
  /** Null: what the shape says. */
  readonly format: Format | null;
  /** Of the set that comes out; null: from the file's title or name, or as the file says. */
  readonly signature: string | null;
  /** Names of what is wanted, `*` for any characters; none for everything. */
  readonly only: readonly string[];
  /** The file's name without its ending; null when it has none. */
  readonly fileName: string | null;
  /** What intents become; absent: what suits the format. */
  readonly making?: Making;
  /** Which of the languages that the file has is read; absent: its own. */
  readonly language?: string;
}

export interface Reading {
  /** Which format it was read as, in words. */
  readonly called: string;
  /** As resources in our own JSON. */
  readonly resources: readonly JsonObject[];
  /** Test cases that came along: they are in no set. */
  readonly cases: readonly TestCase[];
  readonly notes: readonly Note[];
}

export function isFormat(text: string): text is Format {
  return Object.hasOwn(CALLED, text);
}

export const FORMATS = Object.keys(CALLED) as readonly Format[];

/**
 * The sets that a file describes. Throws `bad_request` when the format cannot be told or is not the one that is named,
 * `tool_limit_reached` for more tools than a set holds, and `validation_error` for contents that cannot be a set.
 */
export function readSets(source: Source, options: ReadingOptions): Reading {
  if (source.kind === "document") checkDocument(source.document);
  if (source.kind === "folder") for (const { document } of source.files) checkDocument(document);
  const format = options.format ?? formatOf(source, options);
  const { making, language } = options;
  if (!isOrphanFormat(format) && (making !== undefined || language !== undefined)) {
    const option = making === undefined ? "--language" : "--as";
    throw new AppError("bad_request", `${option} is for exports with intents, and ${CALLED[format]} has none`);
  }
  const notes = new Notes();
  if (source.kind === "folder") for (const { path, why } of source.unread) notes.dropped(path, why);
  const { called = CALLED[format], sets, cases = [] } = setsIn(source, format, options, notes);
  return { called, resources: sets.map(resourceOf), cases, notes: notes.all() };
}

interface Found {
  readonly called?: string;
  readonly sets: readonly ExchangedSet[];
  readonly cases?: readonly TestCase[];
}

function setsIn(source: Source, format: Format, options: ReadingOptions, notes: Notes): Found {
  const only = new Selection(options.only);
  if (isOrphanFormat(format)) return orphanSet(filesOf(source, options), format, only, options, notes);
  if (source.kind === "folder")
    throw new AppError("bad_request", `a folder or an archive is no ${CALLED[format]}: name the file in it`);
  if (source.kind === "text") {
    if (format !== "csv")
      throw new AppError("bad_request", `the file is no JSON and no YAML, as ${CALLED[format]} would be`);
    return { sets: [labelledSet(source.text, only, options, notes)] };
  }
  const { document } = source;
  if (format === "csv") throw new AppError("bad_request", "the file is JSON or YAML, and no CSV");
  if (format === "dragoman") return { sets: ownSets(document, only, options, notes) };
  if (format === "openapi") return openApiSet(document, only, options, notes);
  if (toolListIn(document) === null) throw new AppError("bad_request", "the file has no list of tools");
  const tools = toolsFrom(candidatesInList(document, format, notes), only, notes);
  return {
    sets: [{ kind: "toolset", contentHash: null, ...headOf(options, ""), input: { name: nameOf(options, ""), tools } }],
  };
}

/** What the shape of a file says that it is. */
function formatOf(source: Source, options: ReadingOptions): Format {
  if (source.kind === "folder") return orphanFormatOf(source);
  if (source.kind === "text") {
    if (isLabelledTexts(source.text)) return "csv";
    throw new AppError(
      "bad_request",
      "the file is no JSON and no YAML; if it is CSV, line 1 has to name the columns `text` and `label`",
    );
  }
  const { document } = source;
  if (isJsonObject(document) && openApiVersionOf(document) !== null) return "openapi";
  if (ownResourcesIn(document) !== null) return "dragoman";
  const format = toolListFormatOf(toolListIn(document) ?? []);
  if (format !== null) return format;
  const [orphan] = orphanFormatsIn(filesOf(source, options));
  if (orphan !== undefined) return orphan;
  throw new AppError(
    "bad_request",
    `the file's shape is none that is known: name its format with --format (${FORMATS.join(", ")})`,
  );
}

function orphanFormatOf({ files, unread }: Extract<Source, { kind: "folder" }>): Format {
  const [format, ...others] = orphanFormatsIn(files);
  if (format === undefined) {
    const [first] = unread;
    const why = first ? `; ${first.path} ${first.why}` : "";
    throw new AppError(
      "bad_request",
      `none of its files is an export of another platform: name the file that is meant${why}`,
    );
  }
  if (others.length > 0) {
    const formats = [format, ...others];
    throw new AppError(
      "bad_request",
      `it has ${formats.map((one) => CALLED[one]).join(", and ")}: choose with --format (${formats.join(", ")})`,
    );
  }
  return format;
}

/** A document that stands alone is a folder with one file. */
function filesOf(source: Source, { fileName }: ReadingOptions): readonly ExportFile[] {
  if (source.kind === "text") throw new AppError("bad_request", "the file is no JSON, no YAML and no TOML");
  return source.kind === "folder" ? source.files : [{ path: fileName ?? "", document: source.document }];
}

function orphanSet(
  files: readonly ExportFile[],
  format: OrphanFormat,
  only: Selection,
  options: ReadingOptions,
  notes: Notes,
): Found {
  const { making = null, language = null } = options;
  const content = contentOfOrphan(files, format, { making, language }, only, notes);
  const { title, cases } = content;
  const description = fittingText(content.description, LIMITS.descriptionCharactersMax);
  const head = { contentHash: null, ...headOf(options, title) };
  const input = { name: nameOf(options, title), ...(description !== "" && { description }) };
  if (content.kind === "toolset") {
    return { sets: [{ kind: content.kind, ...head, input: { ...input, tools: content.tools } }], cases };
  }
  const { kind, classes, allowNone } = content;
  return { sets: [{ kind, ...head, input: { ...input, classes, ...(allowNone && { allowNone }) } }], cases };
}

/** Sets as the API gives them: one, an array of them, or a page of a list. Null for anything else. */
function ownResourcesIn(document: JsonValue): readonly JsonValue[] | null {
  if (isOwn(document)) return [document];
  const list = isJsonObject(document) ? document.data : document;
  return isList(list) && (list.some(isOwn) || (list.length === 0 && document !== list)) ? list : null;
}

/** Others give their lists a name too; what tells ours then is that its tools are. */
function isOwn(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const { signature, name, tools, classes } = value;
  // Whatever else is wrong with it: no other format has the word.
  if (typeof signature === "string") return true;
  if (typeof name !== "string") return false;
  if (!isList(tools)) return isList(classes);
  return toolListFormatOf(tools) === "openai-flat" && strangeToolsIn(tools) === null;
}

/** Nothing is mended in these: they were right when they were written. */
function ownSets(
  document: JsonValue,
  only: Selection,
  { signature }: ReadingOptions,
  notes: Notes,
): readonly ExchangedSet[] {
  const resources = ownResourcesIn(document) ?? (isList(document) ? document : [document]);
  if (resources.length === 0) throw new AppError("bad_request", "the file has no sets");
  if (isJsonObject(document) && typeof document.next_cursor === "string") {
    notes.dropped("what follows `next_cursor`", "the file is one page of a longer list: import the others too");
  }
  const named =
    signature === null || resources.length !== 1
      ? resources
      : resources.map((one) => (isJsonObject(one) ? { ...one, signature } : one));
  const sets = named
    .map((resource, index) => setFromResource(resource, `sets.${index}`))
    .filter((set) => only.takes([set.signature]));
  only.refuseUnmatched();
  if (signature !== null && resources.length > 1) {
    throw new AppError(
      "bad_request",
      `the file has ${resources.length} sets, each with a signature of its own: --signature is for a file with one set; --only chooses`,
    );
  }
  if (sets.length < resources.length)
    notes.dropped(`${resources.length - sets.length} of ${resources.length} sets`, "not chosen by --only");
  for (const set of sets) notes.kept(titleOf(set), sizeOf(set));
  // The content's hash is no more than a check of the content, and loses nothing.
  const times = SERVERS_OWN.slice(1).filter((field) =>
    resources.some((one) => isJsonObject(one) && one[field] !== undefined),
  );
  if (times.length > 0) notes.dropped(times.join(", "), "the server has its own");
  return sets;
}

function openApiSet(document: JsonValue, only: Selection, options: ReadingOptions, notes: Notes): Found {
  const version = isJsonObject(document) ? openApiVersionOf(document) : null;
  if (!isJsonObject(document) || version === null)
    throw new AppError("bad_request", "the file is no OpenAPI document: it has no `openapi`");
  const { title, description, candidates } = candidatesInOpenApi(document, version, notes);
  const tools = toolsFrom(candidates, only, notes);
  const fitting = fittingText(description, LIMITS.descriptionCharactersMax);
  const input = { name: nameOf(options, title), ...(fitting !== "" && { description: fitting }), tools };
  return {
    called: `OpenAPI ${version}`,
    sets: [{ kind: "toolset", contentHash: null, ...headOf(options, title), input }],
  };
}

function labelledSet(text: string, only: Selection, options: ReadingOptions, notes: Notes): ExchangedSet {
  const classes = classesFromCsv(text, only, notes);
  return {
    kind: "classification_set",
    contentHash: null,
    ...headOf(options, ""),
    input: { name: nameOf(options, ""), classes },
  };
}

function headOf({ signature, fileName }: ReadingOptions, title: string): { readonly signature: string } {
  const made = signature ?? signatureFrom(title) ?? signatureFrom(fileName ?? "");
  if (made === null) throw new AppError("bad_request", "the set needs a signature: name one with --signature");
  return { signature: made };
}

function nameOf({ signature, fileName }: ReadingOptions, title: string): string {
  const name = fittingText(title, LIMITS.nameCharactersMax) || fittingText(fileName ?? "", LIMITS.nameCharactersMax);
  return name === "" ? (signature ?? "") : name;
}

function sizeOf(set: ExchangedSet): string {
  if (set.kind === "toolset") return counted(set.input.tools.length, "tool");
  return counted(set.input.classes.length, "class", "classes");
}
