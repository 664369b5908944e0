import type { Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** CPU time of the event's thread, in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/**
 * The longest task on the page's main thread while `act` goes on, in milliseconds of CPU time: what other processes
 * of the machine do makes it no longer, unlike the duration that a PerformanceObserver tells.
 */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser of its own');
  await browser.startTracing(page, { categories: ['__metadata', 'toplevel', 'disabled-by-default-devtools.timeline'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`;
  const mainThreads = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf));
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mainThreads.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('The trace has no task of a page');
  return Math.max(...tasks.map(({ tdur }) => (tdur ?? 0) / 1_000));
}
