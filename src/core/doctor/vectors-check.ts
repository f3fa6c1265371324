import type { Tenants } from "../access/tenants.ts";
import type { KeptVectors } from "../sets/kept-vectors.ts";
import type { Check } from "./doctor.ts";

/** Whether vectors are kept that no set and no bank of their app can use any more. Reads all that apps have defined. */
export function vectorsCheck({
  tenants,
  vectors,
}: {
  readonly tenants: Pick<Tenants, "listApps">;
  readonly vectors: Pick<KeptVectors, "sweep" | "unused">;
}): Check {
  return {
    name: "vectors",
    examine: async () => {
      const problems: string[] = [];
      for (const { id } of await tenants.listApps()) {
        const count = await vectors.unused(id);
        if (count > 0) problems.push(`${count} vectors of ${id} are of nothing that it has`);
      }
      return {
        problems,
        well: "every vector is of a set or a bank that is there",
        means: "they take space, and nothing reads them: the server ended before it had swept them out",
        advice: 'nothing, they go with the next change of a set of the app, or "dragoman doctor --fix"',
      };
    },
    repair: async () => {
      let removed = 0;
      for (const { id } of await tenants.listApps()) removed += await vectors.sweep(id);
      return `${removed} vectors that nothing used are gone`;
    },
  };
}
