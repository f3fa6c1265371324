/** Sets in the form that another program or another route wants: nothing of what is missing in them says what to do. */
import { AppError } from "../errors.ts";
import { isJsonObject, type JsonValue } from "../json.ts";
import { isList } from "./json-fields.ts";
import { toolListCalled, toolListFormatOf } from "./tool-lists.ts";

/** What a value was probably meant to be, in words that an error about it can begin with; null where nobody can tell. */
export type Explanation = string | null;

/** Of what was sent as a toolset. */
export function toolsetOfOthers(body: unknown): Explanation {
  if (isList(body as JsonValue)) {
    const called = strangeFormatOf(body as readonly JsonValue[]);
    return called === null ? null : `this is a list of ${called}: ${IMPORT}`;
  }
  if (!isJsonObject(body)) return null;
  const { tools, classes } = body;
  if (tools === undefined && classes !== undefined)
    return "this is a classification set: POST /v1/classification-sets takes it";
  if (tools === undefined && isJsonObject(body.function)) return `this is one OpenAI tool: ${IMPORT}`;
  return isList(tools) ? strangeToolsIn(tools) : null;
}

/** Of what was sent as a classification set. */
export function classificationSetOfOthers(body: unknown): Explanation {
  if (!isJsonObject(body)) return null;
  const { tools, classes } = body;
  if (classes === undefined && tools !== undefined) return "this is a toolset: POST /v1/toolsets takes it";
  return classesOfOthers(classes);
}

/** Of what stands in the place of a toolset's tools. */
export function strangeToolsIn(tools: readonly JsonValue[]): Explanation {
  const called = strangeFormatOf(tools);
  return called === null ? null : `the tools are ${called}: ${IMPORT}`;
}

function classesOfOthers(classes: JsonValue | undefined): Explanation {
  if (isList(classes) && classes.some((one) => typeof one === "string"))
    return 'a class is an object with a `label`, as in {"label": "refund", "examples": ["money back"]}';
  if (!isJsonObject(classes)) return null;
  return 'classes are a list, as in [{"label": "refund", "examples": ["money back"]}]';
}

const IMPORT = "`dragoman import` reads them as they are; here each has name, description and parameters by themselves";

function strangeFormatOf(tools: readonly JsonValue[]): string | null {
  const format = toolListFormatOf(tools);
  if (format === null) return null;
  // Flat ones differ from ours by their type alone.
  if (format === "openai-flat" && !tools.some((tool) => isJsonObject(tool) && tool.type !== undefined)) return null;
  return toolListCalled(format);
}

/** What `read` gives. Where it throws what is wrong with a form, the explanation is said first. */
export function explained<Result>(explanation: Explanation, read: () => Result): Result {
  try {
    return read();
  } catch (failure) {
    if (explanation === null || !(failure instanceof AppError)) throw failure;
    throw withExplanation(failure, explanation);
  }
}

export function withExplanation({ code, message, details }: AppError, explanation: string): AppError {
  return new AppError(code, `${explanation}; ${message}`, details && { details });
}
