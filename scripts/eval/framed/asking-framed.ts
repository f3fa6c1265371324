/** Orders in frames over HTTP, each on the clock of its own source. */
import type { ClockedServer } from "../clocked-server.ts";
import { type Answered, askEveryday } from "../everyday.ts";
import type { EverydayCase, EverydaySource } from "../everyday-data.ts";
import type { Progress } from "../progress.ts";
import type { GivenCall } from "../resolving.ts";
import type { AskedFrame } from "./framed-figures.ts";
import { type Frame, framed } from "./frames.ts";
import type { OrderRequest } from "./orders.ts";

export interface FramingServer {
  readonly server: Pick<ClockedServer, "clientAt">;
  readonly progress: Pick<Progress, "show">;
}

/** An order that is answered rightly as it stands, and the call that it is answered by. */
export interface RightOrder extends OrderRequest {
  readonly call: GivenCall;
}

/** With the answers that were judged, in the order of the orders. */
export interface AnsweredFrame extends AskedFrame {
  readonly answered: readonly Answered[];
}

/** Of these orders the ones that are answered rightly where they stand alone, in their order. */
export async function rightOrders(orders: readonly OrderRequest[], on: FramingServer): Promise<readonly RightOrder[]> {
  const bare = orders.map((one) => ({ ...one, request: { ...one.request, calls_max: 1 } }));
  const answers = await askedAll(bare, on);
  return bare.flatMap((one) => {
    const answered = answers.get(one.request);
    const [call] = answered?.answer.calls ?? [];
    return call && answered?.judged.judgement === "right" ? [{ ...one, call }] : [];
  });
}

/**
 * Every order in every frame. Where somebody asks, the call that the order gets as it stands is right, whatever else
 * might be; where nobody asks, none is.
 */
export async function askFramed(
  frames: readonly Frame[],
  orders: readonly RightOrder[],
  on: FramingServer,
): Promise<readonly AnsweredFrame[]> {
  const requests = frames.map((frame) =>
    orders.map(({ source, order, call }) => ({ source, request: framedCase(frame, framed(frame, order), call) })),
  );
  const answers = await askedAll(requests.flat(), on);
  return frames.map((frame, at) => {
    const answered = (requests[at] ?? []).map(({ request }) => answers.get(request) as Answered);
    return { frame, answered, judged: answered.map(({ judged }) => judged) };
  });
}

/** What each question of a frame was answered, to look into. */
export function shownAnswers({ frame, answered }: AnsweredFrame): readonly object[] {
  return answered.map(({ request, answer, judged }) => ({
    ...{ asks: frame.asks, kind: frame.kind, frame: frame.text, query: request.query },
    ...{ judgement: judged.judgement, calls: answer.calls },
  }));
}

function framedCase({ asks, kind }: Frame, query: string, { tool, parameters }: GivenCall): EverydayCase {
  return { kind, query, calls: asks ? [{ tool, parameters }] : [], calls_max: 1 };
}

async function askedAll(
  requests: readonly { readonly source: EverydaySource; readonly request: EverydayCase }[],
  { server, progress }: FramingServer,
): Promise<ReadonlyMap<EverydayCase, Answered>> {
  const bySource = Map.groupBy(requests, ({ source }) => source);
  const sources = [...bySource].map(([source, own]) => ({ ...source, cases: own.map(({ request }) => request) }));
  const asked = await askEveryday(server, sources, requests.length, progress);
  return new Map(asked.sources.flatMap(({ answered }) => answered.map((one) => [one.request, one] as const)));
}
