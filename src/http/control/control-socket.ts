import { chmodSync, rmSync } from "node:fs";
import type { Server as CommandServer, IncomingMessage } from "node:http";
import { createServer as createListener, type Server as Listener, type Socket } from "node:net";
import { AppError, messageOf, messageWithCause } from "#core/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import type { Log } from "#core/log.ts";
import { errorObjectOf, logLineOf, toAppError } from "../errors.ts";
import { readJson } from "../request/body.ts";
import { openPeerUsers, type PeerUserOf } from "./peer-user.ts";

export interface ControlSocketOptions {
  /** Of the socket, which gets mode 0600. */
  readonly path: string;
  /** Of the API: told to whoever asks whether a server is here. */
  readonly address: string;
  /** Of health and metrics; the same where they are beside the API. */
  readonly operationsAddress: string;
  /** Runs one of the operator's commands for that user of the system. An AppError reaches the caller with its words. */
  readonly run: (command: string, args: JsonObject, user: number) => Promise<JsonValue>;
  readonly log: Log;
}

export interface ControlSocket {
  /** Stops listening and removes the socket. */
  close(): void;
}

/** No command has more to say than a file to import. */
const BODY_LIMITS = { bytesMax: 16 * 1024 * 1024, msMax: 30_000 };
/** Nobody but the owner may read, write or connect. */
const OWNER_ONLY = 0o600;
const ROOT_USER = 0;
/** What no descriptor is. */
const NO_DESCRIPTOR = -1;
const UNKNOWN_PEER = "this system does not tell the server who asks";

/**
 * The operator's way to a running server: HTTP over a Unix socket, for the user that runs the server and for root alone.
 * `GET /ping` gives `{ok: true, address, operations_address}`; `POST /command` takes `{command, args?}` and gives `{result}`, or
 * `{error: {code, message, details?}}` with the error's status.
 * A socket that is there already is replaced: who opens this one holds the folder's lock, so no server is behind it.
 */
export async function openControlSocket({
  path,
  run,
  log,
  ...addresses
}: ControlSocketOptions): Promise<ControlSocket> {
  rmSync(path, { force: true });
  const admit = await openGate(log);
  let opening: Promise<CommandServer> | null = null;
  const commandServer = () => (opening ??= openCommandServer({ ...addresses, admit, run, log }));
  // Bun's own server does not tell the descriptors of its connections, which the kernel has to be asked about; `node:net` does.
  const open = new Set<Socket>();
  const listener = createListener((connection) => {
    open.add(connection);
    connection.on("close", () => open.delete(connection));
    // Whoever goes away in the middle of a command has no answer, and nobody else is concerned.
    connection.on("error", () => connection.destroy());
    void commandServer().then((http) => http.emit("connection", connection));
  });
  await listenPrivately(listener, path);
  return {
    close() {
      listener.close();
      for (const connection of open) connection.destroy();
      rmSync(path, { force: true });
    },
  };
}

interface ControlContext extends Omit<ControlSocketOptions, "path"> {
  readonly admit: (connection: Socket) => number;
}

/** Speaks HTTP on connections that it is given. Its module is loaded for the first of them: no start waits for it. */
async function openCommandServer(context: ControlContext): Promise<CommandServer> {
  const { createServer } = await import("node:http");
  return createServer(async (incoming, response) => {
    const { status, body } = await answered(incoming, context);
    // A connection carries one command: whoever is refused in the middle of a body has no more to say.
    response.writeHead(status, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify(body));
  });
}

async function answered(
  incoming: IncomingMessage,
  { admit, run, log, ...addresses }: ControlContext,
): Promise<{ status: number; body: object }> {
  try {
    const user = admit(incoming.socket);
    return { status: 200, body: await answer(incoming, addresses, (command, args) => run(command, args, user)) };
  } catch (failure) {
    const error = toAppError(failure);
    const line = logLineOf(error);
    if (line !== null) log(`control socket: ${line}`, { level: "error" });
    const { error: code, message, code: status, details } = errorObjectOf(error);
    // Whoever may command this server may hear why its storage cannot do it.
    const told = code === "service_unavailable" ? messageWithCause(error) : message;
    return { status, body: { error: { code, message: told, ...(details && { details }) } } };
  }
}

async function answer(
  incoming: IncomingMessage,
  { address, operationsAddress }: Pick<ControlSocketOptions, "address" | "operationsAddress">,
  run: (command: string, args: JsonObject) => Promise<JsonValue>,
): Promise<object> {
  const route = `${incoming.method} ${incoming.url}`;
  if (route === "GET /ping") return { ok: true, address, operations_address: operationsAddress };
  if (route !== "POST /command") throw new AppError("not_found", `the control socket has no ${route}`);
  const headers = new Headers(incoming.headers as Record<string, string>);
  const body = await readJson({ headers, body: incoming }, BODY_LIMITS);
  if (!isJsonObject(body) || typeof body.command !== "string")
    throw new AppError("bad_request", "missing field: `command`");
  const { command, args = {} } = body;
  if (!isJsonObject(args)) throw new AppError("bad_request", "`args` must be an object");
  return { result: await run(command, args) };
}

/** The user at the other end. Throws `forbidden` for a connection of anybody but the user that runs this process, and root. */
async function openGate(log: Log): Promise<ControlContext["admit"]> {
  const own = process.geteuid?.();
  const peerUserOf = await openPeerUsers().catch((failure: unknown): PeerUserOf => {
    const reason = messageOf(failure);
    log(`control socket: commands are refused while the server runs: ${UNKNOWN_PEER} (${reason})`, { level: "warn" });
    return () => {
      throw new Error(reason);
    };
  });
  return (connection) => {
    const peer = peerOf(connection, peerUserOf);
    if (peer === own || peer === ROOT_USER) return peer;
    log(`control socket: user ${peer} was refused`, { level: "warn" });
    throw new AppError(
      "forbidden",
      `user ${peer} may not command this server, which runs as user ${own}: run the command as that user (sudo -u '#${own}' dragoman ...) or as root`,
    );
  };
}

function peerOf(connection: Socket, peerUserOf: PeerUserOf): number {
  try {
    return peerUserOf(descriptorOf(connection));
  } catch (failure) {
    const reason = messageOf(failure);
    throw new AppError(
      "forbidden",
      `${UNKNOWN_PEER} (${reason}): stop the server, and run the command on the folder itself`,
    );
  }
}

function descriptorOf(connection: Socket): number {
  // Not in the types: the handle is the runtime's own, in Node as in Bun.
  const handle: unknown = "_handle" in connection ? connection._handle : null;
  const isOpen = typeof handle === "object" && handle !== null && "fd" in handle;
  return isOpen && typeof handle.fd === "number" ? handle.fd : NO_DESCRIPTOR;
}

/**
 * The folder of the socket is its owner's alone, so nobody gets in before the mode is set. A umask would do it at once, but
 * that is the whole process's: folders made by other threads in that moment would come out unusable.
 */
async function listenPrivately(listener: Listener, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(path, resolve);
  });
  chmodSync(path, OWNER_ONLY);
}
