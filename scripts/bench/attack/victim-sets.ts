/** What an app has before the table is sent, and what a server has to have done once: compiled, opened its networks. */
import { largeSet } from "./bodies.ts";
import { asked, KNOWN_SET, object, toolOf } from "./hostile-request.ts";
import type { Target } from "./measured.ts";

const LARGE_SETS = 20;

/** Throws where the server refuses one. */
export async function prepare({ url, token }: Pick<Target, "url" | "token">): Promise<void> {
  const lamp = object({
    room: { type: "string", description: "The room the lamp is in" },
    brightness: { type: "integer" },
  });
  const weather = toolOf(object({ city: { type: "string" } }), "get_weather", "Tells the weather of a city");
  const sent: readonly (readonly [path: string, body: unknown])[] = [
    ["/v1/toolsets", { signature: KNOWN_SET, name: "Known", tools: [toolOf(lamp), weather] }],
    ...Array.from({ length: LARGE_SETS }, (_, at) => ["/v1/toolsets", largeSet(`large-${at}`)] as const),
    ["/v1/resolve", { query: "switch on the lamp in the kitchen", toolsets: [KNOWN_SET] }],
    ["/v1/resolve-quick", asked(lamp)],
    ["/v1/classify", { data: "hello", classes: [{ label: "a" }, { label: "b" }] }],
  ];
  for (const [path, body] of sent) {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
  }
}
