import { createApiClient, delayWorkflow } from '@workflow/test-harness';
import { runRequest, workflowIdOf } from '../../load/lab-requests.ts';
import type { Verdict } from '../judge.ts';
import { labFault, type FaultRun } from '../lab-fault.ts';
import { timeBar } from '../bars.ts';
import { postRuns } from '../post-runs.ts';

/** The connections of each service to PostgreSQL, and the requests that may use them, except accepts of runs. */
const POOL_SIZE = 3;
const REQUESTS_AT_ONCE = 2;
const ANSWERED_WITHIN_MS = 10_000;
const DELAY_SECONDS = 3_600;

/**
 * Many requests that need a transaction arrive at the same time, with few connections. None waits for a second
 * connection while it holds one (a pull request of Windmill, 10696, had this deadlock).
 */
export const manyTransactions = labFault({
  name: 'more transactions at once than connections',
  short: true,
  share: 0.5,
  inject,
});

async function inject({ size, startLab }: FaultRun): Promise<Verdict> {
  const lab = await startLab({
    backend: 'redis',
    env: { DATABASE_POOL_SIZE: String(POOL_SIZE), OTHER_REQUESTS_AT_ONCE: String(REQUESTS_AT_ONCE) },
  });
  const total = size.of(200, 40);
  const request = await runRequest(lab, delayWorkflow(DELAY_SECONDS));
  const workflowId = workflowIdOf(request);
  const { accepted } = await postRuns({ requests: [request], total, ratePerSecond: 100 });
  const api = createApiClient(lab.ingressUrl, lab.api.apiKey);
  const answers: { status: number; tookMs: number }[] = [];
  const ask = async (path: string, body?: unknown): Promise<void> => {
    const since = performance.now();
    const { status } = await api.request('POST', path, body);
    answers.push({ status, tookMs: performance.now() - since });
  };
  const cancelAll = accepted.map((id) => ask(`/v1/sessions/${id}/cancel`));
  const create = Array.from({ length: total / 10 }, (_, index) =>
    ask('/v1/workflows', { name: `Workflow ${index}`, ...delayWorkflow(DELAY_SECONDS).definition }),
  );
  const bulk = Array.from({ length: total / 10 }, () =>
    ask('/v1/sessions/bulk', { action: 'cancel', filter: { workflowId } }),
  );
  await Promise.all([...cancelAll, ...create, ...bulk]);
  // One after another, so that none is refused because too many arrive together.
  for (const id of accepted) await ask(`/v1/sessions/${id}/cancel`);
  const done = answers.filter(({ status }) => status < 300).length;
  const refused = answers.filter(({ status }) => status >= 500).length;
  const slowestMs = Math.max(...answers.map(({ tookMs }) => tookMs));
  return {
    accepted,
    withinSeconds: 60,
    allSucceed: false,
    bars: [
      { text: `${refused} of ${answers.length} answers 5xx, ${done} 2xx`, met: refused === 0 && done > 0 },
      timeBar(size, `slowest ${Math.round(slowestMs)} ms`, slowestMs <= ANSWERED_WITHIN_MS),
    ],
  };
}
