/** What people get wrong when they write a toolset or a classification set, and what they are told. */

export interface Mistake {
  readonly name: string;
  readonly kind: "classification-set" | "toolset";
  /** As it is sent; a text where it is no JSON. */
  readonly body: unknown;
  /** What is said of it: where it stands, what it is, and what to write. */
  readonly says: RegExp;
  /** `warned`: it is registered, and `warnings` say so. */
  readonly outcome: "refused" | "warned";
  /** What `import` does with it in place of saying the same: it reads what the API does not. */
  readonly imported?: "is read";
}

const HEAD = { signature: "travel-v1", name: "Travel" };
const DESCRIPTION = "Books a table in a restaurant of the city";
const TOOL = { name: "book_table", description: DESCRIPTION };

/** One property of a tool that is all right otherwise. */
const city = (property: unknown, more: object = {}) =>
  parameters({ type: "object", properties: { city: property }, ...more });
const parameters = (schema: unknown) => ({ ...HEAD, tools: [{ ...TOOL, parameters: schema }] });
const tools = (...given: readonly unknown[]) => ({ ...HEAD, tools: given });
const classes = (given: unknown, more: object = {}) => ({
  signature: "mail-v1",
  name: "Mail",
  classes: given,
  ...more,
});

const WHOLE = JSON.stringify(city({ type: "string" }));

type Row = readonly [name: string, body: unknown, says: RegExp, more?: Pick<Mistake, "imported">];
const rows = (kind: Mistake["kind"], outcome: Mistake["outcome"], given: readonly Row[]): readonly Mistake[] =>
  given.map(([name, body, says, more]) => ({ name, kind, body, says, outcome, ...more }));

const TYPES = rows("toolset", "refused", [
  [
    "a slip in a type",
    city({ type: "strng" }),
    /tools\.0\.parameters: #\/properties\/city\/type is "strng", and must be one of array, boolean, .*; did you mean "string"\?/,
  ],
  ["a type in capitals", city({ type: "STRING" }), /is "STRING", .*; did you mean "string"\?/],
  ["int", city({ type: "int" }), /city\/type is "int", .*; did you mean "integer"\?/],
  ["bool", city({ type: "bool" }), /did you mean "boolean"\?/],
  ["str, of Python", city({ type: "str" }), /did you mean "string"\?/],
  ["double", city({ type: "double" }), /did you mean "number"\?/],
  ["list, of Python", city({ type: "list" }), /write "type": "array" with "items"/],
  ["string[], of TypeScript", city({ type: "string[]" }), /write "type": "array" with "items"/],
  ["a date as a type", city({ type: "date" }), /write "type": "string", "format": "date"/],
  ["datetime as a type", city({ type: "datetime" }), /write "type": "string", "format": "date-time"/],
  ["email as a type", city({ type: "email" }), /write "type": "string", "format": "email"/],
  ["enum as a type", city({ type: "enum", enum: ["Rome"] }), /write "type": "string" with "enum"/],
  ["two types in one text", city({ type: "string|null" }), /write \["string","null"\]/],
  ["a type of null", city({ type: null }), /city\/type is null, .*; leave it out where there is none/],
  ["an unknown type among several", city({ type: ["string", "integr"] }), /did you mean "integer"\?/],
]);

