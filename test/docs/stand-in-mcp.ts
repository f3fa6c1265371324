/** The MCP server of the page about them: it lists a tool, and from the second time on another one beside it. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const schema = (name: string) => ({ type: "object", properties: { [name]: { type: "string" } }, required: [name] });
const forecast = {
  name: "get_forecast",
  description: "Tells the weather of the next days",
  inputSchema: schema("city"),
};
const later = [
  { ...forecast, description: "Tells the weather of the next seven days" },
  { name: "get_tides", description: "Tells when high water is", inputSchema: schema("harbour") },
];

const listedBefore = join(process.env.HOME ?? ".", "listed-before");

function toolsNow(): readonly object[] {
  if (existsSync(listedBefore)) return later;
  writeFileSync(listedBefore, "");
  return [forecast];
}

for await (const line of console) {
  const { id, method, params } = JSON.parse(line);
  const serverInfo = { name: "Weather", version: "1.0.0" };
  const result =
    method === "initialize"
      ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo }
      : { tools: method === "tools/list" ? toolsNow() : [] };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
}
