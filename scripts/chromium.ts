/** A real Chromium, for the tests of pages, their measurements and their pictures. */
import { type Browser, type BrowserContext, chromium } from "playwright-core";

/** Without a sandbox of its own: tests run as root, in containers. */
const OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];

/** Throws where none is installed. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = Bun.which("chromium");
  if (executablePath === null) throw new Error("there is no chromium on the PATH: install it (.ci/run does)");
  return chromium.launch({ executablePath, args: OPTIONS });
}

/** The pages of `context` are the operator's from now on. Throws with the server's words where it refuses. */
export async function signIn(context: BrowserContext, url: string, token: string): Promise<void> {
  const response = await context.request.post(`${url}/admin/api/session`, { data: { token } });
  if (!response.ok()) throw new Error(`cannot sign in: ${response.status()} ${await response.text()}`);
}
