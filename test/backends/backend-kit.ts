/** A built server before a real model server, and what every answer has to be whatever the model says. */
import { expect } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { preparedSchema } from "#core/schema/json-schema.ts";
import { runDragoman, startServer, waitUntilReady } from "../../scripts/dragoman-process.ts";
import {
  type Account,
  createApp,
  exchanged,
  freshPlace,
  INTENT_SET,
  LARGE_PLAN,
  lampToolset,
  type Place,
  type Reply,
  settings,
  signedIn,
} from "../binary/kit.ts";

/** What `scripts/real-backends.ts` says about the model server that it started. */
export function given(name: "BACKEND_GGUF" | "BACKEND_PROGRAM" | "BACKEND_PYTHON" | "BACKEND_URL"): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: scripts/real-backends.ts runs these tests`);
  return value;
}

export interface Session extends AsyncDisposable {
  readonly url: string;
  /** What a request of the app carries. */
  readonly headers: Readonly<Record<string, string>>;
  send(method: string, path: string, body?: unknown): Promise<Reply>;
  balance(): Promise<number>;
  /** What the server wrote. */
  output(): string;
  readonly pid: number;
  /** SIGTERM; the exit status. */
  stop(): Promise<number>;
}

/** A server with these `[model]` lines, ready to answer, its app and its sets made. */
export async function opened(model: readonly string[]): Promise<Session> {
  const place = freshPlace();
  settings(place, [...LARGE_PLAN, ...modelLines(model)]);
  const account = await createApp(place.path);
  const server = await startServer({ dataDir: place.path });
  try {
    await waitUntilReady(server);
    const send = await signedIn(server.url, account);
    await send("POST", "/v1/toolsets", lampToolset("lamps-v1"));
    await send("POST", "/v1/classification-sets", INTENT_SET);
    const token = await exchanged(server.url, account);
    return {
      url: server.url,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      send,
      balance: () => balanceOf(place, account),
      output: server.output,
      pid: server.pid,
      stop: server.stop,
      async [Symbol.asyncDispose]() {
        await server.kill();
        place[Symbol.dispose]();
      },
    };
  } catch (failure) {
    await server.kill();
    place[Symbol.dispose]();
    throw new Error(`${failure instanceof Error ? failure.message : failure}\n${server.output()}`, { cause: failure });
  }
}

/** The real model server's own address, unless the lines name another backend. Small answers: it is a small model. */
export function modelLines(lines: readonly string[]): readonly string[] {
  const has = (key: string) => lines.some((line) => line.startsWith(`${key} =`));
  return [
    "[model]",
    ...(has("provider") ? [] : ['provider = "openai"', `base_url = "${given("BACKEND_URL")}"`, 'name = "smollm2"']),
    ...(has("mode") ? [] : ['mode = "schema"']),
    ...(has("timeout_ms") ? [] : ["timeout_ms = 100_000"]),
    ...(has("output_tokens_max") ? [] : ["output_tokens_max = 160"]),
    ...lines,
  ];
}

async function balanceOf(place: Place, { appId }: Account): Promise<number> {
  const { stdout } = await runDragoman(["app", "show", appId, "--data", place.path, "--json"]);
  return (JSON.parse(stdout) as { readonly requests_remaining: number }).requests_remaining;
}

/** What the tools of the set allow: every other parameter, name or type is a fault of ours and not of the model. */
const VALIDATORS = new Map(
  lampToolset("any").tools.map(({ name, parameters }) => [
    name,
    preparedSchema({ ...parameters, required: [], additionalProperties: false } as JsonObject, name),
  ]),
);

/** Either a call that the tools' schemas allow, or `502 llm_processing_error`; true for a call. */
export function isCallOrRefusal({ status, body }: Reply): boolean {
  if (status !== 200) {
    expect({ status, code: body.error }).toEqual({ status: 502, code: "llm_processing_error" });
    return false;
  }
  const { tool, parameters } = body.resolved;
  const errors = tool === "none" ? Object.keys(parameters) : VALIDATORS.get(tool)?.(parameters);
  expect({ tool, parameters, errors }).toEqual({ tool, parameters, errors: [] });
  return true;
}

/** Labels of the set on parts of the text, or `502 llm_processing_error`; true for labels. */
export function isLabelledOrRefusal({ status, body }: Reply, text: string): boolean {
  if (status !== 200) {
    expect({ status, code: body.error }).toEqual({ status: 502, code: "llm_processing_error" });
    return false;
  }
  const labels = INTENT_SET.classes.map(({ label }) => label);
  expect(body.classifications.length).toBeGreaterThan(0);
  for (const found of body.classifications) {
    expect(labels).toContain(found.label);
    expect(text).toContain(found.text);
  }
  return true;
}
