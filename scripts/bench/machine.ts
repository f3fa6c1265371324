/** Which machines' ratios are held against each other. */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { countsCpuTime } from "./process-usage.ts";

/**
 * Two figures that do not depend on the machine compare wherever the files are the same: on a `platform`. The others compare on
 * a `machine`: a processor of another make spends its time otherwise, and so does one with other arithmetic for the networks
 * (`docs/explanation/embedded-model.md`) or with other cores to spread over. Null where CPU time cannot be measured.
 */
export interface Where {
  readonly platform: string;
  readonly machine: string | null;
}

export function whereIs(): Where {
  const platform = `${process.platform} ${process.arch}`;
  if (!countsCpuTime()) return { platform, machine: null };
  const processor = processorOf(readFileSync("/proc/cpuinfo", "utf8"));
  return { platform, machine: `${platform}, ${processor}, ${availableParallelism()} cores` };
}

/** Of what Linux says of the first core. The brand is left out: clouds give the same silicon many names. */
export function processorOf(cpuinfo: string): string {
  const field = (name: RegExp) => cpuinfo.match(new RegExp(`^(?:${name.source})\\s*: (.*)$`, "m"))?.[1] ?? "?";
  const make = [/vendor_id|CPU implementer/, /cpu family|CPU architecture/, /model|CPU part/].map(field).join(" ");
  const features = field(/flags|Features/).split(" ");
  const has8BitProducts = features.some((feature) => /^(avx512_vnni|avx_vnni|asimddp)$/.test(feature));
  return `${make}, ${has8BitProducts ? "with" : "without"} 8-bit dot products`;
}
