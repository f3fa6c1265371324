import { expect, test } from "bun:test";
import { nodeJson } from "#core/nodes/node-json.ts";
import { aReport } from "../storage/contract-nodes.ts";

const times = { schema: 13, startedAt: 0, heardAt: 1, isGone: false };

test("a node is told with its last hour by minutes, and one of a version before, which says none, without", () => {
  const report = aReport("a");
  expect(nodeJson({ ...report, ...times }).minutes).toEqual([
    { requests: 2, failed: 0, p95_ms: 4 },
    { requests: 1, failed: 0, p95_ms: null },
  ]);
  const { minutes: _, ...figures } = report.figures;
  expect(nodeJson({ ...report, ...times, figures }).minutes).toEqual([]);
});
