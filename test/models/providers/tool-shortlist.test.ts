import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { AppError } from "#core/errors.ts";
import type { Tool } from "#core/toolset.ts";
import { ToolShortlist } from "#models/language/tool-shortlist.ts";
import { FakeEmbedder } from "../../fakes.ts";
import { type FaultServer, openFaultServer, said } from "../../fault-server.ts";
import { asking, call, served, signal } from "./served.ts";

const things = ["lamp", "oven", "radio", "heater", "window", "door", "fridge", "fan", "printer", "camera"];
const tools: readonly Tool[] = things.map((thing) => ({ name: `use_${thing}`, description: `Switches the ${thing}` }));
const at = (thing: string) => things.indexOf(thing);

describe("the shortlist", () => {
  const shortlist = new ToolShortlist(3, new FakeEmbedder());

  test("is everything where there is no more than may be shown", async () => {
    const few = tools.slice(0, 3);
    expect(await shortlist.positions(asking("switch the door", { tools: few }))).toEqual([0, 1, 2]);
  });

  test("has the tools that the query names, in their own order", async () => {
    const positions = await shortlist.positions(asking("switch the fan and the oven", { tools }));
    expect(positions).toHaveLength(3);
    expect(positions).toEqual(expect.arrayContaining([at("oven"), at("fan")]));
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  });

  test("always has those of examples, memories and the history", async () => {
    const positions = await shortlist.positions(
      asking("switch the fan", {
        tools,
        findSimilar: async () => [{ text: "x", of: at("camera"), similarity: 0.9 }],
        memories: [{ kind: "example", query: "x", tool: at("printer"), parameters: {}, similarity: 0.9 }],
        history: [
          { tool: "use_door", query: "x" },
          { tool: "gone", query: "x" },
        ],
      }),
    );
    expect(positions).toEqual([at("door"), at("printer"), at("camera")]);
  });

  test("knows the meaning of very many tools from the second request on", async () => {
    const asked: number[] = [];
    const real = new FakeEmbedder();
    const embedder = Object.assign(new FakeEmbedder(), {
      embed: (texts: readonly string[]) => {
        asked.push(texts.length);
        return real.embed(texts);
      },
    });
    const many = Array.from({ length: 200 }, (_, index) => ({ name: `tool_${index}`, description: `Number ${index}` }));
    const shortlist = new ToolShortlist(3, embedder);
    await shortlist.positions(asking("switch", { tools: many }));
    await Bun.sleep(0);
    await shortlist.positions(asking("switch", { tools: many }));
    expect(asked).toEqual([65, 136, 1]);
  });

  test("goes by words alone while there is no embedder", async () => {
    const embedder = Object.assign(new FakeEmbedder(), {
      embed: () => Promise.reject(new AppError("service_unavailable", "loading")),
    });
    const positions = await new ToolShortlist(1, embedder).positions(asking("switch the heater", { tools }));
    expect(positions).toEqual([at("heater")]);
  });
});

describe("a served model that is shown a few of many tools", () => {
  let upstream: FaultServer;
  beforeEach(() => {
    upstream = openFaultServer();
  });
  afterEach(() => upstream.close());

  test("names the tool by its place among all", async () => {
    upstream.answer = () => said(call("use_camera", {}));
    const model = served(upstream.baseUrl, { toolsMax: 2 });
    const memories = [
      { kind: "example", query: "film it", tool: at("camera"), parameters: {}, similarity: 0.9 },
      { kind: "example", query: "x", tool: at("lamp"), parameters: {}, similarity: 0.4 },
      { kind: "example", query: "y", tool: at("fan"), parameters: {}, similarity: 0.3 },
    ] as const;
    const draft = await model.call(asking("film this", { tools, memories }), signal());
    expect(draft.tool).toBe(at("camera"));
    const [asked] = upstream.asked;
    const [system, user] = (asked?.messages ?? []).map(({ content }) => content);
    expect(system?.match(/"tool":"use_[a-z]+"/g)).toEqual(['"tool":"use_lamp"', '"tool":"use_camera"']);
    expect(user).not.toContain("use_fan");
  });
});
