import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '@workflow/local-stack';
import {
  describeEachBackend,
  readMetric,
  startSystem,
  transformWorkflow,
  waitFor,
  type RunningIngress,
  type TestSystem,
} from '@workflow/test-harness';
import { openHeldWrites } from '../chaos/hold-writes.ts';

const VALUES = { name: 'Ada', amount: 1 };
const WAIT = { Prefer: 'wait=30' };

describeEachBackend('a job that is added while its session is being committed', (backend) => {
  let system: TestSystem;
  let writes: Awaited<ReturnType<typeof openHeldWrites>>;
  let metricsPort: number;
  let ingress: RunningIngress;
  let workflowId: string;
  const { definition, startId } = transformWorkflow();

  beforeAll(async () => {
    metricsPort = await freePort();
    system = await startSystem({ backend, ingresses: 0, executors: 0 });
    await system.startExecutor({ EXECUTOR_METRICS_PORT: String(metricsPort) });
    writes = await openHeldWrites(system.databaseUrl);
  });
  afterAll(async () => {
    await writes?.close();
    await system?.stop();
  });

  beforeEach(async () => {
    ingress = await system.startIngress();
    workflowId = await api().publish('Early', definition);
    await writes.hold(workflowId, 'QUEUED');
  });
  afterEach(() => ingress.kill());

  const api = () => system.apiFor(system.organization, ingress);
  /** Starts the only request of this ingress. */
  const run = () => api().run(workflowId, startId, VALUES, WAIT);
  const unclaimed = () => readMetric(metricsPort, 'workflow_sessions_unclaimed_total');

  async function untilGivenUp(before: number): Promise<void> {
    await waitFor(async () => (await unclaimed()) > before, { everyMs: 20, what: 'the executor to give the job up' });
  }

  async function sessionsOf(): Promise<{ id: string; status: string }[]> {
    const { rows } = await writes.database.query<{ id: string; status: string }>(
      'SELECT id, status FROM sessions WHERE workflow_id = $1',
      [workflowId],
    );
    return rows;
  }

  test('answers with the end of a session that is committed in time', async () => {
    const answer = run();
    await (await writes.untilHeld())?.arrive();
    expect((await answer).body).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('leaves nothing of a session that is never committed', async () => {
    const before = await unclaimed();
    let isOver = false;
    const answer = run().finally(() => {
      isOver = true;
    });
    const isAnswered = async (): Promise<boolean> => isOver;
    let accept = await writes.untilHeld();
    await untilGivenUp(before);
    // Ingress writes the session again when its connection ends.
    while (accept !== null) {
      await accept.lose();
      accept = await writes.untilHeld(isAnswered);
    }
    expect((await answer).status).toBe(500);
    await writes.forget(workflowId);
    expect(await sessionsOf()).toEqual([]);
    expect((await run()).body).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('is replaced by the rescue when the session is written again', async () => {
    const before = await unclaimed();
    const answer = run();
    const accept = await writes.untilHeld();
    await untilGivenUp(before);
    await writes.forget(workflowId);
    await accept?.lose();
    expect((await answer).body).toMatchObject({ status: 'SUCCEEDED' });
    expect(await sessionsOf()).toHaveLength(1);
  });
});
