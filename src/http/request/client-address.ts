import { isIPv4, isIPv6 } from "node:net";

/**
 * The address that exchanges are counted by: whoever is connected, or, when that is a trusted proxy, the nearest address in
 * `X-Forwarded-For` that is none. An IPv6 address counts as its /64: one customer has all the addresses of it.
 */
export function clientAddress(peer: string | null, headers: Headers, trustedProxies: ReadonlySet<string>): string {
  const hops = [...(headers.get("x-forwarded-for") ?? "").split(","), peer ?? ""].map((hop) =>
    plainAddress(hop.trim()),
  );
  let nearest = hops.pop() ?? "";
  // What a proxy appended is true as far as the proxy is; everything further left may have been made up by the client.
  while (trustedProxies.has(nearest)) {
    const before = hops.pop();
    if (before === undefined || !isAddress(before)) break;
    nearest = before;
  }
  return isIPv6(nearest) ? networkOf(nearest) : nearest || "unknown";
}

/** As addresses are compared: IPv4 never wrapped in IPv6, small letters, no zone. */
export function plainAddress(address: string): string {
  const bare = address.toLowerCase().replace(/%.*$/, "");
  const wrapped = /^::ffff:([\d.]+)$/.exec(bare)?.[1];
  return wrapped !== undefined && isIPv4(wrapped) ? wrapped : bare;
}

function isAddress(text: string): boolean {
  return isIPv4(text) || isIPv6(text);
}

/** The first four groups, written out: `2001:db8::1` is of `2001:db8:0:0::/64`. */
function networkOf(address: string): string {
  const [before = "", after] = address.split("::");
  const left = before === "" ? [] : before.split(":");
  const right = after === undefined || after === "" ? [] : after.split(":");
  const zeros = after === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => "0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
