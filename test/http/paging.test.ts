import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openTestApp, type Scenario, scenarios, type Tenant, type TestApp } from "../kit.ts";
import { banking, setAlarm } from "./samples.ts";

const refused = (query: string, field: string): Scenario => ({
  clause: "R-4",
  name: query,
  path: `/v1/toolsets?${query}`,
  expect: 400,
  error: "validation_error",
  details: [field],
});

scenarios("GET /v1/toolsets", [
  { clause: "R-3", name: "an empty list", expect: 200, json: { data: [], next_cursor: null } },
  { clause: "R-4", name: "limit=1", path: "/v1/toolsets?limit=1", expect: 200 },
  { clause: "R-4", name: "limit=100", path: "/v1/toolsets?limit=100", expect: 200 },
  ...["limit=0", "limit=101", "limit=-1", "limit=1.5", "limit=ten", "limit=", "limit=1e1"].map((query) =>
    refused(query, "limit"),
  ),
  ...["cursor=", "cursor=5", "cursor=!!!!", "cursor=LTU", "cursor=MQ==", "cursor=MS41"].map((query) =>
    refused(query, "cursor"),
  ),
]);

describe("paging through a list", () => {
  let server: TestApp;
  let owner: Tenant;
  beforeAll(async () => {
    server = await openTestApp();
    owner = await server.tenant();
  });
  afterAll(() => server.close());

  const create = (signature: string) =>
    owner.request("POST", "/v1/toolsets", { signature, name: "N", tools: [setAlarm] });
  const page = async (query: string) => (await owner.request("GET", `/v1/toolsets?${query}`)).json;
  const signatures = (data: readonly { signature: string }[]) => data.map(({ signature }) => signature);

  test("is oldest first, 50 at a time by default, and what is created or removed meanwhile disturbs nobody", async () => {
    const names = Array.from({ length: 53 }, (_, index) => `set-${index}`);
    for (const name of names) await create(name);
    const first = await page("");
    expect(signatures(first.data)).toEqual(names.slice(0, 50));

    const [one, two] = [await page("limit=2"), await page(`limit=2&cursor=${(await page("limit=2")).next_cursor}`)];
    expect(signatures([...one.data, ...two.data])).toEqual(names.slice(0, 4));

    await create("a-newcomer");
    await owner.request("DELETE", "/v1/toolsets/set-0");
    await owner.request("PUT", "/v1/toolsets/set-1", { name: "Changed", tools: [setAlarm] });
    const rest = await page(`cursor=${first.next_cursor}`);
    expect(signatures(rest.data)).toEqual([...names.slice(50), "a-newcomer"]);
    expect(rest.next_cursor).toBeNull();
  });

  test("ends with null when the last page is full", async () => {
    const other = await server.tenant();
    for (const signature of ["a", "b"]) {
      await other.request("POST", "/v1/classification-sets", { ...banking, signature });
    }
    const { json } = await other.request("GET", "/v1/classification-sets?limit=2");
    expect(json).toMatchObject({ data: [{ signature: "a" }, { signature: "b" }], next_cursor: null });
  });
});
