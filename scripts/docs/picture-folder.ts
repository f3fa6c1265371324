/** A folder like the one of somebody who has used the server for a while, for the pictures in the documentation. */
import { DEMO_CLASSES, DEMO_DATA, DEMO_QUERY, DEMO_QUERY_REWORDED, DEMO_TOOLS } from "#cli/demo-sets.ts";
import { operatorCommand, type RunningServer } from "../dragoman-process.ts";

const TOOLSET = "everyday-v1";
const CLASSIFICATION_SET = "support-v1";
/** In this order: what is asked again, or in other words, comes from the cache. */
const SENTENCES = [
  DEMO_QUERY,
  DEMO_QUERY,
  DEMO_QUERY_REWORDED,
  "turn off the light in the kitchen",
  "turn off the light in the kitchen",
  "what will the weather be like in Vienna",
  "what will the weather be like in Vienna",
  "play something by Nina Simone",
  "dim the lamp in the bedroom to 30 percent",
  "weather in Lisbon in fahrenheit",
  "who painted the Mona Lisa",
  "book a table tonight",
];
const OPINIONS = [DEMO_DATA, "I would like my money back", "the jacket is wonderful", "I cannot log in any more"];
/** Moments that the charts of the Overview have points for, and how far they are apart. */
const ROUNDS = 4;
const ROUND_MS = 10_000;

/** Two apps, two sets, questions over half a minute, a log with misses in it, and a taught case. Returns the id of the app that has them. */
export async function fillFolder(server: RunningServer, token: string): Promise<string> {
  const run = <Result>(command: string, args: object) => operatorCommand<Result>(server, token, command, args);
  const { app_id } = await run<{ readonly app_id: string }>("app.create", { name: "Home", plan: "pro" });
  await run("app.create", { name: "Shop", plan: "unlimited" });
  const toolset = { signature: TOOLSET, name: "Everyday things", tools: DEMO_TOOLS };
  const classes = { signature: CLASSIFICATION_SET, name: "Support requests", classes: DEMO_CLASSES };
  await run("import", { app_id, sets: [toolset, classes] });
  await run("log.on", { app_id });
  const { access_token } = await run<{ readonly access_token: string }>("app.token", { app_id });
  const ask = async (path: string, body: object) => {
    const response = await fetch(server.url + path, {
      method: "POST",
      headers: { Authorization: `Bearer ${access_token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of SENTENCES) await ask("/v1/resolve", { query, toolsets: [TOOLSET] });
    for (const data of OPINIONS) await ask("/v1/classify", { data, classification_set: CLASSIFICATION_SET });
    await Bun.sleep(ROUND_MS);
  }
  return app_id;
}
