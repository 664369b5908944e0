/** CPU time that this thread has used, in milliseconds: what a busy machine does meanwhile is no part of it. */
export function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
