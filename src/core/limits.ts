/**
 * The limits of the contract, with their units last in the name. Sizes that an owner may change are settings in
 * `src/config.ts`; these are part of what clients were promised (`docs/decisions`).
 */
export const LIMITS = {
  nameCharactersMax: 128,
  descriptionCharactersMax: 2_048,
  toolsMax: 128,
  /** Schemas, lists and items of lists in the parameters of a tool, and of all tools of a set. */
  schemaPartsMax: 2_000,
  schemaPartsPerToolsetMax: 10_000,
  /** Of the parameters of a tool, as JSON in UTF-8. */
  schemaBytesMax: 131_072,
  /** Of any text in a schema but a name, and of the name of a property. */
  schemaTextCharactersMax: 8_192,
  schemaNameCharactersMax: 256,
  /** What a pattern compiles to; of all patterns of a tool, and of a set. Each step costs about 7 µs and 0.5 kB. */
  patternStepsMax: 2_000,
  patternStepsPerToolMax: 4_000,
  patternStepsPerToolsetMax: 16_000,
  /** Of a synonym or an example that a schema gives of its values; how many examples. Synonyms count as parts. */
  synonymCharactersMax: 128,
  valueExamplesMax: 20,
  /** Of what an owner wants to be said, in `x-response` and `x-question`. */
  spokenTextCharactersMax: 500,
  spokenLanguagesMax: 20,
  /** Of a list of values; of a value, and of another word for one; of the other words of one value. */
  listedValuesMax: 100_000,
  listedValueCharactersMax: 256,
  listedSynonymsPerValueMax: 50,
  /** Of all values and their other words: how many, and their characters. */
  listedNamesMax: 200_000,
  valueListCharactersMax: 8_000_000,
  /** That are given for what was said. */
  nearestValuesMax: 20,
  nearestValuesDefault: 5,
  /** That the tools of one request may refer to: lists, and all of their values and other words. */
  valueListsMax: 16,
  openNamesMax: 200_000,
  classesMax: 500,
  labelCharactersMax: 128,
  examplesMax: 50,
  exampleCharactersMax: 500,
  queryCharactersMax: 500,
  dataCharactersMax: 4_000,
  contextCharactersMax: 2_000,
  /** The longest name in the IANA's database has 32. */
  timeZoneCharactersMax: 64,
  languageCharactersMax: 30,
  historyEntriesMax: 5,
  /** Of the parameters of one entry, as JSON. */
  historyParametersCharactersMax: 16_384,
  /** Of an answer, and so of `calls_max`. */
  callsMax: 8,
  toolsetsMax: 16,
  /** Of one search for tools: toolsets, and the tools of all of them. */
  searchedToolsetsMax: 2_000,
  searchedToolsMax: 20_000,
  /** Tools that a search gives. */
  foundToolsMax: 50,
  foundToolsDefault: 10,
  /** Of what a chat may name as its model, in one list: names alone, some 50 bytes each. */
  listedModelsMax: 4_000,
  banksMax: 16,
  /** Of an app. */
  aliasesMax: 1_000,
  /** Of the name under which a client asks for somebody. */
  callerCharactersMax: 256,
  instructionsCharactersMax: 2_000,
  memoriesPerBankMax: 10_000,
  /** What a set was taught. Each is a vector and two texts in memory while the set is asked. */
  taughtCasesPerSetMax: 10_000,
  factCharactersMax: 500,
  memoryParametersBytesMax: 16_384,
  idempotencyKeyCharactersMax: 255,
  batchItemsMax: 100,
  /** Of one request; the command line takes more, some at a time. */
  testCasesMax: 100,
  /** Of the tests of a set, or of sets that are tested together, how many are kept: the newest. */
  testRunsPerSetMax: 100,
  /** Of all tests of an app that are kept; a large one of many long sentences has some 400,000. */
  testRunCharactersPerAppMax: 50_000_000,
  /** Of a bundle that goes by HTTP: it has to fit into the body of a request. The command line takes more. */
  bundleBytesMax: 1_000_000,
  /** Memories and taught cases of such a bundle together: each is read by a model, twice. */
  bundleLessonsMax: 1_000,
  /** Of the definitions on a page together: it ends early where they are more, after one at least. */
  pageCharactersMax: 2_097_152,
  pageItemsMax: 100,
  pageItemsDefault: 50,
} as const;
