import type { SetDiffWire } from "#http/schemas/set-diff.ts";
import { count } from "../figures.ts";
import { Table } from "../parts/table.tsx";
import { texts } from "../texts/texts.ts";

type Change = SetDiffWire["changes"][number];

/** What would be answered otherwise if a set were replaced. */
export function SetChanges({ of }: { readonly of: SetDiffWire }) {
  const { sets } = texts.value;
  const { replayed, changed, broken, mended, left_out: leftOut, changes } = of;
  return (
    <div>
      <p>
        {replayed === 0
          ? sets.nothingReplayed
          : sets.wouldChange(count(changed), count(replayed), count(broken), count(mended))}{" "}
        {leftOut > 0 && sets.leftOut(count(leftOut))}
      </p>
      {changes.length > 0 && (
        <Table
          caption={sets.changes}
          rows={changes}
          keyOf={({ query }) => query}
          columns={[
            { title: sets.asked, cell: ({ query }) => query },
            { title: sets.before, cell: (change) => said(change, "before") },
            { title: sets.after, cell: (change) => said(change, "after") },
            { title: sets.turn, cell: ({ turn }) => sets.turns[turn] },
          ]}
        />
      )}
    </div>
  );
}

function said(change: Change, side: "after" | "before") {
  const { sets } = texts.value;
  if (change.failed === side || change.failed === "both") return sets.noAnswer;
  if (change[side].length === 0) return texts.value.playground.noneOption;
  return change[side].map(({ name, parameters }, index) => (
    <code key={index}>
      {name}
      {parameters && ` ${JSON.stringify(parameters)}`}
    </code>
  ));
}
