import { Type } from "@sinclair/typebox";
import { EXACT } from "./shared-fields.ts";

export const HealthAnswer = Type.Object({ status: Type.String({ description: "`alive` or `ready`." }) }, EXACT);
