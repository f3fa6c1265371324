/** Of what the admin page calls. */
import type { Example } from "./example.ts";

const at = "2026-03-10T12:00:30Z";
const session = { ends_at: at, version: "0.2.0", plans: ["free", "pro"], backends: ["embedded"] };
const latency = { p50: 1.4, p95: 6.2, p99: 9.8 };
const counted = {
  requests: 412,
  refused: 3,
  failed: 0,
  answers: { exact_cache: 201, semantic_cache: 37, model: 160, taught: 4 },
  latency_ms: latency,
};
const figures = { ...counted, saved_seconds: 96.4, saved_money: 0.31, spent_money: 0.12 };

export const ADMIN_EXAMPLES: Readonly<Record<string, Example>> = {
  "POST /admin/api/session": {
    request: { token: "dga_0123456789abcdefghijABCDEFGHIJ0123456789" },
    response: session,
  },
  "GET /admin/api/session": { response: session },
  "GET /admin/api/overview": {
    response: {
      node: "node-1",
      nodes: 3,
      since: at,
      total: figures,
      last_hour: figures,
      recent: [{ at, ...counted }],
      wrong_hits: [{ path: "rewording", likely: 0.003, between: [0.001, 0.004] }],
      attention: [{ code: "app_near_limit", app: "app_4fTq0Zx1Yb2Cd3Ef5Gh6", subject: "Shop", amount: 41 }],
    },
  },
  "GET /admin/api/nodes": {
    response: {
      data: [
        {
          name: "node-1",
          state: "ready",
          version: "0.2.0",
          address: "http://10.0.0.11:8420",
          ...counted,
          in_flight: 2,
          minutes: [{ requests: 118, failed: 0, p95_ms: 9 }],
          memory_bytes: 412_000_000,
          cpu_seconds: 71.4,
          clock_ahead_ms: 3,
          started_at: "2026-03-10T09:00:00.000Z",
          heard_at: at,
          schema: 6,
          node_id: "3f0e6a1c-5a1e-4b1f-9f8e-2d6f3c0b7a55",
        },
      ],
    },
  },
  "GET /admin/api/audit": {
    response: {
      data: [{ id: 2, at, by: "admin page", what: 'app.credit app_id="app_4fTq0Zx1Yb2Cd3Ef5Gh6" requests=500' }],
      next_cursor: null,
    },
  },
  "POST /admin/api/commands": {
    request: { command: "app.list" },
    response: { result: [] },
  },
  "POST /admin/api/apps/:id/token": {
    response: { access_token: "eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl", token_type: "Bearer", expires_in: 900 },
  },
  "GET /admin/api/apps/:id/ledger": {
    response: {
      data: [
        { id: 4, at, month: "2026-03", kind: "charge", amount: -1 },
        { id: 3, at, month: null, kind: "credit", amount: 500 },
        { id: 2, at, month: "2026-03", kind: "allowance", amount: 1_000 },
      ],
      next_cursor: "Mg",
      months: [
        {
          month: "2025-01",
          entries: 2,
          first_entry: 1,
          last_entry: 2,
          sums: [
            { month: "2025-01", kind: "allowance", entries: 1, amount: 1_000 },
            { month: "2025-01", kind: "charge", entries: 1, amount: -1 },
          ],
          chain: "0f3a8c1e5b7d92460f3a8c1e5b7d92460f3a8c1e5b7d92460f3a8c1e5b7d9246",
          seal: "7d92460f3a8c1e5b7d92460f3a8c1e5b7d92460f3a8c1e5b7d92460f3a8c1e5b",
        },
      ],
      balance: 1_499,
    },
  },
};
