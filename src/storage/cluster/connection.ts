/** Where Postgres is, and whether it is who it should be. */
import type { ClientConfig } from "pg";
import { OperatorError } from "#core/errors.ts";
import { eachHostOf, withHostsOf } from "#core/hosts-of-address.ts";
import { certificatesIn, hostIn, isThisMachine, masked } from "./server-address.ts";

const TLS_MODES = ["disable", "verify-full"] as const;
type TlsMode = (typeof TLS_MODES)[number];

/** What is understood of an address beside user, password, host, port and database. */
const KNOWN_OPTIONS = ["sslmode", "sslrootcert", "host", "target_session_attrs"];

/** Where the address of nodes stands, and that of the owner of the tables. */
export const NODE_ADDRESS = "storage.postgres_url";
export const OWNER_ADDRESS = "DRAGOMAN_POSTGRES_OWNER_URL";

/** One server, and how to log in there. */
export type ServerAddress = Readonly<
  Required<Pick<ClientConfig, "database" | "host" | "password" | "port" | "ssl" | "user">>
>;

/**
 * The servers of `postgres://user:password@host:port,host:port/database?sslmode=verify-full&sslrootcert=FILE`, in their order. TLS with a
 * certificate that is verified, name and all, unless the address says `sslmode=disable`, or the host is this machine and nothing is said of
 * certificates: the modes in between, that encrypt for whoever answers, are refused. `host=/run/postgresql` names a folder with the server's socket, in the place of the other
 * host. `target_session_attrs=read-write` may stand there, as for other clients of Postgres: a node wants nothing else.
 * Throws an OperatorError (`settings`) that names `where`, in which the address stands, and never has the password in it.
 */
export function serversOf(url: string, where = NODE_ADDRESS): readonly ServerAddress[] {
  return eachHostOf(url).map((one) => serverOf(one, where));
}

function serverOf(url: string, where: string): ServerAddress {
  const address = parsed(url, where);
  const refused = (why: string) => refusedIn(where, why);
  const unknown = [...address.searchParams.keys()].find((name) => !KNOWN_OPTIONS.includes(name));
  if (unknown !== undefined) {
    throw refused(`the option "${unknown}" is none of ${KNOWN_OPTIONS.join(", ")}`);
  }
  // The driver would take that of the environment, and another server's with it.
  if (address.username === "")
    throw refused("a user is missing: it stands before the host, as in postgres://me@host/d");
  const decoded = (part: string, called: string) => decodedPart(part, called, refused);
  const database = decoded(address.pathname.slice(1), "database");
  if (database === "")
    throw refused("a database is missing: it stands behind the host, as in postgres://host/dragoman");
  const wanted = address.searchParams.get("target_session_attrs") ?? "read-write";
  if (wanted !== "read-write") {
    throw refused(`target_session_attrs=${wanted} may be a server that only reads: write read-write, or leave it out`);
  }
  const host = address.searchParams.get("host") ?? hostIn(address);
  const isHere = host.startsWith("/") || isThisMachine(host);
  return {
    user: decoded(address.username, "user"),
    password: decoded(address.password, "password"),
    host,
    port: Number(address.port || 5432),
    database,
    // Who names an authority for a server of this machine wants it asked for its certificate, too.
    ssl: tlsOf(
      address.searchParams,
      isHere && !address.searchParams.has("sslrootcert") ? "disable" : "verify-full",
      refused,
    ),
  };
}

/** A password is often written as it is. Its own words stand in no message. */
function decodedPart(part: string, called: string, refused: Refused): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refused(`the ${called} has a "%" that begins no percent-encoding: write %25 for the sign itself`);
  }
}

/** As it may be shown: without the password. */
export function shownAddress(url: string, where = NODE_ADDRESS): string {
  return withHostsOf(url, masked(parsed(eachHostOf(url)[0] ?? url, where)));
}

function parsed(url: string, where: string): URL {
  let address: URL | null = null;
  try {
    address = new URL(url);
  } catch {
    // Its message would show the password.
  }
  if (!address || !["postgres:", "postgresql:"].includes(address.protocol)) {
    throw refusedIn(
      where,
      "it is none: it looks like postgres://user:password@host:5432/dragoman, and signs like # / ? @ in a password are percent-encoded (# is %23)",
    );
  }
  return address;
}

function tlsOf(options: URLSearchParams, byDefault: TlsMode, refused: Refused): NonNullable<ClientConfig["ssl"]> {
  const mode = options.get("sslmode") ?? byDefault;
  if (mode === "disable") return false;
  if (mode !== "verify-full") {
    throw refused(`sslmode=${mode} lets anybody answer in the server's place: write ${TLS_MODES.join(" or ")}`);
  }
  const file = options.get("sslrootcert");
  return { rejectUnauthorized: true, ...(file === null ? {} : { ca: certificatesIn(file, refused) }) };
}

type Refused = (why: string) => OperatorError;

function refusedIn(where: string, why: string): OperatorError {
  return new OperatorError("settings", `the address of Postgres (${where}) cannot be used: ${why}`);
}
