/** Pairs of the everyday requests of one trade: right calls, what the product made of them, calls near to the right ones. */
import { checkParameters } from "#core/answering/tool-call.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { inUtc, type LocalTime, timeZoneNamed } from "#core/local-time.ts";
import { isFiller } from "#models/embedded/name-words.ts";
import type { ReadableTool } from "#models/embedded/networks/joint-model.ts";
import type { EverydayCase, EverydaySource, WantedCall } from "../../eval/everyday-data.ts";
import { judge } from "../../eval/everyday-scoring.ts";
import type { SourceAnswers } from "./answers.ts";
import { changedCall, type Seen } from "./changed.ts";
import { framed } from "./frames.ts";
import { Chance, type Mark, type Pair, pairOf } from "./pair.ts";
import { type OfferedTools, offeredTools } from "./product.ts";

/** Of each right call. */
const CHANGED = 2;
/** Of each request that asks for nothing: right calls of its neighbours. */
const NEAR = 2;
/** Of each request with one right call that is an order. */
const FRAMED = 2;

interface Call {
  readonly tool: string;
  readonly parameters: JsonObject;
  readonly missing: readonly string[];
}

export class EverydayPairs {
  readonly #source: EverydaySource;
  readonly #offered: OfferedTools;
  readonly #now: LocalTime;
  readonly #chance: Chance;
  readonly #deeds: ReadonlySet<string>;
  readonly #seen: readonly Seen[];

  /** `deeds`: words that orders begin with, in small letters. */
  constructor(source: EverydaySource, deeds: ReadonlySet<string>, seed: number) {
    this.#source = source;
    this.#offered = offeredTools(source.tools);
    const zone = timeZoneNamed(source.timeZone);
    this.#now = { ...inUtc(source.now), ...(zone && { zone }) };
    this.#chance = new Chance(seed);
    this.#deeds = deeds;
    this.#seen = source.cases.flatMap(({ calls = [] }) => calls.flatMap((call) => this.#valuesOf(call)));
  }

