import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { identifiersIn, identifiersWantedBy } from "#core/reading/identifiers.ts";

const read = (text: string) => identifiersIn(text).map(({ start, end, kind }) => [kind, text.slice(start, end)]);

describe("what has a form of its own in a sentence", () => {
  test.each<[string, [string, string][]]>([
    ["write to ann.lee+news@mail.example.org, please", [["email", "ann.lee+news@mail.example.org"]]],
    ["open https://example.org/a?b=1#c.", [["url", "https://example.org/a?b=1#c"]]],
    ["see www.example.org/help", [["url", "www.example.org/help"]]],
    ["9f1c2d3e-0a1b-4c2d-8e3f-123456789abc is it", [["uuid", "9f1c2d3e-0a1b-4c2d-8e3f-123456789abc"]]],
    ["ping 10.0.0.12", [["ip", "10.0.0.12"]]],
    [
      "on localhost or db.example.org.",
      [
        ["host", "localhost"],
        ["host", "db.example.org"],
      ],
    ],
    ["pay to DE89 3704 0044 0532 0130 00", [["iban", "DE89 3704 0044 0532 0130 00"]]],
    ["call +44 20 7946 0958 today", [["phone", "+44 20 7946 0958"]]],
    ["call 0151 2345678 today", [["phone", "0151 2345678"]]],
    ["pay with 4111 1111 1111 1111", [["card", "4111 1111 1111 1111"]]],
    ["the number 4111111111111112", [["code", "4111111111111112"]]],
    [
      "order AB-1204 and parcel 20451",
      [
        ["code", "AB-1204"],
        ["code", "20451"],
      ],
    ],
    ["connect with sk_live_4eC39HqLyjWDarjtT1zd, please", [["secret", "sk_live_4eC39HqLyjWDarjtT1zd"]]],
    ["deploy 4b825dc642cb6eb9a060e54bf8d69288fbee4904", [["hash", "4b825dc642cb6eb9a060e54bf8d69288fbee4904"]]],
    ["merge checkout-redesign-2026-spring", [["code", "checkout-redesign-2026-spring"]]],
    ["the 3rd of 5 on 2026-12-24 at 10pm for 10k", []],
  ])("%p", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test("none overlaps another, and each lies in the text", () => {
    const words = fc.constantFrom(
      "a@b.c",
      "www.x.y",
      "10.0.0.1",
      "AB12",
      "+1 555 123 4567",
      "-",
      "1",
      "GB82WEST12345698",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), fc.constantFrom(" ", "", ","), (parts, between) => {
        const text = parts.join(between);
        const ends = identifiersIn(text).flatMap(({ start, end }) => [start, end]);
        expect(ends).toEqual(ends.toSorted((a, b) => a - b));
        expect(ends.every((at) => at >= 0 && at <= text.length)).toBe(true);
      }),
    );
  });
});

describe("what a parameter asks for", () => {
  test.each([
    ["to", "email", ["email"]],
    ["emailAddress", "", ["email"]],
    ["callback_url", "", ["url", "host"]],
    ["link", "uri", ["url"]],
    ["hostName", "", ["host", "ip", "url"]],
    ["api_key", "", ["secret", "hash", "uuid"]],
    ["accessToken", "", ["secret", "hash", "uuid"]],
    ["max_tokens", "", []],
    ["sha256", "", ["hash"]],
    ["order_id", "", ["uuid", "code", "card", "hash", "secret"]],
    ["serialNumber", "", ["uuid", "code", "card", "hash", "secret"]],
    ["case_number", "", ["uuid", "code", "card", "hash", "secret"]],
    ["phone", "", ["phone"]],
    ["identity", "", []],
    ["title", "", []],
  ] as const)("%p with the format %p", (name, format, kinds) => {
    expect(identifiersWantedBy(name, format, "")).toEqual(kinds as never);
  });

  test.each([
    ["to", "IBAN of the recipient", ["iban"]],
    ["contact", "The customer's email address", ["email"]],
    ["link", "Web address", ["url", "host"]],
    ["who", "Phone number to call", ["phone"]],
    ["pay_with", "The credit card number", ["card"]],
    ["body", "The text of the email address change", []],
    ["to", "Name or e-mail address", []],
    ["subject", "What the email is about", []],
  ] as const)("%p, described as %p", (name, description, kinds) => {
    expect(identifiersWantedBy(name, "", description)).toEqual(kinds as never);
  });
});
