/** In five languages: what is denied, told, asked, awaited or excepted is never carried out the wrong way round. With the real weights. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inUtc } from "#core/local-time.ts";
import type { FurtherDraft } from "#core/ports/models.ts";
import type { Tool } from "#core/toolset.ts";
import { openRealModels } from "./real-weights.ts";

const NOW = inUtc(Date.parse("2026-11-22T10:00:00Z"));
const models = await openRealModels();

const ROOM = {
  type: "string",
  enum: ["kitchen", "bedroom", "living room", "hallway", "bathroom"],
  description: "Room",
};
const DOOR = { type: "string", enum: ["front", "back", "garage"], description: "Which door" };
const WINDOW = { type: "string", enum: ["left", "right", "all"], description: "Which shutter" };
const flag = (description: string) => ({ type: "boolean", description });
const text = (description: string) => ({ type: "string", description });

/** By what the sentences call them. */
const HOUSE: Readonly<Record<string, Tool>> = {
  light: tool("switch_light", "Turn the light in a room on or off", { room: ROOM, on: flag("Whether it is to be on") }),
  lock: tool("lock_door", "Lock a door", { door: DOOR }),
  unlock: tool("unlock_door", "Unlock a door", { door: DOOR }),
  arm: tool("arm_alarm", "Arm the burglar alarm", {}),
  disarm: tool("disarm_alarm", "Disarm the burglar alarm", {}),
  open: tool("open_shutters", "Open the shutters", { window: WINDOW }),
  close: tool("close_shutters", "Close the shutters", { window: WINDOW }),
  water: tool("water_garden", "Start or stop watering the garden", { on: flag("Whether to water") }),
  delete: tool("delete_photos", "Delete photos", { album: text("Name of the album") }),
  cancel: tool("cancel_appointment", "Cancel an appointment", { day: text("Day") }),
};
const NAMES = Object.keys(HOUSE);
const TOOLS = Object.values(HOUSE);

function tool(name: string, description: string, properties: Record<string, object>): Tool {
  const parameters = { type: "object", properties, required: Object.keys(properties) };
  return { name, description, parameters: parameters as NonNullable<Tool["parameters"]> };
}

/** What would be carried out: calls of which nothing is missing. */
async function carriedOut(query: string, language: string): Promise<readonly string[]> {
  const asked = { query, language, tools: TOOLS, now: NOW, persona: null, context: null, history: [], memories: [] };
  const draft = await models.model.call({ ...asked, findSimilar: async () => [] }, new AbortController().signal);
  const { tool: first, others = [] } = draft;
  const calls: readonly FurtherDraft[] = first === null ? [] : [{ ...draft, tool: first }, ...others];
  return calls.flatMap(({ tool: called, parameters, unfilled = [] }) => {
    const values = Object.values(parameters);
    const wanted = Object.keys(TOOLS[called]?.parameters?.properties ?? {}).length;
    return values.length < wanted || unfilled.length > 0 ? [] : [`${NAMES[called]}(${values.join(",")})`];
  });
}

/** `permitted`: "-" for nothing, "-lock(garage)" for locking others alone, else the only call. */
function isPermitted(call: string, permitted: string): boolean {
  if (permitted === "-") return false;
  if (!permitted.startsWith("-")) return call === permitted;
  const [, name, excepted] = /^-(\w+)\((\w+)/.exec(permitted) ?? [];
  return call.startsWith(`${name}(`) && !call.startsWith(`${name}(${excepted}`) && call !== `${name}(all)`;
}

const SAID = readFileSync(join(import.meta.dir, "spoken-dangers.txt"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(" | ") as [language: string, query: string, permitted: string]);

describe("is not carried out the wrong way round", () => {
  test.each(SAID)("%s: %s (%s)", async (language, query, permitted) => {
    const calls = await carriedOut(query, language);
    if (permitted.startsWith("=")) expect(calls).toEqual([permitted.slice(1)]);
    else expect(calls.filter((call) => !isPermitted(call, permitted))).toEqual([]);
  });
});
