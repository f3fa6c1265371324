import { AppError, invalid } from "./errors.ts";
import type { JsonObject } from "./json.ts";
import { LIMITS } from "./limits.ts";
import type { WithBackend } from "./named-backend.ts";
import { preparedSchema, readSchema } from "./schema/json-schema.ts";
import { checkOwnWords } from "./schema/own-words.ts";
import { checkSaidValues } from "./schema/said-values.ts";
import { checkedSize } from "./schema/schema-bounds.ts";
import { atOnce } from "./steps.ts";
import { checkedText, notAName } from "./text.ts";

export type Tool = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema, draft 2020-12, of an object. Absent: the tool takes no parameters. */
  readonly parameters?: JsonObject;
  /** Real phrases that mean this tool. */
  readonly examples?: readonly string[];
};

export interface ToolsetDefinition extends WithBackend {
  readonly tools: readonly Tool[];
  /** A value that comes from nowhere the server can see counts as missing. */
  readonly requireEvidence: boolean;
  /** 0–1: a call of one of these tools that is less sure is `none`, unless the request says otherwise; absent is 0. */
  readonly minConfidence?: number;
}

/** The tool name that an answer carries when nothing fits. */
export const NO_TOOL = "none";

const TOOL_NAME = /^[A-Za-z0-9_.:/-]{1,128}$/;

/**
 * The tools as they are stored and hashed. `tools` has the right shape already; this checks what a shape cannot say:
 * how many, names, texts, and that every schema is one.
 * Throws `tool_limit_reached` or `validation_error`, fields named as in `tools.3.name`.
 */
export function checkedTools(tools: readonly Tool[], field = "tools"): readonly Tool[] {
  return atOnce(checkingTools(tools, field));
}

/** The same in steps, one for each tool: a set of large schemas takes tenths of seconds. */
export function* checkingTools(tools: readonly Tool[], field = "tools"): Generator<void, readonly Tool[]> {
  if (tools.length > LIMITS.toolsMax) {
    throw new AppError("tool_limit_reached", `${field}: ${tools.length} tools, at most ${LIMITS.toolsMax} are allowed`);
  }
  if (tools.length === 0) throw invalid(field, "needs at least 1 tool");
  for (const [index, { name }] of tools.entries()) checkName(name, `${field}.${index}.name`);
  const read = tools.map((tool) => (tool.parameters ? { ...tool, parameters: readSchema(tool.parameters) } : tool));
  checkSize(read, field);
  const names = new Map<string, number>();
  const checked: Tool[] = [];
  for (const [index, tool] of read.entries()) {
    checked.push(checkedTool(tool, `${field}.${index}`));
    const earlier = names.get(tool.name);
    if (earlier !== undefined) {
      throw invalid(`${field}.${index}.name`, `"${tool.name}" is the name of ${field}.${earlier} already`);
    }
    names.set(tool.name, index);
    yield;
  }
  return checked;
}

/** Before any schema is read: what it costs all together counts, since everybody else waits meanwhile. */
function checkSize(tools: readonly Tool[], field: string): void {
  const { schemaPartsPerToolsetMax, patternStepsPerToolsetMax } = LIMITS;
  let [parts, steps] = [0, 0];
  for (const [index, { parameters }] of tools.entries()) {
    const size = parameters ? checkedSize(parameters, `${field}.${index}.parameters`) : NO_SCHEMA;
    parts += size.parts;
    steps += size.patternSteps;
  }
  if (parts > schemaPartsPerToolsetMax) {
    throw invalid(field, `have ${parts}/${schemaPartsPerToolsetMax} parts in the schemas of their parameters`);
  }
  if (steps > patternStepsPerToolsetMax) {
    throw invalid(field, `have patterns of ${steps}/${patternStepsPerToolsetMax} steps in all`);
  }
}

/** As `{minConfidence}` to spread, or nothing where none is given. Throws `validation_error` for one outside of 0–1. */
export function checkedMinConfidence(given: number | undefined): Pick<ToolsetDefinition, "minConfidence"> {
  if (given === undefined) return {};
  if (!(given >= 0 && given <= 1)) throw invalid("min_confidence", "must be a number from 0 to 1");
  return { minConfidence: given };
}

const NO_SCHEMA = { parts: 1, patternSteps: 0 };

function checkName(name: string, field: string): void {
  if (!TOOL_NAME.test(name)) {
    const allowed = "1–128 letters, digits, '_', '.', ':', '/' or '-'";
    throw invalid(field, notAName(name, allowed, name.replace(/[^A-Za-z0-9_.:/-]+/g, "_"), TOOL_NAME));
  }
  if (name === NO_TOOL) throw invalid(field, `"${NO_TOOL}" is reserved for the answer that no tool fits`);
}

function checkedTool(tool: Tool, field: string): Tool {
  const description = checkedText(`${field}.description`, tool.description, {
    min: 0,
    max: LIMITS.descriptionCharactersMax,
  });
  const examples = checkedExamples(tool.examples, `${field}.examples`);
  const { name, parameters } = tool;
  if (parameters === undefined) return { name, description, ...examples };
  preparedSchema(parameters, `${field}.parameters`);
  checkSaidValues(parameters, `${field}.parameters`);
  checkOwnWords(parameters, `${field}.parameters`);
  return { name, description, parameters, ...examples };
}

/** Examples of a tool or a class, as `{examples}` to spread, or nothing where none were given. */
export function checkedExamples(
  examples: readonly string[] | undefined,
  field: string,
): { readonly examples?: readonly string[] } {
  if (examples === undefined) return {};
  if (examples.length > LIMITS.examplesMax) {
    throw invalid(field, `${examples.length} examples, at most ${LIMITS.examplesMax} are allowed`);
  }
  const rule = { min: 1, max: LIMITS.exampleCharactersMax };
  return { examples: examples.map((example, index) => checkedText(`${field}.${index}`, example, rule)) };
}
