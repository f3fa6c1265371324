/** Before the hosts (scheme, user and password), the hosts, and what is behind them. */
const PARTS = /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is;

/**
 * The same address once for each of the hosts that stand in it with commas between them, as in `postgres://me@a:5432,b:5432/d`: no
 * URL has several. One that has no host, or is no address, as it is.
 */
export function eachHostOf(address: string): readonly string[] {
  const [, before = "", hosts = "", after = ""] = PARTS.exec(address) ?? [];
  return hosts === "" ? [address] : hosts.split(",").map((host) => `${before}${host}${after}`);
}

/** The address of one host with those of another address in its place. */
export function withHostsOf(other: string, address: string): string {
  const [, , hosts = ""] = PARTS.exec(other) ?? [];
  const [, before = "", , after = ""] = PARTS.exec(address) ?? [];
  return `${before}${hosts}${after}`;
}
