/** The only way to another server: no redirects, no proxies, no surprising addresses, no endless bodies. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { BackendFailure, type FailureKind } from "../backend/backend-failure.ts";
import { fetchFrom } from "./pinned-fetch.ts";
import { isPrivateAddress } from "./private-addresses.ts";

export interface GuardedFetchOptions {
  /** Its host may be contacted, whatever its address when it is written as one. */
  readonly baseUrl: string;
  /** Other hosts that may be contacted, and hosts that may have private addresses. */
  readonly allow: readonly string[];
  readonly responseBytesMax: number;
  /** What the server is called in messages. */
  readonly called?: string;
  /** All addresses of a host. The system's, unless a test brings another. */
  readonly addressesOf?: (host: string) => Promise<readonly string[]>;
}

export type GuardedFetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Of what a model server says about its failure, what is kept for the log. */
const DETAIL_BYTES_MAX = 2_000;

/**
 * Resolves to the whole answer, its status 2xx. Rejects with a BackendFailure, or with the signal's own reason when that
 * is aborted; the deadline is the signal's. Nothing is tried twice.
 */
export function guardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { addressesOf = systemAddressesOf, responseBytesMax, called = "the model server" } = options;
  const configured = hostOf(new URL(options.baseUrl));
  const allowed = new Set([configured, ...options.allow.map((host) => host.toLowerCase())]);
  const mayBePrivate = (host: string) =>
    isIP(host) !== 0 || host === "localhost" || options.allow.some((other) => other.toLowerCase() === host);

  return async (target, init = {}) => {
    const url = new URL(target instanceof Request ? target.url : target);
    const signal = init.signal ?? null;
    const host = hostOf(url);
    if (!allowed.has(host)) {
      throw new BackendFailure("forbidden_address", `the host ${host} is not among those of [network] allow`);
    }
    const address = mayBePrivate(host) ? null : await publicAddress(host, addressesOf, called);
    // `proxy: false` keeps HTTP_PROXY and its like out; the types of Bun do not know it.
    const guarded = { ...init, redirect: "manual", proxy: false } as RequestInit;
    try {
      const response = await (address === null ? fetch(url, guarded) : fetchFrom(address, url, guarded));
      const body = await boundedBody(response, responseBytesMax, called);
      if (!response.ok) throw refused(response, body, called);
      return new Response(body, { status: response.status, headers: response.headers });
    } catch (failure) {
      if (signal?.aborted) throw signal.reason;
      if (failure instanceof BackendFailure) throw failure;
      const code = failure instanceof Error && "code" in failure ? String(failure.code) : "";
      throw new BackendFailure("unreachable", `${called} cannot be reached${code && ` (${code})`}`, {
        cause: failure,
      });
    }
  };
}

function hostOf(url: URL): string {
  return url.hostname.toLowerCase().replace(/^\[|\]$/g, "");
}

async function systemAddressesOf(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** A name that points into the server's own network may be somebody's attempt to reach what only it can reach. */
async function publicAddress(
  host: string,
  addressesOf: (host: string) => Promise<readonly string[]>,
  called: string,
): Promise<string> {
  const addresses = await addressesOf(host).catch((cause: unknown) => {
    throw new BackendFailure("unreachable", `${called}'s name ${host} cannot be looked up`, { cause });
  });
  const hidden = addresses.find(isPrivateAddress);
  if (hidden !== undefined) {
    throw new BackendFailure(
      "forbidden_address",
      `${host} has the private address ${hidden}; name the host under [network] allow if that is meant`,
    );
  }
  // Networks that say they have IPv6 and do not are many; those without IPv4 are few.
  const [address] = addresses.toSorted((one, other) => isIP(one) - isIP(other));
  if (address === undefined) throw new BackendFailure("unreachable", `${called}'s name ${host} has no address`);
  return address;
}

async function boundedBody(response: Response, bytesMax: number, called: string): Promise<Uint8Array<ArrayBuffer>> {
  if (declaresAtMost(bytesMax, response.headers)) return new Uint8Array(await response.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const read = await reader?.read();
    if (!read || read.done) return Uint8Array.from(Buffer.concat(chunks));
    bytes += read.value.length;
    if (bytes > bytesMax) {
      await reader?.cancel();
      throw new BackendFailure("unreadable", `${called} answered more than ${bytesMax} bytes`, {
        status: response.status,
      });
    }
    chunks.push(read.value);
  }
}

/** True where no more bytes than this can come: of a body that is unpacked or sent in pieces nobody knows before. */
function declaresAtMost(bytesMax: number, headers: Headers): boolean {
  const declared = headers.get("content-length");
  if (declared === null || headers.has("content-encoding") || headers.has("transfer-encoding")) return false;
  return Number(declared) <= bytesMax;
}

function refused(response: Response, body: Uint8Array, called: string): BackendFailure {
  const { status } = response;
  const detail = new TextDecoder().decode(body.subarray(0, DETAIL_BYTES_MAX));
  const retryAfterMs = retryAfterOf(response.headers.get("retry-after"));
  const message = isRedirect(status)
    ? `${called} redirects to ${leadsTo(response)}, and redirects are not followed: set the address where it leads`
    : `${called} answered ${status}`;
  return new BackendFailure(kindOf(status), message, { status, detail, retryAfterMs });
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** A host: the rest of an address may be a secret. */
function leadsTo(response: Response): string {
  const location = response.headers.get("location") ?? "";
  return URL.canParse(location) ? new URL(location).host : "another address of its own";
}

function kindOf(status: number): FailureKind {
  if (status === 429) return "rate_limited";
  if (status === 503 || status === 529) return "overloaded";
  return status >= 500 ? "failed" : "rejected";
}

/** Seconds, or a date. */
function retryAfterOf(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
