/** The ways to install a release that are more than one file. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { hasImage, makeImage } from "./container.ts";
import { isDebian, makeDebianPackage } from "./debian.ts";
import { packForNpm } from "./npm-packages.ts";
import { isPackaged, type Released } from "./released.ts";
import { makeWheel } from "./wheels.ts";

/**
 * Writes them into `out`, and says each.
 * @param maintainer of those for Debian, as `checkedMaintainer` gives it; null where nobody is named, and then there are none.
 */
export function makePackages(released: readonly Released[], maintainer: string | null, out: string): void {
  const packaged = released.filter(({ target }) => isPackaged(target));
  const say = (name: string) =>
    console.log(`release: ${name}, ${(statSync(join(out, name)).size / 1e6).toFixed(1)} MB`);
  for (const name of packForNpm(packaged, out)) say(name);
  for (const one of packaged) {
    say(makeWheel(one, out));
    if (maintainer !== null && isDebian(one)) say(makeDebianPackage(one, maintainer, out));
    if (hasImage(one)) say(makeImage(one, out));
  }
}
