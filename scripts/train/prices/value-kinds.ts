/** Which values of a call are wrong, and of what kind each is. */
import { isJsonObject, type JsonValue } from "#core/json.ts";
import type { JointReading } from "#models/embedded/networks/joint-model.ts";
import type { Candidate } from "#models/embedded/values/candidate.ts";
import { plainValue, type Reading } from "../../eval/everyday-data.ts";
import { isSame } from "../../eval/everyday-scoring.ts";
import { candidatesOf, type Given, type SingleCall } from "./given-tool.ts";

export interface WrongValue {
  readonly kind: string;
  readonly name: string;
  readonly wanted: JsonValue | undefined;
  readonly got: JsonValue | undefined;
  readonly candidates: readonly Candidate[];
  /** Whether one of the candidates is what was wanted. */
  readonly isAmong: boolean;
  /** 0–1: that the sentence gives it, as the network read. */
  readonly stated: number;
}

/** By the reading of the request that the call comes nearest to. */
export function wrongValues(call: SingleCall, reading: JointReading, given: Given): readonly WrongValue[] {
  const { request, defined } = call;
  const ways = [request, ...(request.accept ?? [])].filter(
    ({ calls = [] }) => calls.length === 1 && calls[0]?.tool === defined.name,
  );
  const wrong = ways.map((way) => wrongIn(way, call, reading, given));
  return wrong.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

function wrongIn(way: Reading, call: SingleCall, reading: JointReading, given: Given): readonly WrongValue[] {
  const { query, optional: everywhere = [] } = call.request;
  const [wantedCall] = way.calls ?? [];
  const wanted = wantedCall?.parameters ?? {};
  const free = new Set([...everywhere, ...(way.optional ?? []), ...(wantedCall?.optional ?? [])]);
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(given.parameters)])];
  return names.flatMap((name): readonly WrongValue[] => {
    const [own, got] = [wanted[name], given.parameters[name]];
    if (got === undefined ? free.has(name) : own === undefined ? free.has(name) : isSame(own, got, query)) return [];
    const candidates = candidatesOf(call, reading, name);
    const isAmong = own !== undefined && candidates.some(({ value, why }) => !why && isSame(own, value, query));
    const read = reading.parameters.find(({ parameter }) => parameter.path[0]?.key === name);
    const others = Object.entries(wanted).filter(([other]) => other !== name);
    const isOthers = got !== undefined && others.some(([, value]) => value !== undefined && isSame(value, got, query));
    const kind = kindOf({ wanted: own, got, isOthers, isChosen: (read?.parameter.choices.length ?? 0) > 0 });
    return [{ kind, name, wanted: own && plainValue(own), got, candidates, isAmong, stated: read?.stated ?? 0 }];
  });
}

interface Compared {
  readonly wanted: JsonValue | undefined;
  readonly got: JsonValue | undefined;
  /** Whether it is what another parameter should have. */
  readonly isOthers: boolean;
  readonly isChosen: boolean;
}

const MOMENT = /^\d{4}-\d\d|^\d\d?:\d\d/;

function kindOf({ wanted, got, isOthers, isChosen }: Compared): string {
  const plain = wanted === undefined ? undefined : plainValue(wanted);
  const type = typeOf(plain ?? got, isChosen);
  if (got === undefined) return `missed: ${type}`;
  if (isOthers) return `another parameter's: ${type}`;
  if (plain === undefined) return `nobody said it: ${type}`;
  if (type !== "text" || typeof got !== "string") return `wrong ${type}`;
  const [own, other] = [wordsOf(String(plain)), wordsOf(got)];
  if (other.isSubsetOf(own)) return "border: too little";
  if (own.isSubsetOf(other)) return "border: too much";
  return own.isDisjointFrom(other) ? "another text" : "border: otherwise";
}

function typeOf(value: JsonValue | undefined, isChosen: boolean): string {
  if (Array.isArray(value)) return isChosen ? "list of options" : "list";
  if (isChosen) return "option";
  if (typeof value === "boolean") return "flag";
  if (typeof value === "number") return "number";
  if (isJsonObject(value)) return "object";
  return MOMENT.test(String(value)) ? "day or time" : "text";
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu));
}
