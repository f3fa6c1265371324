import type { Config } from "#config";
import { secretVariable } from "#config";
import type { Source } from "#core/exchange/formats.ts";
import { misused } from "./command.ts";

export interface ListedSource {
  /** In messages: what it is that was read. */
  readonly title: string;
  readonly source: Source;
  /** What a set of it may be called after; null where the server has no name. */
  readonly fileName: string | null;
}

/** What a running MCP server lists, as a file of it would be. Throws as `listMcpTools` of the app does. */
export async function readMcpServer(where: string, config: Config): Promise<ListedSource> {
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(where)?.[1]?.toLowerCase();
  // The rest of an address may hold a secret.
  if (scheme !== undefined && !["http", "https"].includes(scheme)) {
    throw misused(`--from-mcp is an http or https address or a command, and not an address of ${scheme}`, {
      see: "import",
    });
  }
  const server = /^https?:\/\//i.test(where) ? addressIn(where) : wordsIn(where);
  const { mcp } = await import("#app");
  const { serverName, tools } = await mcp.list(server, config, secretVariable("DRAGOMAN_MCP_TOKEN"));
  return {
    title: `What ${server instanceof URL ? server.host : server[0]} lists`,
    source: { kind: "document", document: { tools } },
    fileName: serverName === "" ? null : serverName,
  };
}

function addressIn(where: string): URL {
  if (URL.canParse(where)) return new URL(where);
  throw misused(`--from-mcp is an address or a command, and "${where}" is no address`, { see: "import" });
}

/**
 * A command as it is typed, in words: what stands in quotes is one of them. No shell reads it, so nothing in it is replaced, and
 * nothing but the program is started.
 */
export function wordsIn(command: string): readonly [program: string, ...args: string[]] {
  const words = [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, one = "", other = "") => one + other),
  );
  const [program, ...args] = words;
  const quotes = command.replace(/"[^"]*"|'[^']*'/g, "");
  if (program === undefined || program === "" || /["']/.test(quotes)) {
    throw misused("--from-mcp is an address, or a command whose quotes are closed", { see: "import" });
  }
  return [program, ...args];
}
