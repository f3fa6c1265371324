/** What an operator can do about a failure of the engine. */
import { DatabaseError } from "pg";
import { NODE_ADDRESS } from "./connection.ts";
import { isConnectionLost } from "./engine-failures.ts";
import { OnlyReads } from "./servers.ts";

/** The same words again at most so often: every request of a busy node fails alike. */
const AGAIN_AFTER_MS = 60_000;

/** By SQLSTATE; of an address that stands in `where`. https://www.postgresql.org/docs/15/errcodes-appendix.html */
const ADVICE: Readonly<Record<string, (where: string) => string>> = {
  "25006": (where) => `it only reads: promote it, or name the server that takes changes in ${where}`,
  "28000": (where) => `it does not let that role in from here: see pg_hba.conf there, and ${where}`,
  "28P01": (where) => `it has no such role, or another password for it: see ${where}`,
  "3D000": (where) => `make it with CREATE DATABASE, or see ${where}`,
  "42501": (where) => `this takes the role that owns the database: see ${where}`,
  "42704": () => "make it first, with CREATE ROLE … LOGIN PASSWORD …",
  "53100": () => "there is no room left on its disk: make room there, and nodes go on by themselves",
  "53300": () => "it takes no more connections: raise max_connections there, or lower storage.postgres_connections_max",
  "55P03": () => "a lock was waited for too long: pg_stat_activity there shows which session holds it",
  "57014": () => "a statement took longer than storage.postgres_statement_ms_max: look at the load there",
};

const UNKNOWN_AUTHORITY = (where: string) =>
  `its certificate is of an authority that is not known here: name that with ?sslrootcert=FILE in ${where}`;
const NOT_REACHED = (where: string) =>
  `it is not reached from here: see listen_addresses there, what is between, and ${where}`;

/** By `error.code` of what the system and TLS say of connections. */
const CONNECTING: Readonly<Record<string, (where: string) => string>> = {
  ECONNREFUSED: (where) => `nobody listens there: start it, or see ${where}`,
  ENOENT: (where) => `there is no such socket: start it, or see ${where}`,
  ENOTFOUND: (where) => `the name of the host is not known here: see ${where}`,
  EAI_AGAIN: (where) => `the name of the host cannot be looked up at the moment: see ${where}`,
  ETIMEDOUT: NOT_REACHED,
  EHOSTUNREACH: NOT_REACHED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  ERR_TLS_CERT_ALTNAME_INVALID: (where) => `name it as its certificate does in ${where}`,
  CERT_HAS_EXPIRED: () => "renew its certificate",
};

/** By words of the driver, which have no code. */
const SAID_BY_DRIVER: readonly (readonly [RegExp, (where: string) => string])[] = [
  [/client password must be/, (where) => `it wants a password, and there is none in ${where}`],
  [
    /does not support SSL/,
    (where) =>
      `it has no TLS: turn ssl on there, or write ?sslmode=disable in ${where} where nobody else is on the network`,
  ],
  [/timeout expired/, NOT_REACHED],
];

/** Where an address stands that could not be used, and what to do; null where there is nothing to be said. */
export function adviceOn(failure: unknown, where: string): string | null {
  const code = codeOf(failure);
  const known = code === undefined ? undefined : (ADVICE[code] ?? CONNECTING[code]);
  if (known) return known(where);
  if (!(failure instanceof Error)) return null;
  return SAID_BY_DRIVER.find(([words]) => words.test(failure.message))?.[1](where) ?? null;
}

/** The engine's words, and what to do about them where that is known. */
export function withAdvice(failure: unknown, where: string): string {
  const said = failure instanceof Error ? failure.message : String(failure);
  const advice = adviceOn(failure, where);
  // TLS ends a list of names that is empty in a colon.
  return advice === null ? said : `${said.replace(/[:\s]+$/, "")}: ${advice}`;
}

function codeOf(failure: unknown): string | undefined {
  if (failure instanceof OnlyReads) return "25006";
  if (failure instanceof DatabaseError) return failure.code;
  return failure instanceof Error && "code" in failure ? String(failure.code) : undefined;
}

/** Tells an operator what to do, in the engine's words and ours, once for each kind of failure and minute. */
export class Advice {
  readonly #log: (message: string) => void;
  readonly #toldAt = new Map<string, number>();
  /** It was told that the engine is out of reach, and not yet that it is back. */
  #isOut = false;

  constructor(log: (message: string) => void) {
    this.#log = log;
  }

  /** Says nothing of failures that an operator can do nothing about. */
  give(failure: unknown): void {
    const advice = adviceOn(failure, NODE_ADDRESS);
    if (advice === null || !(failure instanceof Error)) return;
    const kind = codeOf(failure) ?? failure.message;
    const now = performance.now();
    if (now - (this.#toldAt.get(kind) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER_MS) return;
    this.#toldAt.set(kind, now);
    this.#isOut ||= isConnectionLost(failure);
    this.#log(`Postgres could not do what was asked (${failure.message}): ${advice}`);
  }

  /** It does what it is asked: who was told that it is out of reach hears that it is back. */
  isBack(): void {
    if (!this.#isOut) return;
    this.#isOut = false;
    this.#log("Postgres is back");
  }
}
