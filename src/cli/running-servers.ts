/** Which servers of this user run on this machine, and on which folders. */
import { readFileSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { controlSocketPath } from "#config";
import { isJsonObject } from "#core/json.ts";

export interface RunningServer {
  readonly dataDir: string;
  /** Of its API, as in `http://127.0.0.1:8420`. */
  readonly address: string;
  /** Where its health and metrics are; one of a version before does not tell, and mostly has them beside the API. */
  readonly operationsAddress: string;
}

/** Where Linux lists the sockets of the network that this process sees. Other systems have no such list: nobody is found there. */
const UNIX_SOCKETS = "/proc/net/unix";
/** Nobody runs more; what is beyond is not asked. */
const SERVERS_ASKED_MAX = 16;
/** A server that is busy for longer is not waited for: a command only wants to name it. */
const PING_MS_MAX = 1_000;

/**
 * Those that answer on their control sockets. The list is the kernel's own, so a server that ended is never on it, and nothing has
 * to be written anywhere for it.
 */
export async function runningServers(): Promise<readonly RunningServer[]> {
  const asked = await Promise.all(ownControlSockets().slice(0, SERVERS_ASKED_MAX).map(serverBehind));
  return asked.filter((server) => server !== null);
}

function ownControlSockets(): readonly string[] {
  const name = basename(controlSocketPath("/"));
  const paths = socketList().flatMap((line) => /(\/.*)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)].filter((path) => basename(path) === name && isOwn(path));
}

function socketList(): readonly string[] {
  try {
    return readFileSync(UNIX_SOCKETS, "utf8").split("\n");
  } catch {
    // No Linux, or no /proc in a container.
    return [];
  }
}

function isOwn(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

/** The server that listens on this control socket; null where none answers. */
export async function serverBehind(socket: string): Promise<RunningServer | null> {
  try {
    const signal = AbortSignal.timeout(PING_MS_MAX);
    const answer: unknown = await (await fetch("http://localhost/ping", { unix: socket, signal })).json();
    const { ok, address, operations_address: operationsAddress = address } = isJsonObject(answer) ? answer : {};
    const isServer = ok === true && typeof address === "string" && typeof operationsAddress === "string";
    return isServer ? { dataDir: dirname(socket), address, operationsAddress } : null;
  } catch {
    // It went away, is no server of ours, or one of a version that does not tell its address.
    return null;
  }
}
