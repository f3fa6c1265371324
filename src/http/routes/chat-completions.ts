import { randomBase62 } from "#core/access/api-key.ts";
import type { NextStep } from "#core/answering/chat-assistant.ts";
import { type AppError, invalid, MODEL_FAILURES } from "#core/errors.ts";
import type { JsonObject } from "#core/json.ts";
import { type Around, completionOf, eventsOf, forwardedCompletion, givenOf } from "../chat/completion.ts";
import { type AskedProse, type AskedStep, askedOf } from "../chat/request.ts";
import { cacheModeOf } from "../request/headers.ts";
import { type Answer, type AppCallWithBody, appRouteWithBody, type Bill, type Route } from "../route.ts";
import { ChatBody, type ChatBodyWire, ChatCompletion } from "../schemas/chat-completion.ts";
import type { Services } from "../services.ts";
import { answered } from "./answered.ts";

const describes = {
  tag: "OpenAI-compatible",
  summary: "Go on with a chat that has tools",
  description:
    "What the user said last becomes tool calls, as `/v1/resolve-quick` reads them, or `/v1/resolve` where `model` names a " +
    "toolset. Takes an API key as well as an access token, and answers and fails in OpenAI's shapes.",
  success: { status: 200, schema: ChatCompletion },
  refuses: ["bad_request", "validation_error", "tool_limit_reached", "not_found", ...MODEL_FAILURES],
} as const;

const EVENTS = { "Content-Type": "text/event-stream; charset=utf-8" };
const CALL_ID_LETTERS = 24;

type Chat = Pick<AppCallWithBody<ChatBodyWire>, "body" | "headers" | "principal" | "requestId" | "signal">;

export function chatCompletionRoutes(services: Services): readonly Route[] {
  const declared = {
    method: "POST",
    path: "/v1/chat/completions",
    cost: "resolve",
    dialect: "openai",
    body: ChatBody,
    describes,
  } as const;
  return [
    appRouteWithBody(declared, (chat) => {
      const asked = askedOf(chat.body, services.backends.names);
      return asked.kind === "step" ? nextStep(services, chat, asked) : prose(services, chat, asked);
    }),
  ];
}

async function nextStep(services: Services, chat: Chat, asked: AskedStep): Promise<Answer> {
  const { principal, headers, signal, body } = chat;
  const { assistant, freeText } = services;
  const step = await assistant
    .next(principal, asked.conversation, { ...cacheModeOf(headers), explain: false }, signal)
    .catch((failure: unknown) => {
      throw asked.inItsWords(failure);
    });
  const recorded = recordOf(step);
  // Words of a language model are better than ours, where there is one for that.
  if (freeText && (step.kind === "none" || step.kind === "done")) {
    return { ...recorded, ...(await forwarded(services, chat, withoutTools(body))) };
  }
  const given = givenOf(step, asked, () => `call_${randomBase62(CALL_ID_LETTERS)}`);
  const around = aroundOf(services, chat);
  const completion = (bill: Bill) => completionOf(given, around, bill);
  return { status: 200, ...recorded, ...asSent(body, completion) };
}

/** What is recorded, logged and counted of it. Where all was done before, that was when it was done. */
function recordOf({ kind, resolution }: NextStep): Pick<Answer, "logged" | "source" | "through" | "trace"> {
  if (kind === "done") return { source: resolution.source };
  const { again: _, status: _status, body: _body, headers: _headers, ...recorded } = answered(resolution, () => null);
  return recorded;
}

function prose(services: Services, chat: Chat, asked: AskedProse): Promise<Answer> {
  if (services.freeText) return forwarded(services, chat, chat.body);
  throw notProse(asked);
}

function notProse({ field, problem }: AskedProse): AppError {
  return invalid(
    field,
    `${problem}: that is free text, which this server answers only where its operator names a language model for it (\`free_text_backend\` in [chat])`,
  );
}

async function forwarded(services: Services, chat: Chat, body: ChatBodyWire): Promise<Answer> {
  const { freeText } = services;
  if (!freeText) throw new Error("free text is forwarded to nobody");
  const { dragoman: _, ...request } = body;
  const completion = await freeText.complete(request as JsonObject, chat.principal.app, chat.signal);
  const around = aroundOf(services, chat);
  return {
    status: 200,
    ...asSent(chat.body, (bill) => forwardedCompletion(completion, freeText.name, around, bill)),
  };
}

/** Without what no tool of it answers. */
function withoutTools(body: ChatBodyWire): ChatBodyWire {
  const { tools: _, tool_choice: _choice, parallel_tool_calls: _parallel, ...rest } = body;
  return rest as ChatBodyWire;
}

function aroundOf({ clock }: Services, { requestId, body }: Chat): Around {
  return { requestId, model: body.model, created: Math.floor(clock.now() / 1_000) };
}

/** Whole, or in events. */
function asSent(
  { stream, stream_options: options }: ChatBodyWire,
  completion: (bill: Bill) => JsonObject,
): Pick<Answer, "body" | "headers" | "text"> {
  if (stream !== true) return { body: completion };
  const includesUsage = options?.include_usage ?? false;
  return { headers: EVENTS, body: null, text: (bill) => eventsOf(completion(bill), includesUsage) };
}
