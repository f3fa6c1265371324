/** What addresses of servers that nodes share have in common. */
import { readFileSync } from "node:fs";

/** Names of this machine: what is said to them leaves it over no network. */
const OWN_NAMES = ["localhost", "127.0.0.1", "::1", ""];

export function isThisMachine(host: string): boolean {
  return OWN_NAMES.includes(host);
}

/** Without the brackets that an address of IPv6 has in a URL. */
export function hostIn({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/** As it may be shown: without the password. */
export function masked(address: URL): string {
  const shown = new URL(address);
  if (shown.password !== "") shown.password = "***";
  return shown.href;
}

/** Of the authorities that `sslrootcert=FILE` names. Throws what `refused` makes of the reason why it cannot be read. */
export function certificatesIn(file: string, refused: (why: string) => Error): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw refused(`sslrootcert=${file} cannot be read: ${cause instanceof Error ? cause.message : cause}`);
  }
}
