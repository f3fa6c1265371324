/** What a server says of itself when it starts. */
import type { App } from "#app";
import { type Config, selectableBackends } from "#config";
import { VERSION } from "./version.ts";

type PathEntry = readonly [path: string, what: string];

export interface StartFacts {
  readonly address: string;
  /** Of health, metrics and the reference: the same where they are beside the API. */
  readonly operationsAddress: string;
  readonly dataFolder: string;
  readonly model: string;
  readonly vectorSearch: App["neighbours"];
  /** Hosts that may be contacted, as `hostsOf` gives them. */
  readonly hosts: readonly string[];
  /** At the very first start; null later. */
  readonly adminToken: string | null;
  /** With the token: a one-time link to the admin page. */
  readonly adminLink: string | null;
}

/** What is to be found where. A test asks each of them. */
const API: readonly PathEntry[] = [
  ["/v1", "the API"],
  ["/admin", "the admin page"],
];
const OPERATIONS: readonly PathEntry[] = [
  ["/openapi.json", "its description"],
  ["/docs", "documentation, with search"],
  ["/livez, /readyz", "health"],
  ["/metrics", "figures for Prometheus"],
];

const SEARCH = {
  hnsw: "hnsw",
  exact: "exact (slower for more than 10,000 examples: the native hnsw library is not in use)",
} as const;

/** For people: addresses as a tree, then one fact a line. */
export function startBlock(started: StartFacts): string {
  const { address, operationsAddress, dataFolder, model, vectorSearch, hosts, adminToken, adminLink } = started;
  const isApart = operationsAddress !== address;
  const trees = isApart
    ? [...tree(address, API), ...tree(operationsAddress, OPERATIONS)]
    : tree(address, [...API, ...OPERATIONS]);
  const facts = [
    ["data folder", dataFolder],
    ["model", model],
    ["vector search", SEARCH[vectorSearch]],
    ["network", networkLine(hosts)],
  ];
  const token = [
    `  ${"admin token".padEnd(14)} ${adminToken}`,
    `  ${"".padEnd(14)} (shown only now: keep it; "dragoman admin-token reset" makes another)`,
    `  ${"admin page".padEnd(14)} ${adminLink}`,
    `  ${"".padEnd(14)} (opens once, for 30 minutes; "dragoman admin-link" prints another)`,
  ];
  const lines = [
    `dragoman ${VERSION}`,
    ...trees,
    ...facts.map(([name = "", fact]) => `  ${name.padEnd(14)} ${fact}`),
    ...(adminToken === null ? [] : token),
  ];
  return `${lines.join("\n")}\n`;
}

function tree(address: string, entries: readonly PathEntry[]): readonly string[] {
  const branches = entries.map(([path, what], index) => {
    const branch = index === entries.length - 1 ? "└─" : "├─";
    return `    ${branch} ${path.padEnd(16)} ${what}`;
  });
  return [`  ${address}`, ...branches];
}

/** For programs: the same facts. The admin token stands here and in no other line. */
export function startFields(started: StartFacts): object {
  const { address, operationsAddress, dataFolder, model, vectorSearch, hosts, adminToken, adminLink } = started;
  return {
    version: VERSION,
    address,
    ...(operationsAddress !== address && { operations_address: operationsAddress }),
    data_dir: dataFolder,
    model,
    vector_search: vectorSearch,
    network: networkLine(hosts),
    ...(adminToken !== null && { admin_token: adminToken }),
    ...(adminLink !== null && { admin_link: adminLink }),
  };
}

export function networkLine(hosts: readonly string[]): string {
  return hosts.length === 0 ? "none" : hosts.join(", ");
}

/**
 * The hosts that the settings let the server contact: those of the models that it may ask, its own collector of traces and
 * metrics, and those named beside them.
 */
export function hostsOf(config: Pick<Config, "backends" | "model" | "network" | "telemetry">): readonly string[] {
  const { model, backends, network, telemetry } = config;
  const others = [...model.fallbacks, ...selectableBackends(config)].flatMap((name) => backends[name] ?? []);
  const hosts = [model, ...others].flatMap(({ provider, baseUrl }) => {
    if (provider === "embedded" || provider === "gguf") return [];
    // A server of our own starting listens on this machine, wherever `base_url` points.
    return provider === "llama-server" ? ["127.0.0.1"] : [new URL(baseUrl).hostname];
  });
  const { otlpEndpoint } = telemetry;
  const collector = otlpEndpoint === "" ? [] : [new URL(otlpEndpoint).hostname];
  return [...new Set([...hosts, ...collector, ...network.allow])];
}
