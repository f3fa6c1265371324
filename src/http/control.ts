import { chmodSync } from "node:fs";
import { AppError } from "#core/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import type { Log } from "#core/log.ts";
import { readJson } from "./body.ts";
import { errorObjectOf, logLineOf, toAppError } from "./errors.ts";

export interface ControlSocketOptions {
  /** Of the socket. Whoever can open it is the operator: mode 0600. */
  readonly path: string;
  /** Runs one of the operator's commands. An AppError reaches the caller with its words. */
  readonly run: (command: string, args: JsonObject) => Promise<JsonValue>;
  readonly log: Log;
}

export interface ControlSocket {
  /** Stops listening and removes the socket. */
  close(): void;
}

/** No command has more to say than a file to import. */
const BODY_BYTES_MAX = 16 * 1024 * 1024;
/** Nobody but the owner may read, write or connect. */
const OWNER_ONLY = 0o600;

/**
 * The operator's way to a running server: HTTP over a Unix socket. `GET /ping` gives `{ok: true}`; `POST /command`
 * takes `{command, args?}` and gives `{result}`, or `{error: {code, message, details?}}` with the error's status.
 * A socket that is there already is replaced: who opens this one holds the folder's lock, so no server is behind it.
 */
export async function openControlSocket({ path, run, log }: ControlSocketOptions): Promise<ControlSocket> {
  // Where there is none to remove, nothing is wrong; where it cannot be removed, listening says why.
  await Bun.file(path)
    .delete()
    .catch(() => {});
  const server = listenPrivately(path, async (request, server) => {
    // A backup takes as long as it takes.
    server.timeout(request, 0);
    try {
      return await answer(request, run);
    } catch (failure) {
      const error = toAppError(failure);
      const line = logLineOf(error);
      if (line !== null) log(`control socket: ${line}`, { level: "error" });
      const { error: code, message, code: status, details } = errorObjectOf(error);
      return Response.json({ error: { code, message, ...(details && { details }) } }, { status });
    }
  });
  return {
    close() {
      void server.stop(true);
    },
  };
}

async function answer(request: Request, run: ControlSocketOptions["run"]): Promise<Response> {
  const route = `${request.method} ${new URL(request.url).pathname}`;
  if (route === "GET /ping") return Response.json({ ok: true });
  if (route !== "POST /command") throw new AppError("not_found", `the control socket has no ${route}`);
  const body = await readJson(request, BODY_BYTES_MAX);
  if (!isJsonObject(body) || typeof body.command !== "string")
    throw new AppError("bad_request", "missing field: `command`");
  const { command, args = {} } = body;
  if (!isJsonObject(args)) throw new AppError("bad_request", "`args` must be an object");
  return Response.json({ result: await run(command, args) });
}

/**
 * The folder of the socket is its owner's alone, so nobody gets in before the mode is set. A umask would do it at once, but
 * that is the whole process's: folders made by other threads in that moment would come out unusable.
 */
function listenPrivately(
  path: string,
  fetch: (request: Request, server: Bun.Server<undefined>) => Promise<Response>,
): Bun.Server<undefined> {
  const server = Bun.serve({ unix: path, fetch });
  chmodSync(path, OWNER_ONLY);
  return server;
}
