/** The tools that clients of the Model Context Protocol see. Each is a route of the contract, with that route's own schemas. */
import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { invalid } from "#core/errors.ts";
import type { JsonObject } from "#core/json.ts";
import { checkShape } from "../request/shape.ts";
import { EXACT } from "../schemas/shared-fields.ts";
import { ClassCaseBody, ClassCaseResource, ToolsetCaseBody, ToolsetCaseResource } from "../schemas/taught-case.ts";
import type { Api, Asked, RouteName } from "./api.ts";

export interface McpTool {
  readonly name: string;
  readonly title: string;
  /** For the model that is to choose among the tools of many servers. */
  readonly description: string;
  /** Whether asking changes nothing that is asked for later; else it does, and twice is the same as once. */
  readonly reads: boolean;
  readonly input: TObject;
  readonly output: TObject;
  /** Throws an AppError for arguments that no route can be asked with. */
  readonly asks: (args: unknown) => readonly [RouteName, Asked];
}

export function mcpTools(api: Pick<Api, "route">): readonly McpTool[] {
  return [
    ofRoute(api, "POST /v1/search-tools", {
      name: "search_tools",
      title: "Search for tools",
      description:
        'Finds among thousands of tools that are registered with Dragoman those that a sentence means, with their definitions, how sure that is, and whether none is meant. `toolsets` is a list of signatures, or "*" for all of them.',
      reads: true,
    }),
    ofRoute(api, "POST /v1/resolve", {
      name: "resolve",
      title: "Resolve a sentence to a tool call",
      description:
        "Turns a sentence into a call of one of the tools in toolsets that are registered with Dragoman: the tool's name and its parameters, which nothing carries out. `resolved.tool` is `none` where no tool fits. The resources list the toolsets.",
      reads: true,
    }),
    ofRoute(api, "POST /v1/classify", {
      name: "classify",
      title: "Classify a text",
      description:
        "Gives a text a label out of a classification set that is registered with Dragoman, or out of `classes` that come with it. The resources list the sets.",
      reads: true,
    }),
    teach,
  ];
}

/** A tool whose arguments are a route's body. Throws for a route without one: a bug of ours. */
function ofRoute(
  api: Pick<Api, "route">,
  route: RouteName,
  told: Pick<McpTool, "description" | "name" | "reads" | "title">,
): McpTool {
  const { body, describes } = api.route(route);
  const output = describes.success.schema;
  if (!body || !output) throw new Error(`${route} takes or gives no body`);
  return { ...told, input: body as TObject, output: withRequestId(output), asks: (json) => [route, { json }] };
}

const TeachArguments = Type.Object(
  {
    toolset: Type.Optional(Type.String({ description: "The toolset that is to learn, by its signature." })),
    classification_set: Type.Optional(
      Type.String({ description: "The classification set that is to learn, by its signature; or `toolset`." }),
    ),
    ...ToolsetCaseBody.properties,
    label: Type.Optional(ClassCaseBody.properties.label),
  },
  EXACT,
);

/** One tool for both kinds of sets: a model that knows what it means to teach need not know our paths. */
const teach: McpTool = {
  name: "teach",
  title: "Teach a set what is right",
  description:
    "Tells a toolset which call is right for a sentence (`toolset`, `query`, and `tool` with `parameters`, or `calls`), or a classification set which label is (`classification_set`, `query`, `label`). The same words are answered so from the next request on.",
  reads: false,
  input: TeachArguments,
  output: withRequestId(
    Type.Object(
      { ...Type.Partial(ToolsetCaseResource).properties, ...Type.Partial(ClassCaseResource).properties },
      EXACT,
    ),
  ),
  asks(args) {
    const { toolset, classification_set, ...json } = checkShape(TeachArguments, args);
    if ((toolset === undefined) === (classification_set === undefined)) {
      throw invalid(
        "toolset",
        "name the set that is to learn in `toolset` or in `classification_set`, and not in both",
      );
    }
    return toolset === undefined
      ? ["POST /v1/classification-sets/:signature/cases", { json, params: { signature: classification_set ?? "" } }]
      : ["POST /v1/toolsets/:signature/cases", { json, params: { signature: toolset } }];
  },
};

/** What a route answers, and the id under which feedback finds it: there is no header to read it from. */
function withRequestId(schema: TSchema): TObject {
  const request_id = Type.String({ description: "Of this answer, for `POST /v1/feedback`." });
  return Type.Object({ request_id, ...(schema as TObject).properties }, EXACT);
}

/** A schema of ours as plain JSON. */
export function plainSchema(schema: TObject): JsonObject & { readonly type: "object" } {
  return JSON.parse(JSON.stringify(schema)) as JsonObject & { readonly type: "object" };
}
