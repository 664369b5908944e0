import { setTimeout as pause } from 'node:timers/promises';
import type { Lab } from '@workflow/test-harness';
import { noServiceEnded } from './bars.ts';
import type { Bar } from './fault.ts';

const LOOK_EVERY_MS = 500;
/** The chart's timeout of a liveness probe. */
const ANSWER_WITHIN_MS = 5_000;

/**
 * Asks the liveness probe of each service of the lab twice a second, as an orchestrator does, until `stop` is called.
 * Stop it before a service is killed on purpose.
 */
export function watchProbes(lab: Lab) {
  let answers = 0;
  let failures = 0;
  let over = false;
  async function watch(port: number): Promise<void> {
    while (!over) {
      try {
        const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        });
        await answer.body?.cancel();
        if (answer.ok) answers += 1;
        else failures += 1;
      } catch {
        failures += 1;
      }
      await pause(LOOK_EVERY_MS);
    }
  }
  const watches = [...lab.ingressMetricsPorts, ...lab.executorMetricsPorts].map((port) => watch(port));
  return {
    /** Stops and returns the bars: each probe was answered, and no service ended. */
    stop: async (): Promise<Bar[]> => {
      over = true;
      await Promise.all(watches);
      return [
        { text: `${answers} liveness probes answered, ${failures} not`, met: answers > 0 && failures === 0 },
        noServiceEnded(lab),
      ];
    },
  };
}
