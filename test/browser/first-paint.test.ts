import { afterAll, beforeAll, expect, test } from "bun:test";
import { FIRST_PAINT_MS_MAX, measureFirstPaint, type View } from "../../scripts/bench/first-paint.ts";
import { type AdminPage, openAdminPage } from "./kit.ts";

const TEST_MS_MAX = 120_000;
const TIMES = 3;

let admin: AdminPage;
beforeAll(async () => {
  admin = await openAdminPage();
}, 120_000);
afterAll(() => admin.close());

test(
  "the first paint comes within 300 ms, with nothing in the browser's cache",
  async () => {
    const paints = await measureFirstPaint(admin.browser, admin.server.url, admin.token, TIMES);
    const leastOf = (view: View) => Math.min(...paints[view].map(({ firstMs }) => firstMs));
    // Where the plainest answer is slow as well, a page may be slow in proportion.
    const msMax = Math.max(FIRST_PAINT_MS_MAX, 3 * leastOf("plain text"));
    const late = (Object.keys(paints) as View[]).filter((view) => leastOf(view) > msMax);
    expect({ late, paints: late.map((view) => paints[view]) }).toEqual({ late: [], paints: [] });
  },
  TEST_MS_MAX,
);
