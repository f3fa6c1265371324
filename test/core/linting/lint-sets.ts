/** For each rule a set that has its fault, and one that nearly has it. */
import type { LintCode } from "#core/linting/lint-rules.ts";
import type { LintedSet } from "#core/linting/linter.ts";
import type { Tool } from "#core/toolset.ts";

export interface LintRow {
  readonly code: LintCode;
  readonly name: string;
  readonly sets: readonly LintedSet[];
  /** Where the fault is; null for a set that nearly has it. */
  readonly at: string | null;
  /** Of what is said. */
  readonly says?: RegExp;
}

const tools = (...given: readonly Partial<Tool>[]): readonly LintedSet[] => [
  {
    signature: "s-v1",
    tools: given.map((tool, index) => ({ name: `play_${index}`, description: "Plays a record of the house", ...tool })),
  },
];
const parameters = (properties: object, more: object = {}) =>
  tools({ parameters: { type: "object", properties, ...more } as NonNullable<Tool["parameters"]> });
const classes = (...given: Extract<LintedSet, { classes: unknown }>["classes"]): readonly LintedSet[] => [
  { signature: "c-v1", classes: given },
];
const P = "/tools/0/parameters";
/** So many sentences of one kind. */
const sentences = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `${kind} number ${at}`);

const DANISH = ["mit kort er blevet væk", "jeg kan ikke finde mit kort nogen steder", "kortet blev stjålet i går"];
const GERMAN = ["meine Karte ist weg", "ich finde meine Karte nicht mehr", "mir wurde die Karte gestohlen"];
const ENGLISH = ["my card is gone", "I cannot find my card any more", "somebody has stolen my card"];

