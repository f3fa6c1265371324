import { AppError, invalid } from "./errors.ts";
import type { JsonObject } from "./json.ts";
import { LIMITS } from "./limits.ts";
import type { Instant } from "./tenant.ts";
import { checkedText } from "./text.ts";

/** A bank has nothing of its own but name and description: what counts is what it remembers. */
export type BankDefinition = Readonly<Record<string, never>>;

/** Something to learn from: a query that was resolved rightly, or a sentence that holds. */
export type MemoryContent =
  | { readonly kind: "example"; readonly query: string; readonly tool: string; readonly parameters: JsonObject }
  | { readonly kind: "fact"; readonly fact: string };

export interface Memory {
  /** `mem_` and 20 letters and digits. */
  readonly id: string;
  readonly content: MemoryContent;
  readonly createdAt: Instant;
}

/** What of it is compared with queries. */
export function rememberedText(content: MemoryContent): string {
  return content.kind === "fact" ? content.fact : content.query;
}

/** A memory as a client sends it: either `fact` alone, or the other three. */
export interface MemoryInput {
  readonly query?: string;
  readonly tool?: string;
  readonly parameters?: JsonObject;
  readonly fact?: string;
}

/** Throws `bad_request` for neither or both kinds, `validation_error` for a text over its limit. */
export function checkedMemory({ query, tool, parameters, fact }: MemoryInput): MemoryContent {
  const isExample = query !== undefined || tool !== undefined || parameters !== undefined;
  if (isExample === (fact !== undefined)) {
    throw new AppError("bad_request", "send either `fact`, or `query`, `tool` and `parameters`");
  }
  if (fact !== undefined)
    return { kind: "fact", fact: checkedText("fact", fact, { min: 1, max: LIMITS.factCharactersMax }) };
  if (query === undefined || tool === undefined || parameters === undefined) {
    throw new AppError("bad_request", "an example needs all of `query`, `tool` and `parameters`");
  }
  checkParametersSize(parameters);
  return {
    kind: "example",
    query: checkedText("query", query, { min: 1, max: LIMITS.queryCharactersMax }),
    tool: checkedText("tool", tool, { min: 1, max: LIMITS.nameCharactersMax }),
    parameters,
  };
}

/** Throws `validation_error` for more than an example may have. */
export function checkParametersSize(parameters: JsonObject): void {
  if (JSON.stringify(parameters).length <= LIMITS.memoryParametersBytesMax) return;
  throw invalid("parameters", `must be at most ${LIMITS.memoryParametersBytesMax} characters of JSON`);
}
