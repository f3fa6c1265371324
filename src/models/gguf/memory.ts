/** Whether what is wanted fits in what is free, asked before the system ends the process for taking it. */

/** Bytes that can still be had: of the machine, or of what the service is allowed where that is less. */
export function freeMemory(): number {
  return Math.min(process.availableMemory(), process.constrainedMemory() - process.memoryUsage.rss());
}

/** Throws an Error for people. `what` takes `bytes`; `advice` says how it can be less. */
export function checkMemory(what: string, bytes: number, advice: string, free = freeMemory()): void {
  if (bytes > free)
    throw new Error(`${what} needs ${gigabytes(bytes)} of memory, and ${gigabytes(free)} are free: ${advice}`);
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
