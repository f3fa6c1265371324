/**
 * Loaded before every test (`bunfig.toml`): properties are tried with the same inputs each time, as the gate must not fail today over what it passed
 * yesterday. `PROPERTY_SEED` in the environment is another seed; `scripts/properties.ts` looks for what new ones find.
 */
import fc from "fast-check";

export const PROPERTY_SEED = Number(process.env.PROPERTY_SEED ?? 107);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: PROPERTY_SEED });
