/** A set that is being changed, as a text. The form and the editor are two views of it. */
import { objectOf, readJson, writtenJson } from "../json-text.ts";
import { type Kind, kindOf } from "../set-kind.ts";
import type { SetShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";

/** What only the server says of a set; a hash would not be that of what was changed. */
const SERVERS_OWN: ReadonlySet<string> = new Set(["content_hash", "created_at", "updated_at", "learning", "warnings"]);

/** When it was changed last only a set that is stored can say. */
export type DraftSet = Omit<SetShape, "updated_at">;

export type Draft =
  | { readonly kind: "set"; readonly set: DraftSet; readonly isChanged: boolean }
  /** `problem`: in words; null where it is no JSON, which the field itself says. */
  | { readonly kind: "faulty"; readonly problem: string | null };

export function draftTextOf(set: SetShape): string {
  return writtenJson(storedDraft(set));
}

/** As a draft of it begins. */
export function storedDraft(set: SetShape): object {
  return withoutServersOwn({ ...set });
}

/** What the text makes of the set, which keeps its signature and its kind. What else is wrong with it the server says. */
export function draftIn(text: string, stored: SetShape): Draft {
  const { sets } = texts.value;
  const read = readJson(text);
  if (read.kind === "broken") return { kind: "faulty", problem: null };
  const given = withoutServersOwn(objectOf(read.value) ?? {});
  const members = kindOf(stored) === "toolset" ? "tools" : "classes";
  if (!isSetOf(members, given)) return { kind: "faulty", problem: sets.wantsMembers(members) };
  if (given.signature !== stored.signature) return { kind: "faulty", problem: sets.wantsSignature(stored.signature) };
  return { kind: "set", set: given, isChanged: writtenJson(given) !== draftTextOf(stored) };
}

/** As far as it is shown; the rest the server checks. */
function isSetOf(members: "classes" | "tools", given: object): given is DraftSet {
  return members in given && Array.isArray(Reflect.get(given, members));
}

/** A set to begin with: it is valid as it stands. */
export function templateOf(kind: Kind, signature: string, name: string): object {
  if (kind === "toolset") {
    const city = { type: "string", description: "Name of the city" };
    const parameters = { type: "object", properties: { city }, required: ["city"] };
    const description = "Get the weather forecast of a city";
    const tool = { name: "get_weather", description, parameters, examples: ["will it rain in Lisbon"] };
    return { signature, name, tools: [tool] };
  }
  const classes = [
    { label: "order_status", description: "Where an order is", examples: ["where is my parcel"] },
    { label: "refund", description: "Getting money back", examples: ["I want my money back"] },
  ];
  return { signature, name, classes, allow_none: true };
}

function withoutServersOwn(set: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(set).filter(([name]) => !SERVERS_OWN.has(name)));
}
