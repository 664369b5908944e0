import { finishedSessions, readMetric, waitFor, type Lab } from '@workflow/test-harness';

/** Returns the seconds since a time of `performance.now()`, with one decimal. */
export function secondsSince(at: number): number {
  return Math.round((performance.now() - at) / 100) / 10;
}

/** Waits until any executor has ended a session since now. @returns the seconds until then */
export async function untilPickedUp(lab: Lab): Promise<number> {
  const since = performance.now();
  const before = await finishedSessions(lab);
  const arePickedUp = async (): Promise<boolean> => (await finishedSessions(lab)) > before;
  await waitFor(arePickedUp, { withinMs: 60_000, everyMs: 50, what: 'an executor to pick up' });
  return secondsSince(since);
}

/**
 * Waits until each executor has ended a session since now. An executor that does not listen fails the fault.
 *
 * @param beforeLook is called before each look
 * @returns the seconds until then
 */
export async function untilEachExecutorRuns(lab: Lab, beforeLook?: () => Promise<void>): Promise<number> {
  const since = performance.now();
  const readEnded = (): Promise<number[]> =>
    Promise.all(lab.executorMetricsPorts.map((port) => readMetric(port, 'workflow_sessions_ended_total')));
  const before = await readEnded();
  const runEach = async (): Promise<boolean> => {
    await beforeLook?.();
    return (await readEnded()).every((ended, index) => ended > before[index]!);
  };
  await waitFor(runEach, { withinMs: 60_000, everyMs: 50, what: 'every executor to run a session' });
  return secondsSince(since);
}
