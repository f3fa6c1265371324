/** What people bring along: definitions, files of other programs, cases, lists, bundles. */

import { parsedJson, parsedToml, parsedYaml } from "#cli/documents.ts";
import { archiveSource } from "#cli/export-folder.ts";
import { bundleIn, bundleJson } from "#core/bundle/bundle.ts";
import { verifiedBundle } from "#core/bundle/bundle-signing.ts";
import { checkedClasses } from "#core/classification-set.ts";
import { AppError, OperatorError } from "#core/errors.ts";
import { casesIn } from "#core/examination/case-file.ts";
import { csvRows } from "#core/exchange/csv-rows.ts";
import { setFromResource } from "#core/exchange/exchanged-set.ts";
import { type Reading, type ReadingOptions, readSets, type Source } from "#core/exchange/formats.ts";
import { isJsonObject, type JsonValue } from "#core/json.ts";
import { atOnce } from "#core/steps.ts";
import { checkedTools } from "#core/toolset.ts";
import { checkingValues, givenValuesIn } from "#core/value-list.ts";
import { must, orRefused, type Target, textOf } from "../engine/target.ts";
import { EXPORTS, TOML_EXPORT, YAML_EXPORTS } from "./exports.ts";

const isRefusal = (failure: unknown) => failure instanceof AppError || failure instanceof OperatorError;
const OPTIONS: ReadingOptions = { format: null, signature: null, only: [], fileName: "things" };

/** Whatever was read is a set that the registry takes, and is read again as the same. */
function readAsSets(source: Source) {
  return orRefused(() => {
    const readings = (["classes", "tools"] as const).flatMap((making): readonly Reading[] => {
      const reading = orRefused(() => readSets(source, { ...OPTIONS, making }), isRefusal);
      return "refused" in reading ? [] : [reading];
    });
    const plain = readSets(source, OPTIONS);
    for (const { resources } of [plain, ...readings])
      for (const resource of resources) mustBeSet(resource, plain.called);
    return plain;
  }, isRefusal);
}

function mustBeSet(resource: JsonValue, called: string): void {
  const set = setFromResource(resource, "sets.0");
  const check = () => (set.kind === "toolset" ? checkedTools(set.input.tools) : checkedClasses(set.input.classes));
  // Of our own form nothing is mended, and what is wrong with a set is for the registry to say.
  if (called === "Dragoman's own JSON") orRefused(check, isRefusal);
  else check();
}

const importJson: Target = {
  name: "import-json",
  about: "files of JSON: our own sets, OpenAI, MCP, OpenAPI, LUIS, CLU, Dialogflow; each alone or as a folder",
  seeds: EXPORTS,
  bytesMax: 4_096,
  time: { ms: 30, msPerKib: 30 },
  open: () => ({
    read: (input) =>
      orRefused(() => {
        const document = parsedJson("it", textOf(input));
        const files = isJsonObject(document) ? folderIn(document) : null;
        return readAsSets(files === null ? { kind: "document", document } : files);
      }, isRefusal),
  }),
};

/** `{"files": {PATH: CONTENT}}` is a folder. */
function folderIn({ files }: { readonly files?: JsonValue | undefined }): Source | null {
  if (!isJsonObject(files)) return null;
  const documents = Object.entries(files).map(([path, document]) => ({ path, document: document ?? null }));
  return { kind: "folder", files: documents, unread: [] };
}

const importYaml: Target = {
  name: "import-yaml",
  about: "files of YAML: Rasa, Home Assistant, OpenAPI",
  seeds: YAML_EXPORTS,
  words: [
    "---",
    "<<: *a",
    "&a",
    "*a",
    "|",
    ">-",
    "? ",
    "!!binary",
    "%YAML 1.2",
    "{",
    "}",
    "[",
    "]",
    "- ",
    ": ",
    "\n  ",
  ],
  bytesMax: 4_096,
  time: { ms: 30, msPerKib: 30 },
  open: () => ({
    read: (input) =>
      orRefused(() => readAsSets({ kind: "document", document: parsedYaml("it", textOf(input)) }), isRefusal),
  }),
};

const importToml: Target = {
  name: "import-toml",
  about: "a configuration of TensorZero",
  seeds: [TOML_EXPORT],
  words: ["[[", "]]", '"""', "'''", "1979-05-27T07:32:00Z", "inf", "nan", "0x", "= {", "\\u"],
  bytesMax: 2_048,
  time: { ms: 20, msPerKib: 20 },
  open: () => ({
    read: (input) =>
      orRefused(() => {
        const document = parsedToml("it", textOf(input));
        const beside = { path: "tools/a.json", document: { type: "object", properties: { a: { type: "string" } } } };
        return readAsSets({ kind: "folder", files: [{ path: "it.toml", document }, beside], unread: [] });
      }, isRefusal),
  }),
};

