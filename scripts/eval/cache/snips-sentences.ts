/** SNIPS as sentences with calls. Some values are worked out from their text, so that they cannot simply be copied. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { JsonValue } from "#core/json.ts";
import { linesOf } from "../data-sets.ts";
import { SNIPS_TOOLS } from "../snips-tools.ts";
import { wholeNumberIn } from "./numbers.ts";
import { parametersIn, type Segment, type Sentence } from "./sentence.ts";

export const INTEGER_SLOTS: readonly string[] = ["party_size_number", "rating_value", "best_rating"];

const DECADES: Readonly<Record<string, string>> = {
  twenties: "1920s",
  thirties: "1930s",
  forties: "1940s",
  fourties: "1940s",
  fifties: "1950s",
  sixties: "1960s",
  seventies: "1970s",
  eighties: "1980s",
  nineties: "1990s",
};

const STATES = new Map(
  (
    "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware," +
    "DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas," +
    "KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi," +
    "MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York," +
    "NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island," +
    "SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington," +
    "WV West Virginia,WI Wisconsin,WY Wyoming"
  )
    .split(",")
    .map((state) => [state.slice(0, 2), state.slice(3)] as const),
);

/** What a slot's text means as a parameter: "four" is 4, "TX" is Texas, "fifties" are the 1950s. */
export function meaningOf(slot: string, text: string): JsonValue {
  const bare = text.trim();
  if (INTEGER_SLOTS.includes(slot)) return wholeNumberIn(bare) ?? bare;
  if (slot === "state") return STATES.get(bare.toUpperCase()) ?? bare;
  if (slot === "year") return DECADES[bare.toLowerCase()] ?? bare;
  return bare;
}

interface SnipsLine {
  readonly tool: string;
  readonly data: readonly { readonly text: string; readonly entity?: string }[];
}

/** Every `snips/*.jsonl`, but for sentences without values, with a slot twice, or with damaged letters. */
export function readSnipsSentences(dataDir: string): readonly Sentence[] {
  const folder = join(dataDir, "snips");
  const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return names.sort().flatMap((name) => linesOf<SnipsLine>(join(folder, name)).flatMap(snipsSentence));
}

export function snipsSentence({ tool, data }: SnipsLine): readonly Sentence[] {
  const segments = data.flatMap(({ text, entity }) =>
    entity === undefined ? [words(text)] : valueSegments(text, entity),
  );
  const slots = segments.flatMap(({ parameter }) => parameter ?? []);
  const name = SNIPS_TOOLS[tool]?.name;
  const damaged = segments.some(
    ({ text, parameter }) => text.includes("\ufffd") || (parameter !== null && text === ""),
  );
  if (name === undefined || damaged || slots.length === 0 || new Set(slots).size < slots.length) return [];
  const parameters = Object.fromEntries(
    segments.flatMap(({ text, parameter }) => (parameter === null ? [] : [[parameter, meaningOf(parameter, text)]])),
  );
  return [{ segments, call: { tool: name, parameters }, source: "snips" }];
}

function words(text: string): Segment {
  return { text, parameter: null };
}

function valueSegments(text: string, slot: string): readonly Segment[] {
  const value = text.trim();
  const start = text.indexOf(value);
  const around = [
    words(text.slice(0, start)),
    { text: value, parameter: slot },
    words(text.slice(start + value.length)),
  ];
  return around.filter((segment) => segment.parameter !== null || segment.text !== "");
}

/** The same words around other values, for the same parameters or fewer. */
export function snipsWithValues(sentence: Sentence, values: ReadonlyMap<string, string>): Sentence {
  const segments = sentence.segments.map((segment) =>
    segment.parameter === null ? segment : { ...segment, text: values.get(segment.parameter) ?? segment.text },
  );
  const changed = parametersIn(sentence).map((slot) => [slot, meaningOf(slot, values.get(slot) ?? "")] as const);
  const parameters = { ...sentence.call.parameters, ...Object.fromEntries(changed) };
  return { ...sentence, segments, call: { ...sentence.call, parameters } };
}
