/** The clients among the files of a release: whoever has those needs no checkout to install one. */
import { basename } from "node:path";
import { packPython, packPythonSource, packTypescript } from "../clients/pack.ts";
import type { Clone } from "./clone.ts";
import { toolsPython } from "./foreign-tools.ts";

/** Writes them into `out`, as they are committed, and returns their names. Needs PyPI; throws an Error where one cannot be packed. */
export function packClients({ folder: checkout, committedAt: madeAt }: Clone, out: string): readonly string[] {
  const options = { checkout, madeAt, python: toolsPython(checkout) };
  return [packTypescript, packPython, packPythonSource].map((pack) => basename(pack(out, options)));
}
