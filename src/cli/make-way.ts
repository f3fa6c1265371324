import { constants, setPriority } from "node:os";

/** The requests of a server on this machine come first. */
export function makeWay(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some systems do not let a process do so; then it is one among others.
  }
}
