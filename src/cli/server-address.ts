import { Failure, misused } from "./command.ts";

/** The server that `--server` names. Throws a Misuse for what is no address of one. `see`: the command that takes it. */
export function serverAddressIn(address: string, see: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw misused(`--server is an address such as https://dragoman.example, and "${address}" is none`, { see });
}

/** What a request to the server rejects with, as a Failure. */
export function unreachable(host: string) {
  return (cause: unknown): never => {
    const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    throw new Failure(`the server at ${host} cannot be reached${code}: is it running?`, cause);
  };
}
