/** The built executable with the oracle for its model, and what a client sees of its cache. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import type { Tool } from "#core/toolset.ts";
import { type RunningServer, startServer, waitUntilReady } from "../../dragoman-process.ts";
import { newAccessToken } from "../api-client.ts";
import type { Oracle } from "./oracle.ts";
import type { Served } from "./score.ts";
import type { Call } from "./sentence.ts";

const TOOLS_PER_SET = 128;
/** So often the same number of known answers is seen before nothing more is expected. */
const LOOKS_ALIKE = 8;
const LOOK_MS = 500;
const TOOLS_SHOWN_MAX = 2_048;

/** What came of one request. */
export interface Reply extends Served {
  /** What was answered, by the cache or by the model; null when nothing was. */
  readonly answer: Call | null;
  readonly status: number;
  /** From sending the request to having the whole body. */
  readonly clientMs: number;
}

/** A data folder that outlives the servers that are started on it, until it is removed. */
export class ServedFolder {
  readonly #dataDir = mkdtempSync(join(tmpdir(), "dragoman-cache-"));
  readonly #oracle: Oracle;
  #server: RunningServer | undefined;
  #token: string | undefined;
  #url = "";

  constructor(oracle: Oracle) {
    this.#oracle = oracle;
  }

  /** Starts a server, or starts it again, with this share of wrong hits for its bound. */
  async serve(errorBound: number): Promise<void> {
    await this.#server?.stop();
    mkdirSync(this.#dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(join(this.#dataDir, "dragoman.toml"), settings(this.#oracle.url, errorBound));
    this.#server = await startServer({ dataDir: this.#dataDir, timeoutMs: 30_000 });
    this.#url = this.#server.url;
    await waitUntilReady(this.#server);
    this.#token ??= await newAccessToken(this.#url, this.#dataDir);
  }

  async remove(): Promise<void> {
    await this.#server?.stop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  /** Registers the tools in as many sets as they need. Returns the sets' signatures. */
  async register(tools: readonly Tool[]): Promise<readonly string[]> {
    const signatures: string[] = [];
    for (let start = 0; start < tools.length; start += TOOLS_PER_SET) {
      const signature = `set-${signatures.length + 1}`;
      const body = { signature, name: signature, tools: tools.slice(start, start + TOOLS_PER_SET) };
      await this.#created("/v1/toolsets", body);
      signatures.push(signature);
    }
    return signatures;
  }

  async registerLabels(signature: string, labels: readonly string[]): Promise<void> {
    const classes = labels.map((label) => ({ label }));
    await this.#created("/v1/classification-sets", { signature, name: signature, classes });
  }

  /** As any client asks. */
  resolve(query: string, toolsets: readonly string[]): Promise<Reply> {
    return this.#resolve(query, toolsets, {});
  }

  /** Has the model answer, whatever the cache knows already: that is then learned. */
  teach(query: string, toolsets: readonly string[]): Promise<Reply> {
    return this.#resolve(query, toolsets, { "cache-control": "no-cache" });
  }

  async #resolve(
    query: string,
    toolsets: readonly string[],
    headers: Readonly<Record<string, string>>,
  ): Promise<Reply> {
    const { status, body, clientMs } = await this.#post("/v1/resolve", { query, toolsets }, headers);
    if (status !== 200 || !isJsonObject(body.resolved)) return { ...NOTHING, status, clientMs };
    const { tool, parameters } = body.resolved as { readonly tool: string; readonly parameters: JsonObject };
    const answer = tool === "none" ? { tool: null, parameters: {} } : { tool, parameters };
    return { ...servedFrom(answer, body.metadata as JsonObject), answer, status, clientMs };
  }

  /** Why the cache answers this as it does; null when it does not answer. */
  async explain(query: string, toolsets: readonly string[]): Promise<JsonObject | null> {
    const { body } = await this.#post("/v1/resolve", { query, toolsets }, { "x-dragoman-explain": "cache" });
    const { explain } = isJsonObject(body.metadata) ? body.metadata : {};
    return isJsonObject(explain) ? explain : null;
  }

  /** The label stands for a tool. */
  classify(data: string, set: string): Promise<Reply> {
    return this.#classify(data, set, {});
  }

  teachLabel(data: string, set: string): Promise<Reply> {
    return this.#classify(data, set, { "cache-control": "no-cache" });
  }

  /**
   * Waits until the cache knows all that it was taught: embedding goes on behind the answers. `ask`: something that nobody
   * answers, so that what is known of the sets is read.
   */
  async learned(ask: () => Promise<Reply>): Promise<void> {
    await ask();
    let entries = -1;
    for (let looks = 0; looks < LOOKS_ALIKE; looks += 1) {
      await Bun.sleep(LOOK_MS);
      const now = await this.#knownAnswers();
      if (now !== entries) looks = 0;
      entries = now;
    }
  }

  async #knownAnswers(): Promise<number> {
    const metrics = await (await fetch(`${this.#url}/metrics`)).text();
    return Number(/^dragoman_cache_index_entries (\d+)/m.exec(metrics)?.[1] ?? 0);
  }

  async #classify(data: string, set: string, headers: Readonly<Record<string, string>>): Promise<Reply> {
    const { status, body, clientMs } = await this.#post("/v1/classify", { data, classification_set: set }, headers);
    const [first] = (body.classifications ?? []) as readonly { readonly label: string }[];
    if (status !== 200 || first === undefined) return { ...NOTHING, status, clientMs };
    const answer = { tool: first.label, parameters: {} };
    return { ...servedFrom(answer, body.metadata as JsonObject), answer, status, clientMs };
  }

  async #created(path: string, body: unknown): Promise<void> {
    const answer = await this.#post(path, body);
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  async #post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    const startedAt = performance.now();
    const response = await fetch(this.#url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as JsonObject;
    return { status: response.status, body: answer, clientMs: performance.now() - startedAt };
  }
}

const NOTHING = { answer: null, call: null, source: "refused" } as const;

function servedFrom(answer: Call, metadata: JsonObject): Served {
  const source = String(metadata.source);
  if (source === "model") return { call: null, source };
  const { reused } = isJsonObject(metadata.cache) ? metadata.cache : {};
  return { call: answer, source: source === "semantic_cache" && reused ? `${source} ${String(reused)}` : source };
}

function settings(oracleUrl: string, errorBound: number): string {
  const lines = [
    "[plans.measured]",
    "requests_per_minute = 1_000_000_000",
    "requests_per_month = 1_000_000_000",
    "[auth]",
    "token_lifetime_seconds = 86_400",
    "[model]",
    'provider = "openai"',
    `base_url = "${oracleUrl}"`,
    'name = "oracle"',
    // It knows the answers to what is measured, and none to what would find out what it can do.
    'mode = "schema"',
    // The oracle is to be asked about all tools: which of them a model is shown is not what is measured.
    `tools_max = ${TOOLS_SHOWN_MAX}`,
    "[cache]",
    `error_bound = ${errorBound}`,
  ];
  return `${lines.join("\n")}\n`;
}
