/** A toolset that is brought in again: what changed where it comes from is told, and what was added here stays. */
import { expect, test } from "bun:test";
import { refreshedToolset } from "#core/exchange/refreshing.ts";

const find = {
  name: "find",
  description: "Finds an order",
  parameters: { type: "object", properties: { id: { type: "integer" } } },
};
const cancel = { name: "cancel", description: "Cancels an order" };
const stored = {
  signature: "shop-v1",
  name: "Our shop",
  description: "For the counter",
  min_confidence: 0.4,
  require_evidence: true,
  tools: [{ ...find, examples: ["where is order 7"] }, cancel],
  content_hash: `sha256:${"0".repeat(64)}`,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
};
const listed = (...tools: readonly object[]) => ({
  signature: "shop-v1",
  name: "server",
  tools: tools as { name: string }[],
});

test("name, description, settings and examples of the set stay, and what only the server says goes", () => {
  const { resource } = refreshedToolset(stored, listed(find, cancel));
  const { content_hash: _hash, created_at: _created, updated_at: _updated, ...own } = stored;
  expect(resource).toEqual(own);
});

test("what is new, gone, changed and as before is told by name", () => {
  const other = { ...find, description: "Looks an order up", parameters: { type: "object" } };
  const { changes } = refreshedToolset(stored, listed(other, { name: "pay", description: "Pays" }));
  expect(changes.map(({ what, detail }) => `${what}: ${detail}`)).toEqual([
    "pay: is new",
    "cancel: is gone",
    "find: its description and its parameters changed",
  ]);
  const same = refreshedToolset(stored, listed(cancel, find)).changes;
  expect(same).toEqual([{ what: "2 tools", detail: "as before" }]);
});

test("a schema that says the same in another order, or in words of Python, has not changed", () => {
  const parameters = { properties: { id: { type: "integer" } }, type: "dict" };
  expect(refreshedToolset(stored, listed({ ...find, parameters }, cancel)).changes).toEqual([
    { what: "2 tools", detail: "as before" },
  ]);
});
