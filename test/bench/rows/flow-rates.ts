import {
  createApiClient,
  createOrganization,
  delayWorkflow,
  fillHeld,
  type Lab,
  runBody,
  transformWorkflow,
  waitFor,
  withFlow,
} from '@workflow/test-harness';
import type { Flow } from '@workflow/workflow-model';
import { expectOnly, runRequest, type LabTarget } from '../../load/lab-requests.ts';
import type { LoadRequest } from '../../load/load.ts';
import { runLoad } from '../../load/run-load.ts';
import { atLeast, median, round, type RowResult } from '../row.ts';
import { withLab } from '../with-lab.ts';

/** How often the same runs are measured with and without flow control, in turn. */
const ROUNDS = 3;
const POST_WITHIN_SECONDS = 300;
const DONE_WITHIN_MS = 600_000;

interface FlowRate {
  title: string;
  /** The prefix of the figures in the JSON line. */
  key: string;
  flow: Flow;
  /** The number of keys over which the requests are spread. */
  keys: number;
  bar: number;
}

const RATES: FlowRate[] = [
  { title: 'with a limit', key: 'concurrency', flow: { concurrency: { limit: 1_000 } }, keys: 1, bar: 0.7 },
  { title: 'in order over 1,000 keys', key: 'order', flow: { order: { key: 'name' } }, keys: 1_000, bar: 0.7 },
  {
    title: 'gathered over 100 keys',
    key: 'gather',
    flow: { gather: { key: 'name', quietSeconds: 0.5, maxSeconds: 2, maxItems: 100, deliver: 'all' } },
    keys: 100,
    bar: 1,
  },
];

/** Measures requests per second from the first request to the end of the last session, with flow control ÷ without. */
export function measureFlowRates(quick: boolean): Promise<RowResult[]> {
  const requests = quick ? 3_000 : 20_000;
  return withLab({ backend: 'redis' }, async (lab) => {
    const plain = spread(await runRequest(lab), 1_000);
    await requestsPerSecond(lab, plain, requests / 4);
    const results: RowResult[] = [];
    for (const { title, key, flow, keys, bar } of RATES) {
      const limited = spread(await runRequest(lab, withFlow(transformWorkflow(), flow)), keys);
      const ratios: number[] = [];
      let rate = 0;
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        const without = await requestsPerSecond(lab, plain, requests);
        rate = await requestsPerSecond(lab, limited, requests);
        ratios.push(rate / without);
      }
      const ratio = median(ratios);
      const measured = `${Math.round(rate)}/s = ${round(ratio)}`;
      const values = { [`${key}PerSecond`]: Math.round(rate), [`${key}Ratio`]: round(ratio, 3) };
      results.push(atLeast(`finished runs, ${title} ÷ without`, values, ratio, bar, measured));
    }
    return results;
  });
}

/** Returns the request with another `name` each time, from this many names in turn. */
function spread(request: LoadRequest, keys: number): LoadRequest {
  const { workflowId, componentId } = JSON.parse(request.body) as { workflowId: string; componentId: string };
  const bodies = Array.from({ length: keys }, (_, key) =>
    runBody(workflowId, componentId, { name: `key ${key}`, amount: key }),
  );
  return { ...request, bodies };
}

async function requestsPerSecond(lab: Lab, request: LoadRequest, most: number): Promise<number> {
  const since = performance.now();
  const posted = await runLoad({ request, connections: 64, seconds: POST_WITHIN_SECONDS, most });
  expectOnly(200, posted.statuses);
  const { workflowId } = JSON.parse(request.body) as { workflowId: string };
  await lab.withDatabase((database) =>
    waitFor(
      async () => {
        const { rowCount } = await database.query(
          `SELECT FROM sessions WHERE workflow_id = $1 AND finished_at IS NULL ORDER BY id DESC LIMIT 1`,
          [workflowId],
        );
        return rowCount === 0;
      },
      { withinMs: DONE_WITHIN_MS, everyMs: 25, what: 'all sessions to end' },
    ),
  );
  return (posted.answers * 1_000) / (performance.now() - since);
}

const KEEPS_BAR = 0.9;

/** Measures the rate of a neighbour while sessions are held back by a limit ÷ its rate without them. */
export function measureWithHeld(quick: boolean): Promise<RowResult> {
  const [held, requests] = quick ? [10_000, 3_000] : [100_000, 20_000];
  return withLab({ backend: 'redis' }, async (lab) => {
    const { apiKey } = await createOrganization(lab.postgres.url, 'Neighbour');
    const neighbour: LabTarget = { api: createApiClient(lab.ingressUrl, apiKey), ingressPorts: lab.ingressPorts };
    const request = await runRequest(neighbour);
    await requestsPerSecond(lab, request, requests / 4);
    const before: number[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) before.push(await requestsPerSecond(lab, request, requests));
    await holdBack(lab, held);
    const during: number[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) during.push(await requestsPerSecond(lab, request, requests));
    const ratio = median(during) / median(before);
    return atLeast(
      `finished runs with ${held.toLocaleString('en')} that a limit holds back ÷ without them`,
      { withHeldRatio: round(ratio, 3), withHeldPerSecond: Math.round(median(during)) },
      ratio,
      KEEPS_BAR,
      `${Math.round(median(during))}/s = ${round(ratio)}`,
    );
  });
}

/** Makes one session occupy the only slot of its workflow for an hour, so that the others wait. */
async function holdBack(lab: Lab, count: number): Promise<void> {
  const { definition, startId } = withFlow(delayWorkflow(3_600), { concurrency: { limit: 1 } });
  const workflowId = await lab.api.publish('Held back', definition);
  const { body } = await lab.api.run(workflowId, startId, { name: 'a', amount: 1 });
  const isWaiting = async (): Promise<boolean> =>
    (await lab.api.call('GET', `/v1/sessions/${String(body['sessionId'])}`))['status'] === 'WAITING';
  await waitFor(isWaiting, { what: 'the session that has the place' });
  await lab.withDatabase((database) => fillHeld(database, lab.organization.id, runBody(workflowId, startId), count));
}
