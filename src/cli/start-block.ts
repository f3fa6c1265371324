/** What a server says of itself when it starts. */
import type { App } from "#app";
import type { Config } from "#config";
import { VERSION } from "./version.ts";

export interface StartFacts {
  readonly address: string;
  readonly dataFolder: string;
  readonly model: string;
  readonly vectorSearch: App["neighbours"];
  /** Hosts that may be contacted, as `hostsOf` gives them. */
  readonly hosts: readonly string[];
  /** At the very first start; null later. */
  readonly adminToken: string | null;
}

/** What is to be found where. A test asks each of them. */
const ADDRESSES: readonly (readonly [path: string, what: string])[] = [
  ["/v1", "the API"],
  ["/openapi.json", "its description"],
  ["/docs", "the same, to read"],
  ["/livez, /readyz", "health"],
  ["/metrics", "figures for Prometheus"],
];

const SEARCH = {
  hnsw: "hnsw",
  exact: "exact (slower for more than 10,000 examples: the native hnsw library is not in use)",
} as const;

/** For people: addresses as a tree, then one fact a line. */
export function startBlock({ address, dataFolder, model, vectorSearch, hosts, adminToken }: StartFacts): string {
  const tree = ADDRESSES.map(([path, what], index) => {
    const branch = index === ADDRESSES.length - 1 ? "└─" : "├─";
    return `    ${branch} ${path.padEnd(16)} ${what}`;
  });
  const facts = [
    ["data folder", dataFolder],
    ["model", model],
    ["vector search", SEARCH[vectorSearch]],
    ["network", networkLine(hosts)],
  ];
  const token = [
    `  ${"admin token".padEnd(14)} ${adminToken}`,
    `  ${"".padEnd(14)} (shown only now: keep it; "dragoman admin-token reset" makes another)`,
  ];
  const lines = [
    `dragoman ${VERSION}`,
    `  ${address}`,
    ...tree,
    ...facts.map(([name = "", fact]) => `  ${name.padEnd(14)} ${fact}`),
    ...(adminToken === null ? [] : token),
  ];
  return `${lines.join("\n")}\n`;
}

/** For programs: the same facts. The admin token stands here and in no other line. */
export function startFields({ address, dataFolder, model, vectorSearch, hosts, adminToken }: StartFacts): object {
  return {
    version: VERSION,
    address,
    data_dir: dataFolder,
    model,
    vector_search: vectorSearch,
    network: networkLine(hosts),
    ...(adminToken !== null && { admin_token: adminToken }),
  };
}

function networkLine(hosts: readonly string[]): string {
  return hosts.length === 0 ? "none" : hosts.join(", ");
}

/** The hosts that the settings let the server contact: those of the models that it may ask, and those named beside them. */
export function hostsOf({ model, backends, network }: Pick<Config, "model" | "backends" | "network">): string[] {
  const others = model.fallbacks.flatMap((name) => backends[name] ?? []);
  const hosts = [model, ...others].flatMap(({ provider, baseUrl }) => {
    if (provider === "embedded") return [];
    // A server of our own starting listens on this machine, wherever `base_url` points.
    return provider === "llama-server" ? ["127.0.0.1"] : [new URL(baseUrl).hostname];
  });
  return [...new Set([...hosts, ...network.allow])];
}
