/** Returns the CPU time of this thread in milliseconds. Time of other processes does not count. */
export function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
