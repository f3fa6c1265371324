/** Requests that bring much of something: tools, classes, examples, items, what was said before. */
import { longClasses, manyFaults, manyTools } from "./bodies.ts";
import { asked, KNOWN_SET, listOf, mapOf, object, repeated, rowsOf } from "./hostile-request.ts";

const classesOf = (description: string) => ({
  data: `where is my parcel, ${description.slice(0, 20)}`,
  classes: listOf(500, (at) => ({ label: `${description.slice(0, 3)} ${at}`, description })),
});
const phrase = (label: number, example: number) => repeated(`${label} ${example} wants a lamp `, 500);
const classify = "/v1/classify";

export const CLASSES = rowsOf("classes", [
  { name: "500 of 2,000 characters", path: classify, body: () => longClasses(1), isBulk: true },
  {
    name: "500 of 2,000 characters, and the client goes",
    path: classify,
    body: () => longClasses(2),
    isBulk: true,
    goneAfterMs: 500,
  },
  { name: "500 of signs", path: classify, body: () => classesOf(repeated("東京 ", 600)), isBulk: true },
  {
    name: "500 of letters that are no words",
    path: classify,
    body: () => classesOf(repeated("xqzj", 2_000)),
    isBulk: true,
  },
  {
    name: "500 of one word",
    path: classify,
    body: () => ({ data: "parcel", classes: listOf(500, (at) => ({ label: `word ${at}` })) }),
    isBulk: true,
  },
  {
    name: "500 with four examples of 500 characters",
    path: classify,
    body: () => ({
      data: "parcel",
      classes: listOf(500, (at) => ({ label: `ex ${at}`, examples: listOf(4, (n) => phrase(at, n)) })),
    }),
    isBulk: true,
  },
  {
    name: "500 of one label",
    path: classify,
    body: () => ({ data: "parcel", classes: listOf(500, () => ({ label: "same" })) }),
  },
  {
    name: "100,000 of nothing",
    path: classify,
    body: () => ({ data: "parcel", classes: listOf(100_000, () => ({})) }),
  },
  {
    name: "20,000 labels",
    path: classify,
    body: () => ({ data: "parcel", classes: listOf(20_000, (at) => ({ label: `l${at}` })) }),
  },
]);

export const TOOLS = rowsOf("tools", [
  { name: "128 with the longest descriptions", path: "/v1/resolve-quick", body: () => manyTools(1), isBulk: true },
  {
    name: "128 with the longest descriptions, and the client goes",
    path: "/v1/resolve-quick",
    body: () => manyTools(2),
    isBulk: true,
    goneAfterMs: 100,
  },
  {
    name: "129",
    path: "/v1/resolve-quick",
    body: () => ({ query: "x", tools: listOf(129, (n) => ({ name: `t${n}`, description: "d" })) }),
  },
  {
    name: "100,000 of nothing",
    path: "/v1/resolve-quick",
    body: () => ({ query: "x", tools: listOf(100_000, () => ({})) }),
  },
  {
    name: "50 examples of 500 characters for each of 40",
    path: "/v1/resolve-quick",
    body: () => ({
      query: "x",
      tools: listOf(40, (n) => ({ name: `t${n}`, description: "d", examples: listOf(50, (e) => phrase(n, e)) })),
    }),
    isBulk: true,
  },
  {
    name: "16 times the same toolset",
    path: "/v1/resolve",
    body: () => ({ query: "lamp", toolsets: listOf(16, () => KNOWN_SET) }),
  },
  {
    name: "50,000 toolsets",
    path: "/v1/resolve",
    body: () => ({ query: "lamp", toolsets: listOf(50_000, (n) => `s${n}`) }),
  },
  {
    name: "50,000 banks",
    path: "/v1/resolve",
    body: () => ({ query: "lamp", toolsets: [KNOWN_SET], banks: listOf(50_000, (n) => `b${n}`) }),
  },
  {
    name: "20,000 entries of a history",
    path: "/v1/resolve",
    body: () => ({
      query: "lamp",
      toolsets: [KNOWN_SET],
      history: listOf(20_000, () => ({ tool: "set_lamp", query: "x" })),
    }),
  },
  {
    name: "a history and a context as long as they may be",
    path: "/v1/resolve",
    body: () => ({
      query: repeated("lamp 5 ", 500),
      toolsets: [KNOWN_SET],
      context: repeated("on monday 5 lamps ", 2_000),
      history: listOf(5, (n) => ({ tool: "set_lamp", query: repeated(`lamp ${n} `, 500) })),
    }),
  },
]);

export const BATCHES = rowsOf("batches", [
  {
    name: "100 queries",
    path: "/v1/batch",
    body: () => ({
      requests: listOf(100, (n) => ({
        type: "resolve",
        body: { query: `set the lamp in room ${n} to ${n} percent`, toolsets: [KNOWN_SET] },
      })),
    }),
    isBulk: true,
  },
  {
    name: "60 mistakes",
    path: "/v1/batch",
    body: () => ({ requests: listOf(60, () => ({ type: "resolve", body: manyFaults() })) }),
  },
  {
    name: "100 schemas of patterns, the last tool a mistake",
    path: "/v1/batch",
    body: () => ({ requests: listOf(100, () => ({ type: "resolve-quick", body: lateBatched() })) }),
    isBulk: true,
  },
  {
    name: "40 schemas of 900 parameters, the last tool a mistake",
    path: "/v1/batch",
    body: () => ({
      requests: listOf(40, () => ({
        type: "resolve-quick",
        body: {
          query: "x",
          tools: [
            ...asked(object(mapOf(900, {}))).tools,
            { name: "last", description: "a", parameters: { type: "nonsense" } },
          ],
        },
      })),
    }),
    isBulk: true,
  },
  {
    name: "100,000 items",
    path: "/v1/batch",
    body: () => ({ requests: listOf(60_000, () => ({ type: "x", body: {} })) }),
  },
  {
    name: "batches within a batch",
    path: "/v1/batch",
    body: () => ({
      requests: listOf(100, () => ({
        type: "batch",
        body: { requests: listOf(100, () => ({ type: "resolve", body: {} })) },
      })),
    }),
  },
]);

function lateBatched(): unknown {
  const parameters = object({ p: { type: "string", pattern: "(a?){450}" } });
  const tools = listOf(16, (n) => ({ name: `t${n}`, description: "a", parameters }));
  return { query: "x", tools: [...tools, { name: "last", description: "a", parameters: { type: "nonsense" } }] };
}
