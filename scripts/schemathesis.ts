/**
 * Schemathesis, an independent client, calls every operation that `/openapi.json` describes, on the built executable. It is
 * a Python program: `.ci/run` installs it where there is a Python and passes its path. The tests hold a check of the same
 * kind that needs nothing (`test/proofs/openapi-fuzz.test.ts`).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, waitUntilReady } from "./dragoman-process.ts";
import { newAccessToken, writeSettings } from "./eval/api-client.ts";

/** Of every operation and phase. */
const EXAMPLES_MAX = 15;
const SEED = 1;
/**
 * The first takes for a mistake what only makes sense together (a signature in path and body) and `If-Match`; the second
 * that an `Accept` of no known type is not refused, which HTTP leaves to the server.
 */
const CHECKS_LEFT_OUT = "positive_data_acceptance,negative_data_rejection";

const [program] = process.argv.slice(2);
if (program === undefined) throw new Error("usage: bun scripts/schemathesis.ts PATH-OF-SCHEMATHESIS");

const dataDir = mkdtempSync(join(tmpdir(), "dragoman-schemathesis-"));
writeSettings(dataDir);
const server = await startServer({ dataDir });
try {
  await waitUntilReady(server);
  const token = await newAccessToken(server.url, dataDir);
  const options = {
    "--header": `Authorization: Bearer ${token}`,
    "--phases": "examples,coverage,fuzzing",
    "--max-examples": String(EXAMPLES_MAX),
    "--seed": String(SEED),
    "--exclude-checks": CHECKS_LEFT_OUT,
    // Behind another token.
    "--exclude-path-regex": "^/admin/",
    "--suppress-health-check": "all",
    "--warnings": "off",
  };
  const command = [program, "run", `${server.url}/openapi.json`, "--no-color", ...Object.entries(options).flat()];
  const child = Bun.spawn(command, { cwd: dataDir, stdio: ["ignore", "inherit", "inherit"] });
  const status = await child.exited;
  const isAlive = (await fetch(`${server.url}/readyz`)).ok;
  process.exitCode = status === 0 && isAlive ? 0 : 1;
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