export const LINT_ROWS: readonly LintRow[] = [
  {
    code: "language_not_read",
    name: "examples in Danish",
    sets: classes({ label: "lost card", description: "The card was lost or stolen", examples: DANISH }),
    at: "/classes/0/examples",
    says: /3 examples of "lost card" are in Danish, which the model inside does not read/,
  },
  {
    code: "language_not_read",
    name: "a description in Danish",
    sets: tools({
      name: "taend_lys",
      description: "Tænder eller slukker lyset i et af husets rum, også på badeværelset",
    }),
    at: "/tools/0",
  },
  {
    code: "language_not_read",
    name: "a set with a language model of its own",
    sets: classes({ label: "lost card", examples: DANISH }).map((set) => ({ ...set, backend: "local" })),
    at: null,
  },
  {
    code: "language_not_read",
    name: "examples in German",
    sets: classes({ label: "lost card", examples: GERMAN }),
    at: null,
  },
  {
    code: "languages_mixed",
    name: "one tool of two in German",
    sets: tools(
      { name: "play_record", description: "Plays a record of the house, or any that the guest has brought along" },
      { name: "licht", description: "Schaltet das Licht in einem der Räume des Hauses an oder wieder aus" },
    ),
    at: "",
    says: /described in English \(1\) and in German \(1, the first is "licht"\)/,
  },
  {
    code: "languages_mixed",
    name: "all in German, one of them with an English name",
    sets: tools(
      { name: "play", description: "Spielt eine Platte des Hauses oder eine, die der Gast mitgebracht hat" },
      { name: "licht", description: "Schaltet das Licht in einem der Räume des Hauses an oder wieder aus" },
    ),
    at: null,
  },
  {
    code: "examples_in_two_languages",
    name: "two and more of each",
    sets: classes({ label: "lost card", examples: [...ENGLISH, ...GERMAN] }),
    at: "/classes/0/examples",
    says: /the examples of "lost card" are in English \(3\) and German \(3\)/,
  },
  {
    code: "examples_in_two_languages",
    name: "one German sentence among English ones",
    sets: classes({ label: "lost card", examples: [...ENGLISH, GERMAN[0] ?? ""] }),
    at: null,
  },
  { code: "tool_without_description", name: "none", sets: tools({ description: "" }), at: "/tools/0/description" },
  {
    code: "tool_without_description",
    name: "blanks",
    sets: tools({ description: " \n " }),
    at: "/tools/0/description",
  },
  { code: "tool_without_description", name: "a short one", sets: tools({ description: "Records" }), at: null },

  {
    code: "description_repeats_name",
    name: "in other letters, forms and order",
    sets: tools({ name: "turnLightOn", description: "Turns on the lights." }),
    at: "/tools/0/description",
    says: /"Turns on the lights\." says no more than the name "turnLightOn"/,
  },
  {
    code: "description_repeats_name",
    name: "little words alone",
    sets: tools({ description: "It is this." }),
    at: "/tools/0/description",
  },
  {
    code: "description_repeats_name",
    name: "one word more",
    sets: tools({ name: "turn_light_on", description: "Turns on the kitchen light" }),
    at: null,
  },
  {
    code: "description_repeats_name",
    name: "in another script",
    sets: tools({ name: "light", description: "灯を点ける" }),
    at: null,
  },

  { code: "class_with_label_alone", name: "nothing else", sets: classes({ label: "refund" }), at: "/classes/0" },
  {
    code: "class_with_label_alone",
    name: "a description of the label's words",
    sets: classes({ label: "refund_request", description: "Request for a refund" }),
    at: "/classes/0",
  },
  {
    code: "class_with_label_alone",
    name: "one example",
    sets: classes({ label: "a", examples: ["money back"] }),
    at: null,
  },
  {
    code: "class_with_label_alone",
    name: "a description",
    sets: classes({ label: "refund", description: "Somebody wants money back" }),
    at: null,
  },

  {
    code: "untelling_parameter",
    name: "one letter",
    sets: parameters({ x: { type: "string" } }),
    at: `${P}/properties/x`,
  },
  {
    code: "untelling_parameter",
    name: "a word for anything, with a number",
    sets: parameters({ arg1: {} }),
    at: `${P}/properties/arg1`,
  },
  {
    code: "untelling_parameter",
    name: "a description that repeats the name",
    sets: parameters({ value: { type: "string", description: "The value" } }),
    at: `${P}/properties/value`,
  },
  {
    code: "untelling_parameter",
    name: "in an object in a list",
    sets: parameters({ lines: { type: "array", items: { type: "object", properties: { val: { type: "string" } } } } }),
    at: `${P}/properties/lines/items/properties/val`,
  },
  { code: "untelling_parameter", name: "a telling name", sets: parameters({ city: { type: "string" } }), at: null },
  {
    code: "untelling_parameter",
    name: "a description",
    sets: parameters({ x: { type: "string", description: "City of departure" } }),
    at: null,
  },
  {
    code: "untelling_parameter",
    name: "options",
    sets: parameters({ x: { type: "string", enum: ["red"] } }),
    at: null,
  },
  {
    code: "untelling_parameter",
    name: "a form",
    sets: parameters({ x: { type: "string", format: "date" } }),
    at: null,
  },
  { code: "untelling_parameter", name: "a number", sets: parameters({ x: { type: "integer" } }), at: null },
  { code: "untelling_parameter", name: "x-examples", sets: parameters({ x: { "x-examples": ["Rome"] } }), at: null },
  { code: "untelling_parameter", name: "one sign of another script", sets: parameters({ 市: {} }), at: null },

  {
    code: "free_object",
    name: "alone",
    sets: parameters({ filter: { type: "object" } }),
    at: `${P}/properties/filter`,
  },
  {
    code: "free_object",
    name: "in a list",
    sets: parameters({ boxes: { type: "array", items: { type: "object" } } }),
    at: `${P}/properties/boxes/items`,
  },
  {
    code: "free_object",
    name: "pairs of a type",
    sets: parameters({ labels: { type: "object", additionalProperties: { type: "string" } } }),
    at: null,
  },
  {
    code: "free_object",
    name: "defined elsewhere",
    sets: parameters({ box: { $ref: "#/$defs/box", type: "object" } }, { $defs: { box: { properties: { a: {} } } } }),
    at: null,
  },
  { code: "free_object", name: "a tool that takes nothing", sets: parameters({}), at: null },

  {
    code: "required_unknown",
    name: "misspelt",
    sets: parameters({ city: { type: "string" } }, { required: ["citty"] }),
    at: `${P}/required/0`,
    says: /"play_0" requires "citty", which is none of its properties; "city", which is a property/,
  },
  {
    code: "required_unknown",
    name: "in an object within",
    sets: parameters({ to: { type: "object", properties: { city: {} }, required: ["city", "street"] } }),
    at: `${P}/properties/to/required/1`,
  },
  {
    code: "required_unknown",
    name: "a name that every object has",
    sets: parameters({ city: {} }, { required: ["toString"] }),
    at: `${P}/required/0`,
  },
  { code: "required_unknown", name: "a property", sets: parameters({ city: {} }, { required: ["city"] }), at: null },
  {
    code: "required_unknown",
    name: "a property of another part",
    sets: parameters({}, { required: ["city"], allOf: [{ properties: { city: {} } }] }),
    at: null,
  },

  {
    code: "default_hides_choice",
    name: "required, with a default",
    sets: parameters({ size: { type: "string", default: "large" } }, { required: ["size"] }),
    at: `${P}/properties/size/default`,
    says: /"size" is required and gets "large" when nobody says it/,
  },
  { code: "default_hides_choice", name: "not required", sets: parameters({ size: { default: "large" } }), at: null },
  {
    code: "default_hides_choice",
    name: "null is none",
    sets: parameters({ size: { default: null } }, { required: ["size"] }),
    at: null,
  },

  {
    code: "default_not_allowed",
    name: "none of the options",
    sets: parameters({ size: { enum: ["small", "large"], default: "any" } }),
    at: `${P}/properties/size/default`,
  },
  {
    code: "default_not_allowed",
    name: "of another type",
    sets: parameters({ count: { type: "integer", default: "3" } }),
    at: `${P}/properties/count/default`,
  },
  {
    code: "default_not_allowed",
    name: "half of a whole number",
    sets: parameters({ count: { type: ["integer", "null"], default: 1.5 } }),
    at: `${P}/properties/count/default`,
  },
  {
    code: "default_not_allowed",
    name: "an option",
    sets: parameters({ size: { enum: ["small"], default: "small" } }),
    at: null,
  },
  {
    code: "default_not_allowed",
    name: "one of its types",
    sets: parameters({ n: { type: ["string", "integer"], default: 3 } }),
    at: null,
  },
  { code: "default_not_allowed", name: "a list", sets: parameters({ n: { type: "array", default: [] } }), at: null },

  {
    code: "keyword_unknown",
    name: "a slip in a parameter",
    sets: parameters({ city: { type: "string", descripton: "Where to" } }),
    at: `${P}/properties/city/descripton`,
    says: /"descripton" is no keyword of a schema, and nobody reads it; "description"/,
  },
  {
    code: "keyword_unknown",
    name: "another word for a keyword, in the items of a list",
    sets: parameters({ sizes: { type: "array", items: { type: "string", options: ["small", "large"] } } }),
    at: `${P}/properties/sizes/items/options`,
    says: /"enum"/,
  },
  {
    code: "keyword_unknown",
    name: "a slip beside the properties",
    sets: parameters({ city: { type: "string" } }, { requird: ["city"] }),
    at: `${P}/requird`,
  },
  {
    code: "keyword_unknown",
    name: "a parameter without the map around it",
    sets: tools({ parameters: { type: "object", city: { type: "string" } } }),
    at: `${P}/city`,
    says: /"properties": \{"city": …\}/,
  },
  {
    code: "keyword_unknown",
    name: "words of other makers",
    sets: parameters({ city: { type: "string", "x-descripton": "Where to", ui_widget: "map", example: "Rome" } }),
    at: null,
  },
  {
    code: "keyword_unknown",
    name: "a parameter that is called like a slip",
    sets: parameters({ requird: { type: "string", title: "What is required" } }),
    at: null,
  },

  {
    code: "enum_not_allowed",
    name: "texts of figures for a number",
    sets: parameters({ size: { type: "integer", enum: ["1", "2"] } }),
    at: `${P}/properties/size/enum`,
    says: /the enum of "size" has "1", which is not of its type/,
  },
  {
    code: "enum_not_allowed",
    name: "null beside texts that may be null",
    sets: parameters({ size: { type: ["string", "null"], enum: ["small", null] } }),
    at: null,
  },

  {
    code: "format_unknown",
    name: "written in one",
    sets: parameters({ day: { type: "string", format: "datetime" } }),
    at: `${P}/properties/day/format`,
    says: /"date-time"/,
  },
  {
    code: "format_unknown",
    name: "one of another maker",
    sets: parameters({ number: { type: "string", format: "phone-number" } }),
    at: null,
  },

  {
    code: "range_empty",
    name: "the two limits exchanged",
    sets: parameters({ guests: { type: "integer", minimum: 8, maximum: 2 } }),
    at: `${P}/properties/guests/minimum`,
  },
  {
    code: "range_empty",
    name: "one value",
    sets: parameters({ n: { type: "integer", minimum: 2, maximum: 2 } }),
    at: null,
  },

  {
    code: "list_of_anything",
    name: "no items",
    sets: parameters({ guests: { type: "array" } }),
    at: `${P}/properties/guests`,
  },
  {
    code: "list_of_anything",
    name: "items by their place",
    sets: parameters({ pair: { type: "array", prefixItems: [{ type: "number" }, { type: "number" }] } }),
    at: null,
  },

  {
    code: "enum_of_codes",
    name: "letters and figures",
    sets: parameters({ mode: { type: "string", enum: ["op1", "A3", "plain"] } }),
    at: `${P}/properties/mode/enum`,
    says: /"mode" takes "op1", "A3", and nothing/,
  },
  {
    code: "enum_of_codes",
    name: "of the items of a list",
    sets: parameters({ modes: { type: "array", items: { enum: ["q7x"] } } }),
    at: `${P}/properties/modes/items/enum`,
  },
  {
    code: "enum_of_codes",
    name: "more than are named",
    sets: parameters({ mode: { enum: ["b1", "b2", "b3", "b4", "b5", "b6", "b7"] } }),
    at: `${P}/properties/mode/enum`,
    says: /"b5" and 2 more/,
  },
  {
    code: "enum_of_codes",
    name: "with synonyms for one of two",
    sets: parameters({ mode: { enum: ["op1", "op2"], "x-synonyms": { op1: ["gently"], op2: [] } } }),
    at: `${P}/properties/mode/enum`,
    says: /takes "op2", and/,
  },
  {
    code: "enum_of_codes",
    name: "with synonyms",
    sets: parameters({ city: { enum: ["NYC"], "x-synonyms": { NYC: ["new york", "big apple"] } } }),
    at: null,
  },
  {
    code: "enum_of_codes",
    name: "told in the description",
    sets: parameters({ mode: { enum: ["op1", "op2"], description: "op1 for gently, op2 for hard" } }),
    at: null,
  },
  {
    code: "enum_of_codes",
    name: "words",
    sets: parameters({ m: { enum: ["very_good", "Cappuccino", "off"] } }),
    at: null,
  },
  {
    code: "enum_of_codes",
    name: "numbers",
    sets: parameters({ m: { enum: ["1", "2.5", "50%", "10:30", 7, null] } }),
    at: null,
  },
  {
    code: "enum_of_codes",
    name: "codes that are known",
    sets: parameters({ m: { enum: ["EUR", "de", "km", "asc"] } }),
    at: null,
  },
  { code: "enum_of_codes", name: "words of another script", sets: parameters({ m: { enum: ["赤", "да"] } }), at: null },

  {
    code: "example_in_two",
    name: "of two tools, in other letters",
    sets: tools({ examples: ["Play some jazz."] }, { examples: ["play  some Jazz"] }),
    at: "/tools/1/examples/0",
    says: /is an example of "play_1" and of "play_0"/,
  },
  {
    code: "example_in_two",
    name: "of two classes",
    sets: classes({ label: "a", examples: ["money back"] }, { label: "b", examples: ["hello", "money back"] }),
    at: "/classes/1/examples/1",
  },
  { code: "example_in_two", name: "twice in one", sets: tools({ examples: ["jazz", "jazz"] }), at: null },
  {
    code: "example_in_two",
    name: "in a set in which sentences have several labels",
    sets: classes({ label: "a", examples: sentences("both", 6) }, { label: "b", examples: sentences("both", 6) }),
    at: null,
  },

  {
    code: "equal_tool_names",
    name: "in two sets",
    sets: [...tools({}), { signature: "t-v1", tools: [{ name: "play_0", description: "Plays a game of chess" }] }],
    at: "/tools/0/name",
    says: /"play_0" is also a tool of "s-v1"/,
  },
  {
    code: "equal_tool_names",
    name: "in other letters",
    sets: [...tools({}), { signature: "t-v1", tools: [{ name: "Play_0", description: "Plays a game of chess" }] }],
    at: null,
  },
];