const SCHEMAS = rows("toolset", "refused", [
  [
    "a type in place of a schema",
    city("string"),
    /#\/properties\/city is "string", and must be a schema.*; write \{"type": "string"\}/,
  ],
  [
    "a description in place of a schema",
    city("Where to eat"),
    /write \{"type": "string", "description": "Where to eat"\}/,
  ],
  ["a property of null", city(null), /#\/properties\/city is null, and must be a schema/],
  [
    "required of the property itself",
    city({ type: "string", required: true }),
    /city\/required is true, and must be a list of names.*"required": \["city"\]/,
  ],
  [
    "not required of the property itself",
    city({ type: "string", required: false }),
    /city\/required is false, .*leave it out/,
  ],
  [
    "required: true of the whole",
    city({ type: "string" }, { required: true }),
    /#\/required is true, .*as in \["city"\]/,
  ],
  [
    "required as one name",
    city({ type: "string" }, { required: "city" }),
    /#\/required is "city", .*; write \["city"\]/,
  ],
  [
    "a name that is required twice",
    city({ type: "string" }, { required: ["city", "city"] }),
    /a list of names, each once/,
  ],
  [
    "properties as a list",
    parameters({ properties: [{ name: "city", type: "string" }] }),
    /#\/properties is \[.*write each under its name, as in \{"city": \{"type": "string"\}\}/,
  ],
  [
    "an enum as one text",
    city({ type: "string", enum: "Rome, Pisa" }),
    /city\/enum is "Rome, Pisa", and must be a list; write \["Rome", "Pisa"\]/,
  ],
  ["an enum as a map", city({ enum: { rome: "Rome" } }), /city\/enum is \{"rome":"Rome"\}, and must be a list/],
  [
    "a minimum in quotes",
    city({ type: "integer", minimum: "1" }),
    /city\/minimum is "1", and must be a number; write 1, without the quotes/,
  ],
  [
    "a length below none",
    city({ type: "string", minLength: -1 }),
    /city\/minLength is -1, and must be a whole number from 0/,
  ],
  [
    "exclusiveMinimum of an older draft",
    city({ type: "number", minimum: 1, exclusiveMinimum: true }),
    /write "exclusiveMinimum": 1 in the place of "minimum"/,
  ],
  ["items as a list", city({ type: "array", items: [{ type: "string" }] }), /city\/items is \[.*prefixItems/],
  [
    "additionalProperties as a text",
    city({ type: "string" }, { additionalProperties: "false" }),
    /#\/additionalProperties is "false", .*; write false, without the quotes/,
  ],
  [
    "a description of null in a schema",
    city({ type: "string", description: null }),
    /city\/description is null, and must be a text; leave it out/,
  ],
  [
    "a flag as a word",
    city({ type: "array", items: {}, uniqueItems: "true" }),
    /city\/uniqueItems is "true", .*; write true, without the quotes/,
  ],
  [
    "a reference to nothing",
    city({ $ref: "#/$defs/City" }),
    /has a \$ref at #\/properties\/city to "#\/\$defs\/City", which is not in it; nothing is fetched/,
  ],
  [
    "a slip in a reference",
    city({ $ref: "#/definitions/Ctiy" }, { $defs: { City: { type: "string" } } }),
    /did you mean "#\/\$defs\/City"\?/,
  ],
  [
    "a pattern that is none",
    city({ type: "string", pattern: "([a-z" }),
    /at #\/properties\/city, the pattern "\(\[a-z" cannot be used/,
  ],
  [
    "parameters as a list",
    { ...HEAD, tools: [{ ...TOOL, parameters: [] }] },
    /tools\.0\.parameters: is an empty array, and must be an object/,
  ],
]);

const SETS = rows("toolset", "refused", [
  [
    "args in place of parameters",
    tools({ ...TOOL, args: { city: "string" } }),
    /tools\.0\.args: is not a known field: did you mean `parameters`\?/,
  ],
  [
    "a slip in the name of a field",
    tools({ name: "book_table", descripton: DESCRIPTION }),
    /missing field: `(travel-v1\.)?tools\.0\.description` \(`descripton` is not a known field: is it meant\?\)/,
  ],
  [
    "tool in place of tools",
    { ...HEAD, tool: [TOOL] },
    /missing field: `(travel-v1\.)?tools` \(`tool` is not a known field: is it meant\?\)/,
  ],
  [
    "a description of null",
    tools({ ...TOOL, description: null }),
    /tools\.0\.description: is null, and must be a string$/,
  ],
  [
    "examples of null, which may be left out",
    tools({ ...TOOL, examples: null }),
    /tools\.0\.examples: is null, and must be an array; leave it out where there is none$/,
  ],
  ["two tools of one name", tools(TOOL, TOOL), /tools\.1\.name: "book_table" is the name of tools\.0 already/],
  [
    "a name with blanks",
    tools({ ...TOOL, name: "book a table" }),
    /tools\.0\.name: is "book a table", and must be .*: "book_a_table" would be one/,
  ],
  [
    "a signature with blanks",
    { ...tools(TOOL), signature: "my tools" },
    /signature: is "my tools", and must be .*: "my-tools" would be one/,
  ],
  [
    "examples as one text",
    tools({ ...TOOL, examples: "a table for two" }),
    /tools\.0\.examples: is "a table for two", and must be an array/,
  ],
  ["tools under their names", { ...HEAD, tools: { book_table: TOOL } }, /tools: is an object, and must be an array/],
  [
    "OpenAI's wrapper around each tool",
    tools({ type: "function", function: TOOL }),
    /the tools are OpenAI tools, each under "function": `dragoman import` reads them as they are/,
  ],
  ["one tool of OpenAI", { ...HEAD, type: "function", function: TOOL }, /this is one OpenAI tool: `dragoman import`/],
  [
    "a list of OpenAI's tools",
    [{ type: "function", function: TOOL }],
    /this is a list of OpenAI tools, each under "function": `dragoman import`/,
    { imported: "is read" },
  ],
  [
    "inputSchema, of MCP",
    tools({ ...TOOL, inputSchema: { type: "object" } }),
    /an MCP tools\/list result \(inputSchema\): `dragoman import` reads them/,
  ],
  [
    "input_schema, of Anthropic",
    tools({ ...TOOL, input_schema: { type: "object" } }),
    /Anthropic tools \(input_schema\): `dragoman import` reads them/,
  ],
  [
    "a flag in quotes",
    { ...tools(TOOL), require_evidence: "true" },
    /require_evidence: is "true", and must be a boolean; write it without the quotes/,
  ],
]);

const CLASSES = rows("classification-set", "refused", [
  [
    "classes as texts",
    classes(["refund", "greeting"]),
    /a class is an object with a `label`, as in \{"label": "refund".*classes\.0: is "refund", and must be an object/,
  ],
  [
    "name in place of label",
    classes([{ name: "refund" }]),
    /missing field: `(mail-v1\.)?classes\.0\.label` \(`name` is not a known field: is it meant\?\)/,
  ],
  [
    "labels in place of classes",
    { signature: "mail-v1", name: "Mail", labels: [{ label: "refund" }] },
    /missing field: `(mail-v1\.)?classes` \(`labels` is not a known field: is it meant\?\)/,
  ],
  [
    "a label that is there twice",
    classes([{ label: "refund" }, { label: "refund" }]),
    /classes\.1\.label: "refund" is the label of classes\.0 already/,
  ],
  ["classes under their labels", classes({ refund: "money back" }), /classes are a list, as in \[\{"label": "refund"/],
]);

const BROKEN = rows("toolset", "refused", [
  [
    "a comma behind the last field",
    WHOLE.replace("}]}", "},]}"),
    /line 1, column \d+: the comma before \] has nothing behind it: take it out/,
  ],
  [
    "single quotes",
    WHOLE.replaceAll('"', "'"),
    /line 1, column 2: texts and names stand in double quotes: write " in the place of '/,
  ],
  ["a name without quotes", WHOLE.replace('"name"', "name"), /a name stands in double quotes: write "name"/],
  ["a comment", WHOLE.replace("{", "{\n  // ours\n  "), /line 2, column 3: JSON has no comments: take it out/],
  [
    "True, of Python",
    WHOLE.replace('"tools"', '"require_evidence": True, "tools"'),
    /True is no value of JSON: write true, in small letters/,
  ],
  [
    "a comma that is missing",
    JSON.stringify(city({ type: "string" }), null, 1).replace('"travel-v1",', '"travel-v1"'),
    /line 3, column 2: a comma or \} is missing before this/,
  ],
  ["an end that is missing", WHOLE.slice(0, -1), /it ends before \}: the \{ of line 1, column 1 is still open/],
]);

const WARNED = rows("toolset", "warned", [
  [
    "a slip in a keyword",
    city({ type: "string", descripton: "Where" }),
    /"descripton" is no keyword of a schema.*"description"/,
  ],
  ["requird", city({ type: "string" }, { requird: ["city"] }), /"requird" is no keyword of a schema.*"required"/],
  [
    "options in place of enum",
    city({ type: "string", options: ["Rome"] }),
    /"options" is no keyword of a schema.*"enum"/,
  ],
  [
    "parameters without properties",
    parameters({ city: { type: "string" } }),
    /"city" stands where keywords do.*"properties": \{"city": …\}/,
  ],
  [
    "an enum of another type",
    city({ type: "integer", enum: ["1", "2"] }),
    /the enum of "city" has "1", which is not of its type/,
  ],
  [
    "a default that is not in the enum",
    city({ type: "string", enum: ["Rome"], default: "Pisa" }),
    /the default of "city" is "Pisa", which its schema does not allow/,
  ],
  [
    "a default of another type",
    city({ type: "integer", default: "2" }),
    /the default of "city" is "2", which its schema does not allow/,
  ],
  [
    "a format that is none",
    city({ type: "string", format: "datetime" }),
    /the format of "city" is "datetime", which nobody checks.*"date-time"/,
  ],
  ["a list without items", city({ type: "array" }), /"city" is a list, and nothing says of what.*`items`/],
  [
    "a slip in required",
    city({ type: "string" }, { required: ["citty"] }),
    /requires "citty", which is none of its properties.*"city"/,
  ],
  [
    "limits that are exchanged",
    city({ type: "integer", minimum: 9, maximum: 1 }),
    /minimum 9 and maximum 1: no value is between them/,
  ],
]);

export const MISTAKES: readonly Mistake[] = [...TYPES, ...SCHEMAS, ...SETS, ...CLASSES, ...BROKEN, ...WARNED];
