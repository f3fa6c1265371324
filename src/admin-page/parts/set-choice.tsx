import { type Chosen, type Kind, kindOf } from "../set-kind.ts";
import type { SetShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";

interface SetChoiceProps {
  readonly sets: readonly SetShape[];
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

/** Several toolsets can be asked at once, and one classification set. */
export function SetChoice({ sets, chosen, onChoose }: SetChoiceProps) {
  const { playground } = texts.value;
  const group = (kind: Kind, title: string) => {
    const own = sets.filter((set) => kindOf(set) === kind);
    if (own.length === 0) return null;
    const toggle = (signature: string) => {
      const before = kind === "toolset" && chosen.kind === kind ? chosen.signatures : [];
      const isIn = before.includes(signature);
      onChoose({ kind, signatures: isIn ? before.filter((one) => one !== signature) : [...before, signature] });
    };
    return (
      <fieldset>
        <legend>{title}</legend>
        {own.map(({ signature, name }) => (
          <label key={signature}>
            <input
              type={kind === "toolset" ? "checkbox" : "radio"}
              name={kind}
              checked={chosen.kind === kind && chosen.signatures.includes(signature)}
              onChange={() => toggle(signature)}
            />
            {name} <code>{signature}</code>
          </label>
        ))}
      </fieldset>
    );
  };
  return (
    <div class="sets">
      {group("toolset", playground.toolsets)}
      {group("classification_set", playground.classificationSets)}
    </div>
  );
}

/** What is asked where the address names nothing that is there. */
export function firstOf(sets: readonly SetShape[]): Chosen {
  const [first] = sets;
  return { kind: first ? kindOf(first) : "toolset", signatures: first ? [first.signature] : [] };
}

/** What the address of a page names: signatures by commas, and which kind of sets they are; else the first set. */
export function chosenIn(query: URLSearchParams, sets: readonly SetShape[]): Chosen {
  const named = query.get("set")?.split(",") ?? [];
  const ofKind = (kind: Kind) =>
    sets.filter((set) => kindOf(set) === kind && named.includes(set.signature)).map(({ signature }) => signature);
  const kind = query.get("kind") ?? (ofKind("toolset").length > 0 ? "toolset" : "classification_set");
  if (kind === "toolset" && ofKind(kind).length > 0) return { kind, signatures: ofKind(kind) };
  const [label] = ofKind("classification_set");
  return label === undefined ? firstOf(sets) : { kind: "classification_set", signatures: [label] };
}
