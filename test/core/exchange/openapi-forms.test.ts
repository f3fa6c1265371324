import { describe, expect, test } from "bun:test";
import type { JsonObject } from "#core/json.ts";
import { openApi, read, told, toolsOf } from "./reading.ts";

describe("bodies that forms send", () => {
  const form = (type: string, schema: JsonObject, beside: JsonObject = {}) =>
    read(
      openApi({
        "/tickets": {
          post: { operationId: "open_ticket", requestBody: { content: { [type]: { schema, ...beside } } } },
        },
      }),
    );
  const ticket = {
    type: "object",
    required: ["subject", "log"],
    properties: {
      subject: { type: "string" },
      priority: { type: "integer", minimum: 1, maximum: 5 },
      log: { type: "string", format: "binary" },
      pictures: { type: "array", items: { type: "string", contentMediaType: "image/png" } },
    },
  };

  test.each(["application/x-www-form-urlencoded", "multipart/form-data", "Multipart/Form-Data; boundary=x"])(
    "%s: its fields are parameters, and its files are none",
    (type) => {
      const reading = form(type, ticket);
      expect(toolsOf(reading)[0]?.parameters).toEqual({
        type: "object",
        properties: { subject: { type: "string" }, priority: { type: "integer", minimum: 1, maximum: 5 } },
        required: ["subject"],
      });
      expect(told(reading)).toContain(
        "dropped log of POST /tickets: is a file: nobody says it, so your program adds it",
      );
      expect(told(reading)).toContain(
        "dropped pictures of POST /tickets: is a file: nobody says it, so your program adds it",
      );
    },
  );

  test("a form whose schema stands elsewhere, and says how it is written", () => {
    const reading = read(
      openApi(
        {
          "/tickets": {
            post: {
              operationId: "open_ticket",
              requestBody: {
                required: true,
                content: {
                  "application/x-www-form-urlencoded": {
                    schema: { $ref: "#/components/schemas/Ticket" },
                    encoding: { subject: { style: "form" } },
                  },
                },
              },
            },
          },
        },
        { components: { schemas: { Ticket: { type: "object", properties: { subject: { type: "string" } } } } } },
      ),
    );
    expect(toolsOf(reading)[0]?.parameters?.properties).toEqual({ subject: { type: "string" } });
    expect(told(reading)).toContain(
      "dropped `encoding` of POST /tickets: how values are written into the form is your program's part",
    );
  });

  test("JSON goes before a form where an operation takes both", () => {
    const content = {
      "application/x-www-form-urlencoded": { schema: { type: "object", properties: { a: {} } } },
      "application/json": { schema: { type: "object", properties: { b: {} } } },
    };
    const reading = read(openApi({ "/x": { post: { operationId: "x", requestBody: { content } } } }));
    expect(toolsOf(reading)[0]?.parameters?.properties).toEqual({ b: {} });
  });

  test("a form of nothing but a file takes no parameters", () => {
    const reading = form("multipart/form-data", {
      type: "object",
      properties: { file: { type: "string", format: "binary" } },
    });
    expect(toolsOf(reading)).toEqual([{ name: "open_ticket", description: "" }]);
  });
});
