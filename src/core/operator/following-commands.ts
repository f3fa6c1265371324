/** What a process that follows the data folder tells the server that writes it. */

import type { Instant } from "../tenant.ts";
import type { OperatorCommand } from "./command.ts";

export const FOLLOWING_COMMANDS: readonly (readonly [string, OperatorCommand])[] = [
  [
    "followed",
    {
      takes: ["folder", "until"],
      records: null,
      run: async ({ following }, args) => {
        const until = args.number("until");
        following?.heard({ folder: args.text("folder"), until: until === 0 ? null : (until as Instant) });
        return { is_followed: following !== null };
      },
    },
  ],
];
