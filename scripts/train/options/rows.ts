/** Parameters with options that a request names none of, out of the training trades: what is weighed, and which was meant. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isJsonObject, type JsonValue } from "#core/json.ts";
import { readSchema } from "#core/schema/json-schema.ts";
import { optionFeatures } from "#models/embedded/choosing/option-sense.ts";
import { OptionSimilarity } from "#models/embedded/choosing/option-similarity.ts";
import { JointModel } from "#models/embedded/networks/joint-model.ts";
import { JOINT_EXTRACTOR_PATH, ONNX_RUNTIME, SENTENCE_EMBEDDER_PATH } from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { optionMentions } from "#models/embedded/values/near-names.ts";
import { type EverydaySource, readEveryday } from "../../eval/everyday-data.ts";

export interface OptionRow {
  /** The trade. */
  readonly source: string;
  readonly options: readonly (readonly number[])[];
  readonly none: readonly number[];
  /** Position of the option that was meant; −1 where none was, or only the one that is taken without a word. */
  readonly meant: number;
}

/** In other languages, of several calls, and what goes on with another request. */
const LEFT_OUT: ReadonlySet<string> = new Set(["de", "es", "fr", "it", "nl", "follow-up", "two"]);

/** Of the first reading of each request with one call. Takes some minutes. */
export async function optionRows(folder: string): Promise<readonly OptionRow[]> {
  const runtimeDir = mkdtempSync(join(tmpdir(), "options-"));
  try {
    const runtime = openOnnxRuntime(ONNX_RUNTIME, runtimeDir);
    const reading = await openWordReading();
    const joint = new JointModel(await runtime.open(JOINT_EXTRACTOR_PATH), reading);
    const sentences = new SentenceModel(await runtime.open(SENTENCE_EMBEDDER_PATH), reading.tokenizer);
    return readEveryday(folder).flatMap((source) => rowsOf(source, joint, sentences));
  } finally {
    rmSync(runtimeDir, { recursive: true, force: true });
  }
}

function rowsOf(source: EverydaySource, joint: JointModel, sentences: SentenceModel): readonly OptionRow[] {
  const similarity = new OptionSimilarity();
  const tools = source.tools.map(({ name, description, parameters }) => {
    const schema = parameters && readSchema(parameters);
    return { schema, readable: { name, description, parameters: parametersOf(schema, description) } };
  });
  return source.cases.flatMap((one) => {
    const [call, ...others] = one.calls ?? [];
    const tool = tools.find(({ readable }) => readable.name === call?.tool);
    if (!call || !tool || others.length > 0 || LEFT_OUT.has(one.kind)) return [];
    const text = one.query.trim();
    return joint.read(text, tool.readable).parameters.flatMap((reading): readonly OptionRow[] => {
      const { parameter } = reading;
      const { choices, name, type, path } = parameter;
      const isPlain = choices.length > 0 && type !== "array" && path.length === 1;
      if (!isPlain || optionMentions(text, parameter).some((mention) => mention !== null)) return [];
      const near = () => similarity.of(text, parameter, (words) => sentences.embed(words));
      const features = optionFeatures({ ...reading, near });
      const properties = isJsonObject(tool.schema?.properties) ? tool.schema.properties : {};
      const property = properties[name];
      const wanted = call.parameters?.[name];
      const isUsual = isJsonObject(property) && wanted !== undefined && isOne(wanted, property.default);
      const meant = wanted === undefined || isUsual ? -1 : choices.findIndex((choice) => isOne(wanted, choice));
      return features ? [{ source: source.name, ...features, meant }] : [];
    });
  });
}

function isOne(wanted: JsonValue, choice: JsonValue | undefined): boolean {
  if (isJsonObject(wanted)) return Array.isArray(wanted.any) && wanted.any.some((one: JsonValue) => isOne(one, choice));
  return choice !== undefined && String(wanted).toLowerCase() === String(choice).toLowerCase();
}
