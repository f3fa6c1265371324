/** A request for a chat completion as a conversation that the assistant goes on with. */
import type { ConversationRequest, Offer } from "#core/answering/chat-assistant.ts";
import { AppError } from "#core/errors.ts";
import { BEYOND_CALLS, type ChatBodyWire } from "../schemas/chat-completion.ts";
import { type BeyondSentences, readMessages } from "./messages.ts";
import { callable, type ReadChoice, type ReadTool, readChoice, readTools } from "./tools.ts";

/** The model of the settings, and what stands before the signature of a toolset. */
export const OWN_MODEL = "dragoman";
const TOOLSET_PREFIX = `${OWN_MODEL}/`;
/** Fields of a resolution that stand under `dragoman`. */
const OURS: ReadonlySet<string> = new Set(["time_zone", "language", "min_confidence"]);

/** What a request names as its model. */
export type NamedModel =
  | { readonly kind: "own" }
  | { readonly kind: "backend"; readonly name: string }
  | { readonly kind: "toolset"; readonly name: string };

/** Throws `not_found` for a name that no model has; whether there is such a toolset is found out when it is asked. */
export function namedModelOf(model: string, backends: readonly string[]): NamedModel {
  if (model === OWN_MODEL) return { kind: "own" };
  if (model.startsWith(TOOLSET_PREFIX)) return { kind: "toolset", name: model.slice(TOOLSET_PREFIX.length) };
  if (backends.includes(model)) return { kind: "backend", name: model };
  const names = [OWN_MODEL, ...backends, `${TOOLSET_PREFIX}SIGNATURE of a toolset`];
  throw new AppError("not_found", `the model "${model}" does not exist: there is ${names.join(", ")}`);
}

/** The id of a toolset as a model. */
export function toolsetModel(signature: string): string {
  return TOOLSET_PREFIX + signature;
}

/** A conversation whose next step is a call, or words about one. */
export interface AskedStep {
  readonly kind: "step";
  readonly conversation: ConversationRequest;
  /** Those that came along; none where a toolset is asked alone. */
  readonly tools: readonly ReadTool[];
  /** What the tools answered since the user spoke last. */
  readonly results: readonly string[];
  /** A failure with the names that its fields have in the request. */
  readonly inItsWords: (failure: unknown) => unknown;
}

/** Something that no tool call answers, and the field that asks for it. */
export type AskedProse = BeyondSentences & { readonly kind: "prose" };

/** Throws `validation_error` for what is malformed, and `not_found` for a model that is not there. */
export function askedOf(body: ChatBodyWire, backends: readonly string[]): AskedStep | AskedProse {
  const model = namedModelOf(body.model, backends);
  const tools = readTools(body.tools ?? []);
  const choice = readChoice(body.tool_choice ?? null);
  const messages = readMessages(body.messages);
  const beyond = beyondCalls(body, model, choice);
  if (beyond) return { kind: "prose", ...beyond };
  if (!("turns" in messages)) return { kind: "prose", ...messages };
  const { turns, context, results, askedField } = messages;
  const allowed = callable(tools, choice);
  const offer = offerOf(model, allowed);
  const { time_zone: timeZone, language, min_confidence: minConfidence } = body.dragoman ?? {};
  const toolChoice = toolChoiceOf(choice, offer);
  const conversation = {
    turns,
    offer,
    isOneAtATime: body.parallel_tool_calls === false,
    toolChoice,
    ...(context !== undefined && { context }),
    ...(timeZone !== undefined && { timeZone }),
    ...(language !== undefined && { language }),
    // Where a call is wanted in any case, none is too unsure.
    ...(minConfidence !== undefined && toolChoice === "auto" && { minConfidence }),
  };
  const inItsWords = (failure: unknown) => renamed(failure, (field) => fieldOf(field, askedField, allowed));
  return { kind: "step", conversation, tools, results, inItsWords };
}

function offerOf(model: NamedModel, tools: readonly ReadTool[]): Offer {
  if (model.kind === "toolset") return model;
  const inline = { kind: "inline", tools: tools.map(({ tool }) => tool) } as const;
  return model.kind === "own" ? inline : { ...inline, backend: model.name };
}

/** Of inline tools those that may not be called are left out. */
function toolChoiceOf({ mode, only }: ReadChoice, { kind }: Offer): string {
  const [name] = only ?? [];
  return kind === "toolset" && name !== undefined ? name : mode;
}

function beyondCalls(body: ChatBodyWire, model: NamedModel, { mode, only }: ReadChoice): BeyondSentences | null {
  if ((body.n ?? 1) !== 1) return { field: "n", problem: "a sentence has one answer" };
  const asked = BEYOND_CALLS.find((name) => isAsked(name, body[name]));
  if (asked !== undefined) return { field: asked, problem: "asks for more than tool calls" };
  if (mode === "none") return { field: "tool_choice", problem: "wants no call" };
  const isToolset = model.kind === "toolset";
  if (!isToolset && (body.tools ?? []).length === 0) return { field: "tools", problem: "there are none to be called" };
  if (!isToolset || only === null || only.length === 1) return null;
  return { field: "tool_choice", problem: "of a toolset all tools may be called, or a single one" };
}

/** Whether the field wants anything else than what it wants where it is left out. */
function isAsked(name: (typeof BEYOND_CALLS)[number], value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  if (name === "top_logprobs") return value !== 0;
  const text = JSON.stringify(value);
  if (name === "response_format") return text !== '{"type":"text"}';
  return name !== "modalities" || text !== '["text"]';
}

/** A field of a resolution as the request has it. */
function fieldOf(field: string, askedField: string, tools: readonly ReadTool[]): string {
  if (field === "query") return askedField;
  if (field === "context") return "messages";
  if (field === "backend" || field === "toolsets") return "model";
  if (OURS.has(field)) return `dragoman.${field}`;
  const [, position = "", rest = ""] = /^tools\.(\d+)(.*)$/.exec(field) ?? [];
  const index = tools[Number(position)]?.index;
  return position === "" || index === undefined ? field : `tools.${index}.function${rest}`;
}

function renamed(failure: unknown, rename: (field: string) => string): unknown {
  if (!(failure instanceof AppError) || !failure.details) return failure;
  const details = Object.entries(failure.details).map(([field, problem]) => [rename(field), problem] as const);
  const message = details.map(([field, problem]) => `${field}: ${problem}`).join("; ");
  return new AppError(failure.code, message, { details: Object.fromEntries(details), cause: failure });
}
