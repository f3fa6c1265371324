/** From the weakest to the strongest: each wins over those before it. */
export type SettingOrigin = "default" | "file" | "environment" | "flag";

type ShownValue = string | number | boolean | readonly string[];

/** A setting as anybody may see it who operates the server. A type, as what is sent as JSON. */
export type ShownSetting = {
  /** As in `server.port`, or `data` for the data folder. */
  readonly path: string;
  /** A secret in it is masked. */
  readonly value: ShownValue;
  /** What it would be if nobody had said anything; null where somebody has to. */
  readonly default: ShownValue | null;
  /** What a number counts; null where it counts nothing. */
  readonly unit: string | null;
  readonly origin: SettingOrigin;
  /** Of the file, the variable or the flag; null for a default. */
  readonly origin_name: string | null;
  /** Whether something in it is masked. */
  readonly has_secret: boolean;
  /** One sentence, as the reference has it. */
  readonly describes: string;
};
