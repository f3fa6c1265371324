import { expect, test } from "bun:test";
import { answeredIn } from "../../scripts/bench/wrk.ts";

const SAID = `Running 1s test @ http://127.0.0.1:8420/v1/resolve
  1 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.20ms  812.00us   9.10ms   92.01%
    Req/Sec    27.10k     1.20k   28.90k    71.00%
  Latency Distribution
     50%    0.98ms
     75%    1.31ms
     90%    1.70ms
     99%    4.17ms
  27012 requests in 1.00s, 19.80MB read
Requests/sec:  26987.61
Transfer/sec:     19.78MB
`;

test("what wrk says is read, whatever its units", () => {
  expect(answeredIn(SAID)).toEqual({ count: 27_012, perSecond: 26_987.61, p50Ms: 0.98, p99Ms: 4.17 });
  const quick = SAID.replace("0.98ms", "273.00us").replace("4.17ms", "1.20s ");
  expect(answeredIn(quick)).toEqual({ count: 27_012, perSecond: 26_987.61, p50Ms: 0.273, p99Ms: 1_200 });
});

test("an answer that was none, a broken connection and silence are no figures", () => {
  expect(() => answeredIn(`${SAID}  Non-2xx or 3xx responses: 12\n`)).toThrow("Non-2xx or 3xx responses: 12");
  expect(() => answeredIn(`${SAID}  Socket errors: connect 0, read 3, write 0, timeout 0\n`)).toThrow("Socket errors");
  expect(() => answeredIn("")).toThrow("nothing that can be read");
});
