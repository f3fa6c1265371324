import type { FindingWire } from "#http/schemas/lint-report.ts";
import { writtenJson } from "../json-text.ts";
import { kindOf } from "../set-kind.ts";
import type { ClassShape, ToolShape } from "../shapes.ts";
import { texts } from "../texts/texts.ts";
import type { DraftSet } from "./set-draft.ts";

interface SetMembersProps {
  readonly set: DraftSet;
  readonly findings: readonly FindingWire[];
}

/** The tools or classes of a set, readable, each with what linting found of it. */
export function SetMembers({ set, findings }: SetMembersProps) {
  const { sets } = texts.value;
  const [field, title] =
    kindOf(set) === "toolset" ? (["tools", sets.tools] as const) : (["classes", sets.classes] as const);
  const members = listed(set.tools).map(ofTool).concat(listed(set.classes).map(ofClass));
  const ofMember = (index: number) => findings.filter(({ path }) => `${path}/`.startsWith(`/${field}/${index}/`));
  const ofAll = findings.filter(({ path }) => !new RegExp(`^/${field}/\\d+(/|$)`).test(path));
  return (
    <section aria-labelledby="members">
      <h3 id="members">{title}</h3>
      <FindingList findings={ofAll} />
      <ul class="members">
        {members.map((member, index) => (
          <li key={index}>
            <MemberView {...member} />
            <FindingList findings={ofMember(index)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Member {
  readonly name: string;
  readonly description: string;
  /** As they are written; null where there are none. */
  readonly parameters: string | null;
  readonly examples: readonly string[];
}

function MemberView({ name, description, parameters, examples }: Member) {
  const { sets } = texts.value;
  return (
    <>
      <h4>
        <code>{name}</code>
      </h4>
      {description !== "" && <p>{description}</p>}
      {parameters !== null && (
        <details>
          <summary aria-label={sets.of(sets.parameters, name)}>{sets.parameters}</summary>
          <pre>
            <code>{parameters}</code>
          </pre>
        </details>
      )}
      {examples.length > 0 && (
        <details>
          <summary aria-label={sets.of(sets.examples, name)}>{sets.examples}</summary>
          <ul>
            {examples.map((example, index) => (
              <li key={index}>{example}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function FindingList({ findings }: Pick<SetMembersProps, "findings">) {
  const { sets } = texts.value;
  if (findings.length === 0) return null;
  return (
    <ul class="findings">
      {findings.map(({ code, severity, path, message, instead }) => (
        <li key={`${code} ${path} ${message}`} class={severity}>
          <strong>{severity === "warning" ? sets.warning : sets.hint}</strong> {message}.{" "}
          <span class="hint">
            {sets.instead(instead)} <code>{path}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A draft has not been checked: what should be a list may be anything. */
function listed<Item>(list: readonly Item[] | undefined): readonly Item[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === "object" && item !== null) : [];
}

function ofTool({ name, description, parameters, examples }: ToolShape): Member {
  return {
    name: String(name),
    description: String(description ?? ""),
    parameters: parameters === undefined ? null : writtenJson(parameters),
    examples: strings(examples),
  };
}

function ofClass({ label, description, examples }: ClassShape): Member {
  return { name: String(label), description: String(description ?? ""), parameters: null, examples: strings(examples) };
}

function strings(list: readonly string[] | undefined): readonly string[] {
  return Array.isArray(list) ? list.map(String) : [];
}