const importCsv: Target = {
  name: "import-csv",
  about: "texts with labels, as CSV or TSV, and its rows",
  seeds: [
    'text,label\nwhere is my card,card_lost\n"it, too",balance\n',
    'label\ttext\na\t"x ""y"" z"\r\n\r\nb\ty\n',
    "\ufefftext;label\n a ; b \n",
  ],
  words: ["text", "label", '"', '""', ",", ";", "\t", "\r\n", "\n"],
  bytesMax: 8_192,
  time: { ms: 20, msPerKib: 10 },
  grows: true,
  open: () => ({
    read: (input) => {
      const text = textOf(input);
      const rows = orRefused(() => csvRows(text, ","), isRefusal);
      return [rows, readAsSets({ kind: "text", text })];
    },
  }),
};

const archives: Target = {
  name: "archive",
  about: "zip archives of an export",
  seeds: [emptyZip(), storedZip("a.json", '{"nlu":[]}')],
  bytesMax: 2_048,
  time: { ms: 20, msPerKib: 20 },
  open: () => ({
    read: (input) => orRefused(() => readAsSets(archiveSource("it", input)), isRefusal),
  }),
};

function emptyZip(): string {
  return `PK\u0005\u0006${"\u0000".repeat(18)}`;
}

/** A zip with one file that is not packed. All its bytes are below 128, so it is a text as well. */
function storedZip(path: string, content: string): string {
  const two = (value: number) => String.fromCharCode(value & 0x7f, value >> 8);
  const four = (value: number) => `${two(value)}\u0000\u0000`;
  const sizes = `\u0000\u0000\u0000\u0000${four(content.length)}${four(content.length)}${two(path.length)}\u0000\u0000`;
  const local = `PK\u0003\u0004${"\u0000".repeat(10)}${sizes}${path}${content}`;
  const entry = `PK\u0001\u0002${"\u0000".repeat(12)}${sizes}${"\u0000".repeat(14)}${path}`;
  const end = `PK\u0005\u0006${"\u0000".repeat(4)}${two(1)}${two(1)}${four(entry.length)}${four(local.length)}${two(0)}`;
  return local + entry + end;
}

const cases: Target = {
  name: "test-cases",
  about: "files of test cases, as JSON, lines of JSON or CSV",
  seeds: [
    '{"query":"rain in Rome","tool":"get_weather","parameters":{"city":"Rome"}}\n{"query":"hi","tool":"none"}\n',
    '[{"text":"my card is gone","label":"card_lost","language":"en"}]',
    '[{"query":"both","calls":[{"tool":"a","parameters":{}},{"tool":"b"}],"note":"x"}]',
    "text,label\nmy card,card_lost\n",
    '{"cases":[{"query":"q","tool":"a"}]}',
  ],
  bytesMax: 4_096,
  time: { ms: 20, msPerKib: 20 },
  open: () => ({ read: (input) => orRefused(() => casesIn(textOf(input), ["a-v1"]), isRefusal) }),
};

const lists: Target = {
  name: "value-list",
  about: "values and their other words",
  seeds: ['["Ada","Bo"]', '[{"value":"Ada Byron","synonyms":["the countess","Ada"]},"Bo"]'],
  bytesMax: 4_096,
  time: { ms: 10, msPerKib: 10 },
  open: () => ({
    read: (input) =>
      orRefused(() => {
        const list = parsedJson("it", textOf(input));
        if (!Array.isArray(list)) return null;
        const values = atOnce(checkingValues(givenValuesIn(list)));
        const again = values.map(([value, ...synonyms]) => ({ value, synonyms }));
        must(Bun.deepEquals(atOnce(checkingValues(again)), values, true), "values that were taken come back changed");
        return values;
      }, isRefusal),
  }),
};

const bundles: Target = {
  name: "bundle",
  about: "bundles, signed or not, and what is in them",
  seeds: [
    '{"dragoman_bundle":1,"key":"a","signature":"b","content":{}}',
    '{"made_at":"2026-11-18T10:00:00.000Z","version":"0.2.0","sets":[{"signature":"a-v1"}],"value_lists":[{"name":"v","values":["a",{"value":"b","synonyms":["c"]}]}],"personas":[{"name":"p","instructions":"i","language":"en"}],"banks":[{"name":"b","memories":[{"fact":"home is Berlin"},{"query":"q","tool":"t","parameters":{"a":1}}]}],"taught":[{"kind":"toolset","signature":"a-v1","cases":[{"query":"q","tool":"t","parameters":{}},{"query":"r","calls":[{"tool":"t","parameters":{}}],"beside":["a-v1"]}]},{"kind":"classification_set","signature":"c-v1","cases":[{"data":"d","label":"l"}]}],"tests":[{"kind":"toolset","sets":["a-v1"],"cases":[{"query":"q","tool":"t"}],"right":[true],"report":{}}]}',
  ],
  bytesMax: 4_096,
  time: { ms: 20, msPerKib: 20 },
  open: () => ({
    read: (input) =>
      orRefused(() => {
        const document = parsedJson("it", textOf(input));
        const signed = orRefused(() => verifiedBundle(document), isRefusal);
        if (!isJsonObject(document)) return signed;
        const bundle = bundleIn(document);
        must(Bun.deepEquals(bundleIn(bundleJson(bundle)), bundle), "a bundle comes back changed from its own JSON");
        return [signed, bundle];
      }, isRefusal),
  }),
};

export const DOCUMENTS: readonly Target[] = [
  importJson,
  importYaml,
  importToml,
  importCsv,
  archives,
  cases,
  lists,
  bundles,
];
