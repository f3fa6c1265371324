/** The tools that a running server of the Model Context Protocol lists. They are listed, and never called. */
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { messageOf, OperatorError } from "#core/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";

/** Where the server is: at an address, or a program that is started and speaks over its standard streams. */
export type McpServerPlace =
  | {
      readonly kind: "url";
      readonly url: URL;
      /** The only way there: what may not be contacted, it does not contact. */
      readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
    }
  | { readonly kind: "command"; readonly program: string; readonly arguments: readonly string[] };

export interface ListedTools {
  /** As the server calls itself; "" where it has no name. */
  readonly serverName: string;
  /** As they came: nothing of them is believed yet. */
  readonly tools: readonly JsonValue[];
}

/** Everything together, from the start of a program to its last page. */
export const LISTING_MS_MAX = 60_000;
/** How long a program may take to say which revision it speaks. One that says nothing is taken for an older one. */
const PROBE_MS_MAX = 15_000;
/** As many as an app may have; a server that lists more lists them for nobody. */
const TOOLS_MAX = 20_000;
/** Of all pages together, as JSON in UTF-16 units: a thousand large tools. */
const TOOLS_UNITS_MAX = 32 * 1024 * 1024;
const PAGES_MAX = 1_000;
/** One message of a program that is started, and one answer of a server at an address. */
export const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

/** Whatever comes: the SDK would refuse a whole page for one tool that is wrong, in words about its own types. */
const ANYTHING = {
  "~standard": { version: 1, vendor: "dragoman", validate: (value: unknown) => ({ value }) },
} as const;

/**
 * Throws an OperatorError when the server cannot be reached or started, does not answer in time, or answers with what is no list of
 * tools, or with too many. A program that was started has ended when this is over.
 * @param msMax for everything together, in milliseconds.
 */
export async function listedTools(place: McpServerPlace, version: string, msMax: number): Promise<ListedTools> {
  const signal = AbortSignal.timeout(msMax);
  const options = { signal, timeout: msMax };
  let client: Client | null = null;
  try {
    client = await connected(place, version, options);
    const tools = await everyPage(client, options);
    return { serverName: client.getServerVersion()?.name ?? "", tools };
  } catch (failure) {
    if (failure instanceof OperatorError) throw failure;
    const said = messageOf(endOf(client?.transport) ?? failure);
    const why = signal.aborted ? `it has not answered within ${msMax / 1_000} s` : said;
    throw new OperatorError("failed", `the MCP server ${placeCalled(place)} did not list its tools: ${why}`, failure);
  } finally {
    await client?.close().catch(() => {});
  }
}

/** `timeout` in milliseconds, for each request; the signal ends all of them together. */
interface Waiting {
  readonly signal: AbortSignal;
  readonly timeout: number;
}

/**
 * Whoever does not know the newer revision says so, or says nothing, and is asked in the older one. Some older programs end when they
 * are asked anything before the handshake: these are started once more, and shake hands first.
 */
async function connected(place: McpServerPlace, version: string, waiting: Waiting): Promise<Client> {
  try {
    return await opened(place, version, waiting, "auto");
  } catch (failure) {
    if (place.kind === "url" || waiting.signal.aborted) throw failure;
    return opened(place, version, waiting, "legacy");
  }
}

async function opened(
  place: McpServerPlace,
  version: string,
  waiting: Waiting,
  mode: "auto" | "legacy",
): Promise<Client> {
  const probe = { timeoutMs: Math.min(PROBE_MS_MAX, waiting.timeout / 4) };
  const negotiation = place.kind === "url" ? { mode } : { mode, probe };
  const client = new Client({ name: "dragoman", version }, { versionNegotiation: negotiation });
  const transport = transportTo(place);
  try {
    await client.connect(transport, waiting);
    return client;
  } catch (failure) {
    const end = endOf(transport);
    await client.close().catch(() => {});
    throw end ?? failure;
  }
}

/** Of what a program writes to its standard error, the end of that: the last line says why it ended. In UTF-16 units. */
const LAST_WORDS_UNITS_MAX = 500;

/** The SDK asks which revision its own transport speaks of a second process that it starts for that; one of another class it asks itself. */
class ProgramTransport extends StdioClientTransport {
  #written = "";
  #hasStarted = false;
  /** Of itself, after it was started. */
  hasEnded = false;

  constructor(command: string, args: readonly string[]) {
    // Of our environment it gets what any program needs, and none of the secrets.
    super({ command, args: [...args], stderr: "pipe", maxBufferSize: MESSAGE_BYTES_MAX });
    this.stderr?.on("data", (piece) => {
      this.#written = (this.#written + String(piece)).slice(-LAST_WORDS_UNITS_MAX);
    });
    this.onclose = () => {
      this.hasEnded = this.#hasStarted;
    };
  }

  override async start(): Promise<void> {
    await super.start();
    this.#hasStarted = true;
  }

  /** "" where it wrote nothing. */
  get lastWords(): string {
    return this.#written.trim().split("\n").at(-1) ?? "";
  }
}

/** What is said in the place of "Connection closed" where a program has ended by itself; null for all else. */
function endOf(transport: Transport | undefined): Error | null {
  if (!(transport instanceof ProgramTransport && transport.hasEnded)) return null;
  const words = transport.lastWords === "" ? "without a word" : `and said last ${JSON.stringify(transport.lastWords)}`;
  return new Error(`it ended before it had answered, ${words}: is it a server that speaks over its standard streams?`);
}

function transportTo(place: McpServerPlace): Transport {
  if (place.kind === "url") {
    const { url, fetch } = place;
    return new StreamableHTTPClientTransport(url, { fetch, requestInit: { redirect: "manual" } });
  }
  return new ProgramTransport(place.program, place.arguments);
}

async function everyPage(client: Client, options: Waiting): Promise<readonly JsonValue[]> {
  const tools: JsonValue[] = [];
  const seen = new Set<string>();
  let units = 0;
  for (let cursor: string | undefined; ; ) {
    const params = cursor === undefined ? {} : { cursor };
    const page = pageIn(await client.request({ method: "tools/list", params }, ANYTHING, options));
    tools.push(...page.tools);
    units += JSON.stringify(page.tools).length;
    if (tools.length > TOOLS_MAX) throw new Error(`it lists more than ${TOOLS_MAX} tools`);
    if (units > TOOLS_UNITS_MAX) throw new Error(`its list has more than ${TOOLS_UNITS_MAX} characters`);
    if (page.next === undefined) return tools;
    // It would go round for ever.
    if (seen.has(page.next)) throw new Error("its list comes back to a page that it had before");
    seen.add(page.next);
    if (seen.size >= PAGES_MAX) throw new Error(`its list has more than ${PAGES_MAX} pages`);
    cursor = page.next;
  }
}

function pageIn(result: unknown): { readonly tools: readonly JsonValue[]; readonly next: string | undefined } {
  const { tools, nextCursor }: JsonObject = isJsonObject(result) ? result : {};
  if (!Array.isArray(tools)) throw new Error("its answer to `tools/list` has no list of tools");
  return { tools, next: typeof nextCursor === "string" && nextCursor !== "" ? nextCursor : undefined };
}

/** Of an address the host: the rest may hold a secret. */
function placeCalled(place: McpServerPlace): string {
  return place.kind === "url" ? `at ${place.url.host}` : `"${place.program}"`;
}
