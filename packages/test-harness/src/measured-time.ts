const TICK_MS = 20;

/**
 * CPU time, in milliseconds, that the main thread of this process spends until the work is done: the time that this
 * process needs for an answer, whatever else the machine does.
 */
export async function busyMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * How long the work takes, in milliseconds, without the time during which the machine gave this process no turn: by so
 * much a timer came too late meanwhile.
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
