import type { ComponentChildren } from "preact";
import type { BackendReport } from "#core/operator/backend-desk.ts";
import { count, moment, price } from "../figures.ts";
import { texts } from "../texts/texts.ts";

const INSIDE = "embedded";

/** What the settings say of a model, and what was found of it. */
export function BackendFacts({ of: backend }: { readonly of: BackendReport }) {
  const { backends } = texts.value;
  const { provider, model, address, key, last_answer_at: answeredAt } = backend;
  const isInside = provider === INSIDE;
  const facts: readonly (readonly [title: string, fact: ComponentChildren])[] = [
    [backends.model, <code>{model}</code>],
    [backends.provider, isInside ? backends.inside : provider],
    ...(address === null ? [] : [[backends.address, <code>{address}</code>] as const]),
    ...(key === null ? [] : [[backends.key, keyWords(key)] as const]),
    [backends.asked, askedWords(backend)],
    ...(answeredAt === null ? [] : [[backends.lastAnswer, moment(answeredAt)] as const]),
    ...(isInside ? [] : serverFacts(backend)),
  ];
  return (
    <dl class="facts">
      {facts.map(([title, fact]) => [<dt key={title}>{title}</dt>, <dd key={`${title} is`}>{fact}</dd>])}
    </dl>
  );
}

/** What only model servers have. */
function serverFacts({ mode, found, prices }: BackendReport) {
  const { backends } = texts.value;
  const best = found?.best ?? null;
  return [
    [backends.mode, best === null ? mode : backends.modeFound(mode ?? "", best)],
    [
      backends.prices,
      prices === null
        ? backends.pricesUnknown
        : backends.pricesOf(price(prices.input), price(prices.cached_input || prices.input), price(prices.output)),
    ],
    [
      backends.found,
      found === null ? (
        <>
          {backends.notFound} <code>dragoman model test</code>
        </>
      ) : (
        foundWords(found).join("; ")
      ),
    ],
  ] as const;
}

function keyWords({ variable, is_set: isSet }: NonNullable<BackendReport["key"]>): string {
  const { backends } = texts.value;
  return isSet ? backends.keySet(variable) : backends.keyNotSet(variable);
}

function askedWords({ asked, selectable }: BackendReport): string {
  const { backends } = texts.value;
  const ways = [asked === null ? [] : backends.askedAs(count(asked)), selectable ? backends.selectable : []].flat();
  return ways.length === 0 ? backends.notSelectable : ways.join("; ");
}

/** Only what is known. */
function foundWords(found: NonNullable<BackendReport["found"]>): readonly string[] {
  const { schema, tools, system, streaming, context, found_at: at } = found;
  const { backends } = texts.value;
  return [
    schema === null ? [] : schema ? backends.schema : backends.noSchema,
    tools === null ? [] : backends.tools[tools],
    system === null ? [] : system ? backends.system : backends.noSystem,
    streaming === true ? backends.streaming : [],
    context === null ? [] : backends.context(count(context)),
    at === null ? [] : backends.foundAt(moment(at)),
  ].flat();
}
