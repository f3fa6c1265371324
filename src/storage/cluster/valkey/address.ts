/** Where Valkey is, and whether it is who it should be. */
import { OperatorError } from "#core/errors.ts";
import { certificatesIn, hostIn, isThisMachine, masked } from "../server-address.ts";

const PLAIN_SCHEMES = ["redis:", "valkey:"];
const TLS_SCHEMES = ["rediss:", "valkeys:"];
/** What is understood of an address beside user, password, host, port and database; the two as Postgres's address has them. */
const KNOWN_OPTIONS = ["sslmode", "sslrootcert"];

export interface ValkeyAddress {
  /** For the driver: it holds the password. */
  readonly url: string;
  /** Null where what is said stays on this machine, or on a network that is nobody else's. */
  readonly tls: { readonly rejectUnauthorized: true; readonly ca?: string } | null;
}

/**
 * The parts of `rediss://user:password@host:port/database?sslrootcert=FILE`. TLS with a certificate that is verified, name and all;
 * without it, as `redis://`, only on this machine or where the address says `sslmode=disable`. Throws an
 * OperatorError (`settings`) that never has the password in it.
 */
export function valkeyAddressOf(text: string): ValkeyAddress {
  const address = parsed(text);
  const options = address.searchParams;
  const unknown = [...options.keys()].find((name) => !KNOWN_OPTIONS.includes(name));
  if (unknown !== undefined) throw refused(`the option "${unknown}" is none of ${KNOWN_OPTIONS.join(", ")}`);
  const isTls = TLS_SCHEMES.includes(address.protocol);
  const mode = options.get("sslmode") ?? (isTls || !isThisMachine(hostIn(address)) ? "verify-full" : "disable");
  if (mode !== "disable" && mode !== "verify-full")
    throw refused(`sslmode=${mode} lets anybody answer in the server's place: write disable or verify-full`);
  if (isTls && mode === "disable") throw refused("sslmode=disable is for redis://, which has no TLS");
  if (!isTls && mode === "verify-full")
    throw refused("another machine is spoken to by TLS, as rediss://; ?sslmode=disable is for a network of your own");
  const file = options.get("sslrootcert");
  const ca = file === null ? {} : { ca: certificatesIn(file, refused) };
  address.search = "";
  return { url: address.href, tls: isTls ? { rejectUnauthorized: true, ...ca } : null };
}

/** As it may be shown: without the password. */
export function shownValkeyAddress(text: string): string {
  return masked(parsed(text));
}

function parsed(text: string): URL {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (!address || ![...PLAIN_SCHEMES, ...TLS_SCHEMES].includes(address.protocol) || address.hostname === "")
    throw refused("it is none: it looks like rediss://user:password@host:6379");
  return address;
}

function refused(why: string): OperatorError {
  return new OperatorError("settings", `the address of Valkey (storage.valkey_url) cannot be used: ${why}`);
}
