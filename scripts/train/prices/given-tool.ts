/** Requests to one tool, the right one given: what the decoder makes of each, and what it chose between. */
import { checkedCall } from "#core/answering/resolved-call.ts";
import { AUTO } from "#core/answering/tool-choice.ts";
import { ENGLISH } from "#core/english/english.ts";
import { inUtc, type LocalTime, timeZoneNamed } from "#core/local-time.ts";
import type { DraftCall } from "#core/ports/models.ts";
import { mayBeIn } from "#core/reading/own-language.ts";
import { readSchema } from "#core/schema/json-schema.ts";
import type { Tool } from "#core/toolset.ts";
import { withoutExcepted } from "#models/embedded/exceptions/without-excepted.ts";
import type { JointReading, ReadableTool } from "#models/embedded/networks/joint-model.ts";
import { assembled, spansOf, unfilledOf } from "#models/embedded/parameter-value.ts";
import { wishedIn } from "#models/embedded/requests/contrary-wish.ts";
import type { Parameter } from "#models/embedded/tool-parameters.ts";
import type { Candidate } from "#models/embedded/values/candidate.ts";
import { CandidateFinder } from "#models/embedded/values/candidates.ts";
import { readValues } from "#models/embedded/values/parameter-values.ts";
import type { EverydayCase, EverydaySource } from "../../eval/everyday-data.ts";
import { readableTool } from "../trades/trades.ts";

/** One request that means one call, in English and understood by itself. */
export interface SingleCall {
  readonly source: string;
  /** Position in its source. */
  readonly at: number;
  readonly request: EverydayCase;
  /** As the product reads it: without what it takes out of its own lists. */
  readonly text: string;
  readonly tool: ReadableTool;
  readonly defined: Tool;
  readonly now: LocalTime;
}

export interface Given {
  readonly tool: string;
  readonly parameters: DraftCall["parameters"];
  readonly missing: readonly string[];
}

export function singleCalls({ name, tools, timeZone, now: moment, cases }: EverydaySource): readonly SingleCall[] {
  const zone = timeZoneNamed(timeZone);
  const now = { ...inUtc(moment), ...(zone && { zone }) };
  const kept = new Map(tools.map((tool) => [tool.name, { defined: asKept(tool), tool: readableTool(tool) }]));
  return cases.flatMap((request, at): readonly SingleCall[] => {
    const [call, ...others] = request.calls ?? [];
    const tool = call && kept.get(call.tool);
    if (!tool || others.length > 0 || request.history || !mayBeIn(request.query, ENGLISH)) return [];
    const query = request.query.trim();
    const text = (withoutExcepted(query) ?? wishedIn(query))?.text ?? query;
    return [{ source: name, at, request, text, ...tool, now }];
  });
}

function asKept({ name, description, parameters }: EverydaySource["tools"][number]): Tool {
  return { name, description, ...(parameters && { parameters: readSchema(parameters) }) };
}

/** The call as an answer would have it. */
export function givenBy({ text, request, defined, now }: SingleCall, reading: JointReading): Given {
  const { values } = readValues(text, reading, now);
  const draft = { parameters: assembled(values), spans: spansOf(values), unfilled: unfilledOf(values) };
  const query = request.query.trim();
  const asked = {
    query,
    history: [],
    context: null,
    language: "en",
    isLanguageNamed: false,
    timeZone: now.zone,
    callsMax: 1,
  };
  const made = checkedCall(
    { tool: defined, toolset: null, requireEvidence: false },
    draft,
    { ...asked, toolChoice: AUTO, minConfidence: null },
    [],
    now,
  );
  return { tool: defined.name, parameters: made.parameters, missing: made.missingParameters };
}

/** What a parameter could have, best first; none for one whose value is chosen among options. */
export function candidatesOf({ text, now }: SingleCall, reading: JointReading, name: string): readonly Candidate[] {
  const finder = new CandidateFinder(text, reading, now, null);
  const own = reading.parameters.find(({ parameter }) => parameter.path[0]?.key === name);
  if (!own || own.parameter.choices.length > 0 || own.parameter.type === "boolean") return [];
  return finder.find(own).candidates;
}

/** With how near the text is to each option, which is asked for only where it names none. */
export function withNearness(
  reading: JointReading,
  nearness: (parameter: Parameter) => readonly number[] | null,
): JointReading {
  const parameters = reading.parameters.map((one) => ({ ...one, near: () => nearness(one.parameter) }));
  return { ...reading, parameters };
}
