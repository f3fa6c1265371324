/** A real Chromium, for the tests of pages, their measurements and their pictures. */
import { type Browser, chromium } from "playwright-core";

/** Without a sandbox of its own: tests run as root, in containers. */
const OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];

/** Throws where none is installed. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = Bun.which("chromium");
  if (executablePath === null) throw new Error("there is no chromium on the PATH: install it (.ci/run does)");
  return chromium.launch({ executablePath, args: OPTIONS });
}
