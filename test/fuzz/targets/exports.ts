/** A small file of each kind that `dragoman import` reads: what is fuzzed begins as one of them. */
const text = (document: unknown) => JSON.stringify(document);

const SCHEMA = {
  type: "object",
  properties: {
    plant: { type: "string", enum: ["fern", "moss"], default: "fern" },
    litres: { type: "number", minimum: 0, maximum: 9 },
    days: { type: "array", items: { $ref: "#/$defs/day" } },
  },
  required: ["plant"],
  $defs: { day: { type: "string", pattern: "^[A-Z][a-z]+$" } },
};

const OWN = [
  text({
    signature: "garden-v1",
    name: "Garden",
    tools: [{ name: "water", description: "Waters", parameters: SCHEMA }],
  }),
  text({
    data: [
      {
        signature: "mail-v1",
        name: "Mail",
        classes: [{ label: "bill", description: "A bill", examples: ["you owe us"] }, { label: "advert" }],
        enable_extraction: true,
        allow_none: true,
      },
    ],
    next_cursor: null,
  }),
];

const TOOL_LISTS = [
  text([{ type: "function", function: { name: "water", description: "Waters", parameters: SCHEMA, strict: true } }]),
  text([{ type: "function", name: "water plants!", description: "Waters", parameters: SCHEMA }]),
  text([{ name: "water", description: "Waters", input_schema: SCHEMA }]),
  text({ tools: [{ name: "water", title: "Water", inputSchema: SCHEMA, annotations: { readOnlyHint: true } }] }),
];

const OPENAPI = [
  text({
    openapi: "3.1.0",
    info: { title: "Garden", version: "1" },
    paths: {
      "/beds/{bed}": {
        parameters: [{ name: "bed", in: "path", required: true, schema: { type: "integer" } }],
        get: { operationId: "showBed", summary: "Shows", parameters: [{ $ref: "#/components/parameters/Page" }] },
        post: {
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Bed" } } } },
        },
      },
    },
    components: {
      parameters: { Page: { name: "page", in: "query", schema: { type: "integer" }, style: "form", explode: false } },
      schemas: {
        Bed: {
          allOf: [
            { type: "object", properties: { name: { type: ["string", "null"] } } },
            { $ref: "#/components/schemas/Bed" },
          ],
        },
      },
    },
  }),
  text({
    openapi: "3.0.3",
    info: {},
    paths: {
      "/a": {
        put: {
          requestBody: {
            content: {
              "application/json": { schema: { nullable: true, exclusiveMinimum: true, minimum: 1, type: "integer" } },
            },
          },
        },
      },
    },
  }),
];

const ASSISTANTS = [
  text({
    luis_schema_version: "7.0.0",
    name: "Garden",
    culture: "en-us",
    intents: [{ name: "Water" }, { name: "None" }],
    entities: [{ name: "plant", roles: ["from"], children: [{ name: "kind" }] }],
    closedLists: [{ name: "size", subLists: [{ canonicalForm: "small", list: ["tiny"] }] }],
    regex_entities: [{ name: "code", regexPattern: "B-[0-9]+", roles: [] }],
    prebuiltEntities: [{ name: "number", roles: [] }],
    patterns: [{ pattern: "where is {code}[?]", intent: "Water" }],
    utterances: [
      {
        text: "water the fern",
        intent: "Water",
        entities: [{ entity: "plant", startPos: 10, endPos: 13, role: "from" }],
      },
    ],
  }),
  text({
    projectFileVersion: "2022-05-01",
    stringIndexType: "Utf16CodeUnit",
    metadata: { projectName: "Garden", language: "en" },
    assets: {
      intents: [{ category: "Water" }],
      entities: [
        {
          category: "plant",
          list: { sublists: [{ listKey: "fern", synonyms: [{ language: "en", values: ["ferns"] }] }] },
        },
      ],
      utterances: [
        {
          text: "water the fern",
          language: "en",
          intent: "Water",
          entities: [{ category: "plant", offset: 10, length: 4 }],
        },
      ],
    },
  }),
  text({
    files: {
      "agent.json": { language: "en", displayName: "Garden" },
      "intents/Water.json": {
        name: "Water",
        responses: [
          { parameters: [{ name: "plant", dataType: "@plant", required: true, isList: false, value: "$plant" }] },
        ],
      },
      "intents/Water_usersays_en.json": [
        { data: [{ text: "water " }, { text: "moss", meta: "@plant", alias: "plant" }] },
      ],
      "entities/plant.json": { name: "plant", isRegexp: false },
      "entities/plant_entries_en.json": [{ value: "moss", synonyms: ["moss", "mosses"] }],
    },
  }),
  text({
    files: {
      "agent.json": { displayName: "Garden", defaultLanguageCode: "en" },
      "intents/Water/Water.json": {
        displayName: "Water",
        parameters: [{ id: "plant", entityType: "plant", isList: true }],
      },
      "intents/Water/trainingPhrases/en.json": {
        trainingPhrases: [
          { parts: [{ text: "water " }, { text: "moss", parameterId: "plant" }], repeatCount: 1, languageCode: "en" },
        ],
      },
      "entityTypes/plant/plant.json": { displayName: "plant", kind: "KIND_MAP" },
      "entityTypes/plant/entities/en.json": { entities: [{ value: "moss", synonyms: ["mosses"], languageCode: "en" }] },
    },
  }),
];

export const EXPORTS: readonly string[] = [...OWN, ...TOOL_LISTS, ...OPENAPI, ...ASSISTANTS];

export const YAML_EXPORTS: readonly string[] = [
  `version: "3.1"
nlu:
- intent: water
  examples: |
    - water the [fern](plant)
    - from [noon]{"entity": "time", "role": "from", "value": "12:00"}
- synonym: fern
  examples: |
    - ferns
- lookup: plant
  examples: |
    - moss
- regex: litres
  examples: |
    - \\d+
`,
  `intents: [water, {ask: {use_entities: []}}]
entities: [plant, {time: {roles: [from, to]}}]
slots:
  litres: {type: float, min_value: 1, max_value: 12, mappings: [{type: from_entity, entity: litres}]}
  kind: {type: categorical, values: [wet, dry], mappings: [{type: from_entity, entity: kind}]}
forms:
  water_form: {required_slots: [litres, kind]}
rules:
- rule: start
  steps:
  - intent: water
  - action: water_form
`,
  `language: en
intents:
  Water:
    data:
      - sentences: ["[please] <pour> {plant} [with {litres} litres]"]
        requires_context: {domain: garden}
        slots: {name: fern}
lists:
  plant: {values: [fern, {in: "(moss|mosses)", out: moss}]}
  litres: {range: {from: 0, to: 9, step: 2}}
expansion_rules:
  pour: "(water|pour;now)"
tests:
  - sentences: [water the fern]
    intent: {name: Water, slots: {plant: fern}}
`,
  `openapi: 3.0.0
info: {title: Garden}
paths:
  /beds:
    get: &shared {summary: Lists beds, parameters: [{name: page, in: query, schema: {type: integer}}]}
    head: *shared
`,
];

export const TOML_EXPORT = `[tools.water]
description = "Waters a plant"
parameters = "tools/a.json"
strict = true
[functions.garden]
type = "chat"
tools = ["water"]
`;
