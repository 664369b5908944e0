import type { Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** CPU time of the event's thread, in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/** On a machine with shared cores, the same task takes up to twice the CPU time at one hour as at another. */
export const SLOW_HOUR = 1.5;
const TRIES = 3;

/** Returns the smallest of up to three measurements. It stops when one is not above `enough`. */
export async function leastOf(enough: number, measure: () => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let done = 0; done < TRIES && least > enough; done += 1) least = Math.min(least, await measure());
  return least;
}

/**
 * Returns the longest task on the page's main thread while `act` runs, in milliseconds of CPU time. Unlike the duration
 * from a PerformanceObserver, it does not depend on the machine's other processes.
 */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  return Math.max(...(await taskTimes(page, ['disabled-by-default-devtools.timeline'], act)));
}

/** Returns the CPU time of the page's main thread while `act` runs, in milliseconds. */
export async function busyTime(page: Page, act: () => Promise<void>): Promise<number> {
  return (await taskTimes(page, [], act)).reduce((sum, ms) => sum + ms, 0);
}

async function taskTimes(page: Page, categories: string[], act: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page does not belong to a browser');
  await browser.startTracing(page, { categories: ['__metadata', 'toplevel', ...categories] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`;
  const mainThreads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mainThreads.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('The trace has no task of a page');
  return tasks.map(({ tdur }) => (tdur ?? 0) / 1_000);
}
