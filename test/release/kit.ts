/** The files of the release that `scripts/release/check.ts` made, and what people do with them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { accountIn, lampToolset, type Reply, signedIn } from "../binary/kit.ts";

export const RELEASE = process.env.RELEASE ?? "";
export const { version: VERSION }: { readonly version: string } = JSON.parse(readFileSync("package.json", "utf8"));

/** Path of the one file of the release with such a name. Throws an Error that says what there is otherwise. */
export function released(name: RegExp): string {
  const [found, ...more] = readdirSync(RELEASE).filter((each) => name.test(each));
  if (found === undefined || more.length > 0) {
    throw new Error(`${name} is to be one of the release's files: ${readdirSync(RELEASE).join(", ")}`);
  }
  return join(RELEASE, found);
}

export const EXECUTABLE_NAME = /^dragoman-[\d.]+-linux-x64-baseline$/;

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  /** Both streams. */
  readonly output: string;
}

interface Surroundings {
  readonly cwd?: string;
  /** Beside this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
}

export function ran(command: readonly string[], { cwd = RELEASE, environment = {} }: Surroundings = {}): Ran {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd, env: { ...process.env, ...environment } });
  return { status: exitCode, stdout: `${stdout}`, output: `${stdout}${stderr}` };
}

/** What a server says to the first sentence of an app. `created`: what `app create --json` printed. */
export async function firstAnswer(url: string, created: string): Promise<Reply["body"]> {
  const ask = await signedIn(url, accountIn(created));
  await ask("POST", "/v1/toolsets", lampToolset("lamps-v1"));
  const query = "dim the lamp in the kitchen to 40 percent";
  return (await ask("POST", "/v1/resolve", { query, toolsets: ["lamps-v1"] })).body;
}
