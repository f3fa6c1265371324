/** Texts that are slow to normalise, to measure or to read. */
import {
  asked,
  askedOfMany,
  KNOWN_SET,
  listOf,
  mapOf,
  marks,
  object,
  repeated,
  rowsOf,
  toolOf,
} from "./hostile-request.ts";

const quick = "/v1/resolve-quick";
const known = (more: object) => ({ query: "lamp", toolsets: [KNOWN_SET], ...more });
const classes = [{ label: "going" }, { label: "staying" }];
const set = { signature: "costly-v1", name: "Costly" };

export const MARKS = rowsOf("combining marks", [
  { name: "80 kB in a query", path: "/v1/resolve", body: () => known({ query: marks(80_000) }) },
  { name: "240 kB in a query", path: "/v1/resolve", body: () => known({ query: marks(240_000) }) },
  { name: "1 MB in a query", path: quick, body: () => ({ ...asked({}), query: marks(1_000_000) }) },
  {
    name: "16 kB, within the limit of units, in a context",
    path: "/v1/resolve",
    body: () => known({ context: marks(16_000) }),
  },
  {
    name: "900 kB in a name",
    path: "/v1/toolsets",
    body: () => ({ ...set, name: marks(900_000), tools: [toolOf({})] }),
  },
  {
    name: "900 kB in a description",
    path: quick,
    body: () => ({ query: "x", tools: [toolOf({}, "t", marks(900_000))] }),
  },
  { name: "900 kB in an option", path: quick, body: () => asked(object({ a: { enum: [marks(900_000)] } })) },
  {
    name: "8 kB in each of 100 options",
    path: quick,
    body: () => asked(object({ a: { enum: listOf(100, (n) => `${n} ${marks(8_000)}`) } })),
  },
  {
    name: "120 bytes in each of 1,900 options",
    path: quick,
    body: () => asked(object({ a: { enum: listOf(1_900, (n) => `${n}${marks(60)}`) } })),
    isBulk: true,
  },
  {
    name: "900 kB in a label",
    path: "/v1/classify",
    body: () => ({ data: "x", classes: [{ label: marks(900_000) }, { label: "b" }] }),
  },
  { name: "64 kB in data", path: "/v1/classify", body: () => ({ data: marks(64_000), classes }) },
  { name: "900 kB in a fact", path: "/v1/banks/none/memories", body: () => ({ fact: marks(900_000) }) },
  {
    name: "900 kB in the name of a persona",
    path: "/v1/personas",
    body: () => ({ name: marks(900_000), instructions: "x" }),
  },
  { name: "900 kB in a key", path: "/v1/auth", body: () => ({ api_key: marks(900_000) }) },
  {
    name: "30 on each letter of a query, as many as may be",
    path: "/v1/resolve",
    body: () => known({ query: repeated(`a${"\u0323\u0301".repeat(15)}`, 480) }),
  },
  {
    name: "2 MB of names in a history",
    path: "/v1/resolve",
    body: () => known({ history: listOf(5, () => ({ tool: marks(190_000), query: "x" })) }),
  },
]);

export const TEXTS = rowsOf("texts", [
  ...["a, ", "open it and book it and ", "the first is Rome, the second is Oslo, "].map((text) => ({
    name: `500 characters of "${text.trim()}", with up to eight calls`,
    path: quick,
    body: () => ({ ...askedOfMany(8, object(mapOf(4, { type: "string" }))), query: repeated(text, 500), calls_max: 8 }),
  })),
  {
    name: "a megabyte of one letter as a query",
    path: "/v1/resolve",
    body: () => known({ query: repeated("a", 1_000_000) }),
  },
  {
    name: "a megabyte of spaces as a query",
    path: "/v1/resolve",
    body: () => known({ query: repeated(" ", 1_000_000) }),
  },
  {
    name: "a query of spaces and a letter",
    path: "/v1/resolve",
    body: () => known({ query: `${repeated(" ", 499)}x` }),
  },
  { name: "half of a surrogate pair", path: "/v1/resolve", body: () => '{"query":"\\ud800","toolsets":["known-v1"]}' },
  {
    name: "200,000 halves of surrogate pairs",
    path: "/v1/resolve",
    body: () => `{"query":"${"\\ud800".repeat(170_000)}"}`,
  },
  { name: "NUL in a query", path: "/v1/resolve", body: () => known({ query: "lamp\0on" }) },
  {
    name: "NUL and controls, 500 of them",
    path: "/v1/resolve",
    body: () => known({ query: repeated("\0\u0001\u001b\u007f", 500) }),
  },
  {
    name: "4,000 characters in 400 parts",
    path: "/v1/classify",
    body: () => ({
      data: listOf(400, (at) => `go ${at} on.`)
        .join(" ")
        .slice(0, 4_000),
      classes,
      enable_extraction: true,
    }),
  },
  {
    name: "4,000 characters of commas",
    path: "/v1/classify",
    body: () => ({ data: `a${repeated(", ", 3_998)}`, classes, enable_extraction: true }),
  },
  {
    name: "4,000 digits",
    path: "/v1/classify",
    body: () => ({ data: repeated("1234567890", 4_000), classes, enable_extraction: true }),
  },
  {
    name: "500 numbers in words",
    path: "/v1/resolve",
    body: () => known({ query: repeated("one hundred and ", 500) }),
  },
  {
    name: "500 characters of dates",
    path: "/v1/resolve",
    body: () => known({ query: repeated("tomorrow at 5 or ", 500) }),
  },
  {
    name: "500 characters of quotes and brackets",
    path: "/v1/resolve",
    body: () => known({ query: repeated("\"'([{«", 500) }),
  },
  {
    name: "descriptions of an example and 8,000 spaces",
    path: quick,
    body: () => askedOfMany(5, object(mapOf(15, { type: "string", description: `e.g. x${" ".repeat(8_000)}.` }))),
  },
  {
    name: "descriptions in capitals and small letters",
    path: quick,
    body: () => askedOfMany(5, object(mapOf(15, { type: "string", description: "Aa1".repeat(2_700) }))),
  },
  {
    name: "names in capitals and small letters",
    path: quick,
    body: () => askedOfMany(5, object(mapOf(16, { type: "string" }, "Aa1".repeat(80)))),
  },
  {
    name: "a description of 100,000 spaces",
    path: quick,
    body: () => ({ query: "x", tools: [toolOf({}, "t", `e.g. x${" ".repeat(100_000)}`)] }),
  },
  { name: "white space of 1 MB around nothing", path: "/v1/resolve", body: () => `{${" ".repeat(1_000_000)}}` },
]);
