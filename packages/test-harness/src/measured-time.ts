const TICK_MS = 20;

/**
 * Returns the CPU time, in milliseconds, of the main thread of this process while a function runs. Other processes do
 * not change it.
 */
export async function busyMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Returns how long a function takes, in milliseconds, without the time during which this process got no processor. That
 * time is measured by timers that fire too late.
 */
export async function unstalledMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let [last, stalled] = [began, 0];
  const look = (): void => {
    const now = performance.now();
    stalled += Math.max(0, now - last - TICK_MS);
    last = now;
  };
  const timer = setInterval(look, TICK_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  look();
  return performance.now() - began - stalled;
}
