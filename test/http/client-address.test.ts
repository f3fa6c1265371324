import { expect, test } from "bun:test";
import { clientAddress } from "#http/request/client-address.ts";

const proxies = new Set(["10.0.0.1", "10.0.0.2"]);
const from = (peer: string | null, forwarded?: string) =>
  clientAddress(peer, new Headers(forwarded === undefined ? {} : { "X-Forwarded-For": forwarded }), proxies);

test("a client counts by the address it connects from", () => {
  expect(from("198.51.100.1")).toBe("198.51.100.1");
  expect(from("198.51.100.1", "203.0.113.7")).toBe("198.51.100.1");
  expect(from("::ffff:198.51.100.1")).toBe("198.51.100.1");
  expect(from(null)).toBe("unknown");
});

test("behind trusted proxies the nearest other address counts", () => {
  expect(from("10.0.0.1", "203.0.113.7")).toBe("203.0.113.7");
  expect(from("::ffff:10.0.0.1", "1.1.1.1, 203.0.113.7, 10.0.0.2")).toBe("203.0.113.7");
  expect(from("10.0.0.1", "made up")).toBe("10.0.0.1");
  expect(from("10.0.0.1")).toBe("10.0.0.1");
});

test("an IPv6 client counts as its /64", () => {
  const network = "2001:db8:0:7::/64";
  expect(from("2001:db8:0:7::1")).toBe(network);
  expect(from("2001:DB8:0:7:ffff:1:2:3")).toBe(network);
  expect(from("2001:0db8::7:0:0:0:9")).toBe(network);
  expect(from("10.0.0.1", "2001:db8:0:7::2")).toBe(network);
  expect(from("2001:db8:0:8::1")).toBe("2001:db8:0:8::/64");
  expect(from("::1")).toBe("0:0:0:0::/64");
  expect(from("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
});
