/** A language model that says what it is told to, over OpenAI's chat completions. */
import type { JsonValue } from "#core/json.ts";

export interface GoldServer {
  /** Lines of the settings file that make it the backend `gold`. */
  readonly settings: readonly string[];
  close(): Promise<void>;
}

/** @param tag that the sentence stands in, as the prompts have it. @param answerOf what is said to a sentence. */
export function openGoldServer(tag: string, answerOf: (sentence: string) => JsonValue): GoldServer {
  const pattern = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`);
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { messages } = (await request.json()) as { readonly messages: readonly { readonly content: string }[] };
      const [, told = '""'] = pattern.exec(messages.at(-1)?.content ?? "") ?? [];
      const content = JSON.stringify(answerOf(JSON.parse(told) as string));
      return Response.json({
        choices: [{ message: { role: "assistant", content }, finish_reason: "stop" }],
        usage: { prompt_tokens: 1, completion_tokens: 1 },
      });
    },
  });
  return {
    settings: [
      "[backends.gold]",
      'provider = "openai"',
      `base_url = "http://127.0.0.1:${server.port}/v1"`,
      'name = "gold-1"',
      'mode = "schema"',
    ],
    close: () => server.stop(true),
  };
}
