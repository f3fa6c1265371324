import { controlSocketPath } from "#config";
import { AppError, type ErrorCode, type ErrorDetails } from "#core/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { Failure } from "./command.ts";

export type Reached = { readonly reached: true; readonly result: JsonValue } | { readonly reached: false };

/**
 * Has the server that runs on this folder do a command. `reached: false` when none listens, and then nothing was done.
 * Throws the command's own AppError, and a Failure when the server went away before it answered.
 */
export async function throughSocket(dataDir: string, command: string, args: JsonObject): Promise<Reached> {
  const answer = await ask(controlSocketPath(dataDir), { command, args });
  if (answer === null) return { reached: false };
  if (!isJsonObject(answer)) throw new Failure("the running server did not answer as a server of this version does");
  if (answer.result !== undefined) return { reached: true, result: answer.result };
  const { code, message, details } = isJsonObject(answer.error) ? answer.error : {};
  const words = typeof message === "string" ? message : "the running server failed without a word";
  const withDetails = isJsonObject(details) ? { details: details as ErrorDetails } : {};
  throw new AppError((typeof code === "string" ? code : "internal_error") as ErrorCode, words, withDetails);
}

async function ask(socket: string, body: JsonObject): Promise<unknown> {
  try {
    const response = await fetch("http://localhost/command", {
      unix: socket,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      // A command may work for many minutes, and is waited for.
      timeout: false,
    });
    return await response.json();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    // No socket, or one that a killed server left behind.
    if (code === "ENOENT" || code === "ECONNREFUSED" || code === "ENOTDIR") return null;
    if (code === "EACCES" || code === "EPERM") {
      throw new Failure(
        `${socket} cannot be opened (${code}): run the command as the user that runs the server`,
        cause,
      );
    }
    throw new Failure(
      `the server stopped before it answered (${code ?? cause}): look whether the command took effect before you repeat it`,
      cause,
    );
  }
}