  /** What the product called, in the order of the requests. */
  ofProduct({ calls, rivals }: SourceAnswers): readonly Pair[] {
    return this.#source.cases.flatMap((request, index) => [
      ...this.#ofAnswer(request, calls[index] ?? null, "product"),
      ...this.#ofAnswer(request, rivals[index] ?? null, "rival"),
    ]);
  }

  #ofAnswer(request: EverydayCase, call: SourceAnswers["calls"][number], origin: string): readonly Pair[] {
    const tool = call && this.#tool(call.tool);
    if (!call || !tool) return [];
    const verdict = judge(request, [call], call.missing);
    const pair = this.#pair(request, tool, call, origin);
    return [{ ...pair, evidence: call.evidence, verdict, verdictOfNone: judge(request, [], []) }];
  }

  made(): readonly Pair[] {
    return this.#source.cases.flatMap((request) => {
      const right = (request.calls ?? []).map((call) => lackingToo(this.#concrete(call), request));
      if (right.length === 0) return this.#near(request);
      return right.flatMap((call) => [
        ...this.#rightly(request, call),
        ...Array.from({ length: CHANGED }, () => this.#changed(request, call)).flat(),
        ...Array.from({ length: right.length === 1 ? FRAMED : 0 }, () => this.#framed(request, call)).flat(),
      ]);
    });
  }

  #rightly(request: EverydayCase, call: Call): readonly Pair[] {
    const tool = this.#tool(call.tool);
    return tool ? [{ ...this.#pair(request, tool, call, "gold"), label: 1 }] : [];
  }

  #changed(request: EverydayCase, call: Call): readonly Pair[] {
    const tool = this.#tool(call.tool);
    const near =
      tool &&
      changedCall(
        { tool, parameters: call.parameters },
        { tools: this.#offered.readable, seen: this.#seen },
        this.#chance,
      );
    const checked = near && this.#checked(near.tool.name, near.parameters);
    if (!near || !checked) return [];
    const pair = this.#pair(request, near.tool, checked, "changed");
    return pair.label === 0 ? [pair] : [];
  }

  /** Calls that share words with a request that asks for nothing. */
  #near(request: EverydayCase): readonly Pair[] {
    const said = wordsOf(request.query);
    const ranked = this.#source.cases
      .flatMap((other) => (other.missing ? [] : (other.calls ?? []).map((call) => this.#concrete(call))))
      .map((call) => ({
        call,
        shared: said.intersection(wordsOf(JSON.stringify(call))).size + this.#chance.next() / 2,
      }))
      .toSorted((one, other) => other.shared - one.shared)
      .slice(0, NEAR);
    return ranked.flatMap(({ call }) => {
      const tool = this.#tool(call.tool);
      const pair = tool && this.#pair(request, tool, call, "near");
      return pair && pair.label === 0 ? [pair] : [];
    });
  }

  #framed(request: EverydayCase, call: Call): readonly Pair[] {
    const tool = this.#tool(call.tool);
    if (!tool || request.history) return [];
    const made = framed(request.query, this.#deeds, this.#chance);
    if (!made) return [];
    const pair = this.#pair({ ...request, query: made.text }, tool, call, "framed");
    return [made.isAsked ? { ...pair, label: 1 } : { ...pair, label: 0, toolMark: 0 }];
  }

  /** Right as far as it goes: what is missing is asked for, and one of several is answered first. */
  #pair(request: EverydayCase, tool: ReadableTool, call: Call, origin: string): Pair {
    const ways = [request, ...(request.accept ?? [])];
    const wanted = ways.flatMap(({ calls = [] }) => calls.filter((one) => one.tool === tool.name));
    const isGiven = (name: string, one: WantedCall) => this.#isRightValue(request, one, name, call.parameters);
    const isWhole = ["right", "part"].includes(judge(request, [call], call.missing));
    const asksBack = call.missing.length > 0;
    const isSoFar = wanted.some((one) => Object.keys(call.parameters).every((name) => isGiven(name, one)));
    const label = isWhole || (asksBack && isSoFar) ? 1 : 0;
    const markOf = (name: string): Mark =>
      wanted.length === 0 ? -1 : wanted.some((one) => isGiven(name, one)) ? 1 : 0;
    const known = { source: this.#source.name, kind: request.kind, origin, query: request.query, tool, now: this.#now };
    return pairOf({
      ...known,
      ...(request.history && { history: request.history }),
      parameters: call.parameters,
      lacking: call.missing,
      label,
      toolMark: wanted.length > 0 ? 1 : 0,
      markOf,
    });
  }

  #isRightValue(request: EverydayCase, wanted: WantedCall, name: string, given: JsonObject): boolean {
    const value = wanted.parameters?.[name];
    if (value === undefined) return [...(wanted.optional ?? []), ...(request.optional ?? [])].includes(name);
    const { query, kind, history } = request;
    const one = {
      query,
      kind,
      ...(history && { history }),
      calls: [{ tool: wanted.tool, parameters: { [name]: value } }],
    };
    return judge(one, [{ tool: wanted.tool, parameters: { [name]: given[name] as JsonValue } }], []) === "right";
  }

  #tool(name: string): ReadableTool | undefined {
    return this.#offered.readable.find((tool) => tool.name === name);
  }

  #concrete({ tool, parameters = {} }: WantedCall): Call {
    const values = Object.entries(parameters).map(([name, value]) => [name, this.#concreteValue(value as JsonValue)]);
    return this.#checked(tool, Object.fromEntries(values)) ?? { tool, parameters: {}, missing: [] };
  }

  #concreteValue(value: JsonValue): JsonValue {
    const only = isJsonObject(value) ? value : {};
    if (Array.isArray(only.any)) return this.#concreteValue((this.#chance.one(only.any) ?? null) as JsonValue);
    return typeof only.contains === "string" ? only.contains : value;
  }

  #checked(name: string, parameters: JsonObject): Call | null {
    const tool = this.#offered.tools.find((one) => one.name === name);
    if (!tool) return null;
    const checked = checkParameters(tool, parameters);
    return { tool: name, parameters: checked.parameters, missing: checked.missing };
  }

  #valuesOf(call: WantedCall): readonly Seen[] {
    const { parameters } = this.#concrete(call);
    return (this.#tool(call.tool)?.parameters ?? []).flatMap((parameter) => {
      const value = parameter.path.length === 1 ? parameters[parameter.name] : undefined;
      return value === undefined ? [] : [{ parameter, value }];
    });
  }
}

/** With what the request names and cannot be had, which the schema may not require. */
function lackingToo(call: Call, { calls = [], missing = [] }: EverydayCase): Call {
  return calls.length === 1 ? { ...call, missing: [...new Set([...call.missing, ...missing])] } : call;
}

/** Words that orders begin with: those that tools' names begin with. */
export function deedsOf(names: readonly string[]): ReadonlySet<string> {
  const firsts = names.flatMap((name) => wordsIn(name)[0] ?? []);
  const counts = Map.groupBy(firsts, (word) => word);
  const isDeed = (word: string) => word.length >= DEED_UNITS_MIN && (counts.get(word)?.length ?? 0) >= DEED_TOOLS_MIN;
  return new Set(firsts.filter((word) => isDeed(word) && !isFiller(word)));
}

/** What a single tool's name begins with may be a thing. */
const DEED_TOOLS_MIN = 3;
/** Shorter words are signs and abbreviations. */
const DEED_UNITS_MIN = 3;

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(wordsIn(text));
}

function wordsIn(text: string): readonly string[] {
  return (
    text
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
