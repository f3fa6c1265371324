/**
 * What each thing that is said of a tool is worth: the tools of a made-up hotel, described worse and better, and the same
 * requests for all of them. The table stands in `docs/how-to/tool-descriptions.md`.
 *
 *     bun scripts/bench/descriptions.ts
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, waitUntilReady } from "../dragoman-process.ts";
import { ApiClient, newAccessToken, writeSettings } from "../eval/api-client.ts";
import type { ScoredCall } from "../eval/bfcl-scoring.ts";
import { register, resolve } from "../eval/resolving.ts";
import { HOTEL_REQUESTS, HOTEL_TOOLS, type HotelRequest, type HotelTool, OTHER_REQUESTS } from "./hotel.ts";

/** What a toolset says, by what may be left out. */
type Said = "descriptions" | "examples" | "names" | "parameter descriptions" | "parameter names" | "types";

const STEPS: readonly (readonly [name: string, said: readonly Said[]])[] = [
  ["vague names, vague descriptions, all strings", []],
  ["names of tools that say it", ["names"]],
  ["a sentence each", ["names", "descriptions"]],
  ["names of parameters that say it", ["names", "descriptions", "parameter names"]],
  ["types, enum, format", ["names", "descriptions", "parameter names", "types"]],
  ["a description of each parameter", ["names", "descriptions", "parameter names", "types", "parameter descriptions"]],
  [
    "three examples for each tool",
    ["names", "descriptions", "parameter names", "types", "parameter descriptions", "examples"],
  ],
  ["all but the sentences and the examples", ["names", "parameter names", "types", "parameter descriptions"]],
];

interface Score {
  tools: number;
  values: number;
  calls: number;
  none: number;
}

function toolsOf(said: ReadonlySet<Said>): readonly object[] {
  return HOTEL_TOOLS.map((tool) => ({
    name: nameOf(tool, said),
    description: said.has("descriptions") ? tool.description : tool.vagueDescription,
    parameters: schemaOf(tool, said),
    ...(said.has("examples") && { examples: tool.examples }),
  }));
}

function schemaOf({ parameters }: HotelTool, said: ReadonlySet<Said>): object {
  const keyOf = parameterNames(said);
  const properties = parameters.map((parameter) => [
    keyOf(parameter),
    {
      ...(said.has("types") ? parameter.schema : { type: "string" }),
      ...(said.has("parameter descriptions") && { description: parameter.description }),
    },
  ]);
  const required = parameters.filter(({ isRequired }) => isRequired).map(keyOf);
  return { type: "object", required, properties: Object.fromEntries(properties) };
}

function nameOf({ name, vagueName }: HotelTool, said: ReadonlySet<Said>): string {
  return said.has("names") ? name : vagueName;
}

function parameterNames(said: ReadonlySet<Said>) {
  return ({ name, vagueName }: { readonly name: string; readonly vagueName: string }) =>
    said.has("parameter names") ? name : vagueName;
}

/** Adds one answer to the score. */
function count(
  score: Score,
  { tool: wanted, parameters }: HotelRequest,
  given: ScoredCall,
  said: ReadonlySet<Said>,
): void {
  const tool = HOTEL_TOOLS.find(({ name }) => name === wanted);
  if (!tool || given.tool !== nameOf(tool, said)) return;
  score.tools += 1;
  const keyOf = parameterNames(said);
  const right = tool.parameters.map((parameter) => {
    const isRight = agree(parameters[parameter.name], given.parameters[keyOf(parameter)], parameter.name);
    if (isRight && parameters[parameter.name] !== undefined) score.values += 1;
    return isRight;
  });
  if (right.every(Boolean)) score.calls += 1;
}

/** A defect may be told in more words than one. */
function agree(wanted: unknown, given: unknown, parameter: string): boolean {
  if (parameter !== "defect" || wanted === undefined) return wanted === given;
  return typeof given === "string" && given.toLowerCase().includes(String(wanted));
}

async function measured(client: ApiClient, signature: string, said: ReadonlySet<Said>): Promise<Score> {
  const registered = await register(client, signature, toolsOf(said));
  if ("refused" in registered) throw new Error(`POST /v1/toolsets: ${registered.refused}`);
  // Examples are learned in the background.
  while ((await client.get(`/v1/toolsets/${signature}`)).body.learning !== null) await Bun.sleep(100);
  const score: Score = { tools: 0, values: 0, calls: 0, none: 0 };
  for (const request of HOTEL_REQUESTS) {
    const { call } = await resolve(client, { query: request.query }, registered);
    if (call) count(score, request, call, said);
  }
  for (const query of OTHER_REQUESTS) if ((await resolve(client, { query }, registered)).call === null) score.none += 1;
  return score;
}

const valuesWanted = HOTEL_REQUESTS.reduce((sum, { parameters }) => sum + Object.keys(parameters).length, 0);
const [requests, others] = [HOTEL_REQUESTS.length, OTHER_REQUESTS.length];
const dataDir = mkdtempSync(join(tmpdir(), "dragoman-descriptions-"));
writeSettings(dataDir);
const server = await startServer({ dataDir });
try {
  await waitUntilReady(server);
  const client = new ApiClient(server.url, await newAccessToken(server.url, dataDir));
  console.log(
    `| what the tools say | right tool of ${requests} | right values of ${valuesWanted} | exact calls | none of ${others} |`,
  );
  for (const [index, [name, said]] of STEPS.entries()) {
    const { tools, values, calls, none } = await measured(client, `hotel-v${index + 1}`, new Set(said));
    console.log(`| ${name} | ${tools} | ${values} | ${calls} | ${none} |`);
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
