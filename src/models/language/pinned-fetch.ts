import { isIP } from "node:net";

/** Bun's own, beside the standard's. */
type BunRequestInit = RequestInit & { readonly tls?: object };

/**
 * Fetches from this address what the URL's host is asked for: looked up again, the name might have another. The
 * certificate has to be the host's all the same.
 */
export function fetchFrom(address: string, url: URL, init: BunRequestInit): Promise<Response> {
  const target = new URL(url);
  target.hostname = isIP(address) === 6 ? `[${address}]` : address;
  const headers = new Headers(init.headers);
  headers.set("Host", url.host);
  const pinned = { ...init, headers, tls: { ...init.tls, serverName: url.hostname } };
  return fetch(target, pinned as RequestInit);
}
