/** Milliseconds of the processor that this process has used: a clock's would count what others on the machine take meanwhile. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
