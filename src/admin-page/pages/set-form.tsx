import { useRef, useState } from "preact/hooks";
import { count } from "../figures.ts";
import { kindOf } from "../set-kind.ts";
import { MEMBERS, setFields } from "../set-model/set-fields.ts";
import { membersOf, movedMember, withMember, withoutMember } from "../set-model/set-parts.ts";
import { texts } from "../texts/texts.ts";
import { FieldControl, type SetForm } from "./field-control.tsx";
import { MemberForm, memberName } from "./member-form.tsx";
import { NoteList } from "./note-list.tsx";

/** A set in fields: its own, and its tools or classes one by one. */
export function SetFields({ form }: { readonly form: SetForm }) {
  const kind = kindOf(form.set);
  const { sets, setEditor } = texts.value;
  return (
    <>
      <section aria-label={setEditor.itself}>
        <NoteList notes={form.notes.get("") ?? []} />
        {setFields(kind).map((field) => (
          <FieldControl key={field.name} form={form} field={field} />
        ))}
      </section>
      <section aria-labelledby="members">
        <h3 id="members">{kind === "toolset" ? sets.tools : sets.classes}</h3>
        <Members form={form} />
      </section>
    </>
  );
}

/** Tools or classes, each to be opened, moved and removed, and a button for another. */
function Members({ form }: { readonly form: SetForm }) {
  const { set, change } = form;
  const kind = kindOf(set);
  const members = membersOf(kind, set);
  const keys = useKeys(members.length);
  const [said, setSaid] = useState("");
  const [added, setAdded] = useState<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { setEditor } = texts.value;
  const add = () => {
    setAdded(keys.added());
    change(withMember(kind, set));
  };
  const move = (from: number, to: number) => {
    if (!(to in members)) return;
    keys.moved(from, to);
    change(movedMember(kind, set, from, to));
    setSaid(setEditor.moved(memberName(members[from]), count(to + 1), count(members.length)));
  };
  const remove = (index: number) => {
    keys.removed(index);
    change(withoutMember(kind, set, index));
    setSaid(setEditor.removed(memberName(members[index])));
    addButton.current?.focus();
  };
  return (
    <>
      <ul class="members">
        {members.map((member, index) => (
          <li key={keys.all[index]}>
            <MemberForm
              form={form}
              kind={kind}
              member={member}
              path={[MEMBERS[kind], String(index)]}
              index={index}
              isFew={members.length <= FEW}
              isNew={keys.all[index] === added}
              place={{ isFirst: index === 0, isLast: index === members.length - 1 }}
              move={(by) => move(index, index + by)}
              remove={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      <p aria-live="polite" class="hint">
        {said}
      </p>
      <button type="button" ref={addButton} onClick={add}>
        {kind === "toolset" ? setEditor.addTool : setEditor.addClass}
      </button>
    </>
  );
}

/** So many are shown open: more would be a long way to scroll. */
const FEW = 3;

/** Keeps each member in the same element while it is moved: what is focused and opened goes along. */
function useKeys(length: number) {
  const next = useRef(0);
  const keys = useRef<readonly number[]>([]);
  const fresh = () => {
    next.current += 1;
    return next.current;
  };
  // The set was changed elsewhere.
  if (keys.current.length !== length) keys.current = Array.from({ length }, fresh);
  return {
    all: keys.current,
    added() {
      const key = fresh();
      keys.current = [...keys.current, key];
      return key;
    },
    removed(index: number) {
      keys.current = keys.current.toSpliced(index, 1);
    },
    moved(from: number, to: number) {
      const [key] = keys.current.slice(from, from + 1);
      keys.current = keys.current.toSpliced(from, 1).toSpliced(to, 0, key ?? fresh());
    },
  };
}
