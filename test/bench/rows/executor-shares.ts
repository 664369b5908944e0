import { finishedSessions, httpWorkflow, Lab, readMetric, waitFor } from '@workflow/test-harness';
import { StepRecorder } from '../../chaos/step-recorder.ts';
import { expectOnly, runRequest } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import type { RowResult } from '../row.ts';

const EXECUTORS = 4;
const SESSIONS = 1_000;
const STEP_MS = 5_000;
const SAMPLE_EVERY_MS = 100;
const DONE_WITHIN_MS = 120_000;

/** Runs 1,000 sessions that wait 5 s for HTTP. No executor may be idle while another has more than twice its share. */
export async function measureExecutorShares(): Promise<RowResult> {
  const recorder = new StepRecorder(STEP_MS);
  const lab = await Lab.start({ backend: 'redis', executors: EXECUTORS });
  const samples: number[][] = [];
  const sample = async (): Promise<void> => {
    samples.push(
      await Promise.all(lab.executorMetricsPorts.map((port) => readMetric(port, 'workflow_executor_running'))),
    );
  };
  const sampling = setInterval(() => void sample().catch(() => undefined), SAMPLE_EVERY_MS);
  try {
    const request = await runRequest(lab, httpWorkflow(await recorder.listen(), 1));
    const posted = await runLoad({ request, connections: 64, seconds: 60, most: SESSIONS });
    expectOnly(200, posted.statuses);
    await waitFor(async () => (await finishedSessions(lab)) >= SESSIONS, {
      withinMs: DONE_WITHIN_MS,
      what: 'all sessions to end',
    });
    const unfair = samples.filter(isUnfair).length;
    const most = Math.max(...samples.map(shareOfMost));
    return {
      title: '1,000 sessions of 5 s of HTTP, 4 executors',
      values: { unfairSamples: unfair, samples: samples.length },
      measured: `${unfair} of ${samples.length} samples unfair; most of one ${most.toFixed(2)} × its share`,
      bar: 'none idle while another has > 2 × its share',
      passed: unfair === 0,
    };
  } finally {
    clearInterval(sampling);
    await lab.stop();
    recorder.close();
  }
}

/** Returns the sessions of the busiest executor divided by its fair share; 0 while nothing runs. */
function shareOfMost(running: number[]): number {
  const all = running.reduce((sum, count) => sum + count, 0);
  return all === 0 ? 0 : (Math.max(...running) * running.length) / all;
}

/**
 * Returns true if one executor is idle while another has more than its share. With fewer sessions than executors some
 * must be idle.
 */
function isUnfair(running: number[]): boolean {
  const all = running.reduce((sum, count) => sum + count, 0);
  return all > running.length && Math.min(...running) === 0 && shareOfMost(running) > 2;
}
