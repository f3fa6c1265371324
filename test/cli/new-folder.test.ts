/** Nobody gets a key of a data folder that the running server does not know without being told. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../scripts/dragoman-process.ts";
import { dragoman, json, newFolder, type Server, start } from "./dragoman.ts";

const folder = newFolder();
afterAll(() => folder.remove());
/** Where a server of another test cannot come to listen. */
const NOBODYS_PORT = 1;
const at = (name: string) => join(folder.path, name);

/** `app create` typed in a folder of that name. */
async function createdIn(name: string, port: number, ...more: readonly string[]) {
  mkdirSync(at(name), { recursive: true });
  return dragoman(["app", "create", "Shop", ...more], { DRAGOMAN_SERVER_PORT: String(port) }, at(name));
}

test("a command that makes a data folder says so, and the first app of it has no limits", async () => {
  const first = await createdIn("alone", NOBODYS_PORT);
  expect(first.status).toBe(0);
  expect(first.err).toContain(`A new data folder was made: ${realpathSync(at("alone"))}/dragoman-data\n`);
  expect(first.err).toMatch(
    /It is the first app here, so its plan has no limits: "dragoman app plan app_\w+ free" gives/,
  );
  expect(first.out).toMatch(/^plan +unlimited$/m);
  expect(first.out).toMatch(/^requests remaining +unlimited$/m);

  const second = await createdIn("alone", NOBODYS_PORT);
  expect(second.err).toBe("The API key is shown only now: keep it.\n");
  expect(second.out).toMatch(/^plan +free$/m);
}, 60_000);

test("a plan that is named is taken by the first app, too", async () => {
  const { out, err } = await createdIn("named", NOBODYS_PORT, "--plan", "pro");
  expect(out).toMatch(/^plan +pro$/m);
  expect(err).not.toContain("first app");
}, 60_000);

// Linux alone lists who listens.
describe.if(process.platform === "linux")("with a server of the same user on another folder", () => {
  let server: Server;
  let port: number;

  test("a new folder is refused where the server listens at the new one's address, and both ways out are named", async () => {
    port = await freePort();
    server = await start(["serve", "--port", String(port), "--data", at("served")]);
    const { status, err } = await createdIn("elsewhere", port);
    const made = `${realpathSync(at("elsewhere"))}/dragoman-data`;
    expect({ status, err }).toEqual({
      status: 1,
      err:
        `dragoman: a server of yours runs on ${at("served")} (http://127.0.0.1:${port}), and ${made} would be another ` +
        `data folder, whose keys it does not know: say --data ${at("served")} for that server, or --data ${made} for a new folder\n`,
    });
    expect(existsSync(made)).toBe(false);
  }, 60_000);

  test("a folder that is named is made, and the server is named beside it", async () => {
    const { status, err } = await createdIn("elsewhere", port, "--data", at("asked for"));
    expect(status).toBe(0);
    expect(err).toContain(`A new data folder was made: ${at("asked for")}\n`);
    expect(err).toContain(`No server runs on it; a server of yours runs on ${at("served")} (http://127.0.0.1:${port})`);
  }, 60_000);

  test("a server that listens elsewhere is in nobody's way", async () => {
    const { status, err } = await createdIn("elsewhere", NOBODYS_PORT);
    expect(status).toBe(0);
    expect(err).toContain(`a server of yours runs on ${at("served")}`);
  }, 60_000);

  test("one that has ended is not named", async () => {
    server.kill("SIGKILL");
    await server.ended;
    const { status, err } = await createdIn("afterwards", port);
    expect(status).toBe(0);
    expect(err).not.toContain(at("served"));
    expect(await json(["app", "list", "--data", join(at("afterwards"), "dragoman-data")])).toHaveLength(1);
  }, 60_000);
});
