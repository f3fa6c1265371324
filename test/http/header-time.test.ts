/** What is read of headers takes time that grows with their length, and not with its square. */
import { describe, expect, test } from "bun:test";
import { parseJson } from "#http/request/body.ts";
import { cacheModeOf, ifMatchOf } from "#http/request/headers.ts";

/** As much as Bun lets through. */
const LENGTH = 15_500;
const MS_MAX = 25;
const spaces = " ".repeat(LENGTH);

describe("a header that is white space for the most part is read at once", () => {
  test.each<[string, string, (headers: Headers) => unknown]>([
    ["content-type", `application/json${spaces}x`, (headers) => parseJson(headers, new Uint8Array())],
    ["content-type", `application/json;${spaces}x`, (headers) => parseJson(headers, new Uint8Array())],
    ["content-type", `application/json;charset=utf-8${spaces}x`, (headers) => parseJson(headers, new Uint8Array())],
    ["content-type", `application/json;charset${spaces}x`, (headers) => parseJson(headers, new Uint8Array())],
    ["if-match", `"a"${spaces}"b"`, ifMatchOf],
    ["cache-control", `a${spaces}b,${spaces}`, cacheModeOf],
  ])("%s", (name, value, read) => {
    const headers = new Headers({ [name]: value });
    const tryIt = () => {
      try {
        read(headers);
      } catch {
        // Whatever is said of it, it is said soon.
      }
    };
    tryIt();
    const { user } = process.cpuUsage();
    tryIt();
    expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(MS_MAX);
  });
});
