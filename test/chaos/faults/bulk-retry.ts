import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { startProgram } from '@workflow/service-runtime';
import { waitFor, type Lab, type LabWorkflow } from '@workflow/test-harness';
import type { SessionView } from '@workflow/workflow-model';
import { runRequest } from '../../load/lab-requests.ts';
import { copySession } from '../fill-waiting.ts';
import type { Verdict } from '../judge.ts';
import { labFault, type FaultRun } from '../lab-fault.ts';
import { postDuring } from '../post-runs.ts';

const RATE = 200;
const RETRIES = 10;

/** The failed children of a large tree are retried together, again and again, while the machine is busy. */
export const bulkRetry = labFault({
  name: 'bulk retries of a large tree on a busy machine',
  short: false,
  inject,
});

async function inject({ size, startLab, own }: FaultRun): Promise<Verdict> {
  const lab = await startLab({ backend: 'redis', executors: 2 });
  const busy = own(new BusyProcesses());
  const neighbour = await runRequest(lab);
  const { rootId, childId } = await startTree(lab);
  const total = size.sessions ?? size.of(90_000, 2_000);
  await lab.withDatabase((database) => copySession(database, childId, total - 1));
  const answers: Record<string, number> = {};
  let slowestMs = 0;
  const posted = await postDuring({ requests: [neighbour], ratePerSecond: RATE }, async () => {
    await busy.start(2 * availableParallelism());
    for (let retry = 0; retry < RETRIES; retry += 1) {
      const since = performance.now();
      const { status, headers, body } = await lab.api.request<{ operationId: string; matched: number }>(
        'POST',
        '/v1/sessions/bulk',
        { action: 'retry', filter: { parentId: rootId } },
      );
      slowestMs = Math.max(slowestMs, performance.now() - since);
      const answer = status === 503 && headers.has('retry-after') ? '503 with Retry-After' : String(status);
      answers[answer] = (answers[answer] ?? 0) + 1;
      if (status === 202) await stopOperation(lab, body.operationId);
    }
    busy.close();
  });
  const ids = await lab.withDatabase(async (database) => {
    const { rows } = await database.query<{ id: string }>('SELECT id FROM sessions WHERE parent_id = $1', [rootId]);
    return rows.map(({ id }) => id);
  });
  return {
    accepted: [...posted.accepted, rootId, ...ids],
    withinSeconds: 120,
    allSucceed: false,
    bars: [
      {
        text: `${RETRIES} retries of ${ids.length} sessions were answered ${JSON.stringify(answers)}`,
        met: Object.keys(answers).every((answer) => answer === '202' || answer.startsWith('503 with')),
      },
      { text: `the slowest after ${(slowestMs / 1_000).toFixed(1)} s`, met: true },
      { text: `${ids.length} of ${total} children`, met: ids.length === total },
    ],
  };
}

/** Starts a session with a child that fails. Resolves when both have failed. */
async function startTree(lab: Lab): Promise<{ rootId: string; childId: string }> {
  const childWorkflow = chainOf({ type: 'fail', config: { code: 'REFUSED', message: 'refused' } });
  const workflowId = await lab.api.publish('Child', childWorkflow.definition);
  const config = { workflowId, componentId: childWorkflow.startId, placeholderValues: {}, wait: true };
  const root = chainOf({ type: 'run-workflow', config });
  const { body } = await lab.api.run(await lab.api.publish('Root', root.definition), root.startId, {});
  const rootId = String(body['sessionId']);
  await lab.api.untilEnded(rootId);
  const { items } = await lab.api.call<{ items: SessionView[] }>('GET', `/v1/sessions?parentId=${rootId}`);
  return { rootId, childId: items[0]!.id };
}

function chainOf(component: { type: string; config: LabWorkflow['definition']['components'][0]['config'] }) {
  const [startId, id] = [randomUUID(), randomUUID()];
  return {
    startId,
    definition: {
      components: [
        { id: startId, type: 'input', config: { placeholders: [] } },
        { id, ...component },
      ],
      connections: [{ from: startId, port: 'next', to: id }],
    },
  };
}

/** The next retry matches the same sessions again, as soon as those of the first parts have failed again. */
async function stopOperation(lab: Lab, id: string): Promise<void> {
  const isStopped = async (): Promise<boolean> =>
    (await lab.api.request('POST', `/v1/operations/${id}/stop`)).status < 300;
  await waitFor(isStopped, { withinMs: 60_000, everyMs: 250, what: 'the operation to stop' });
}

/** Processes that compute without end, so that the services get a part of the processors only. */
class BusyProcesses {
  readonly #processes: Awaited<ReturnType<typeof startProgram>>[] = [];

  async start(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1)
      this.#processes.push(await startProgram(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  }

  close(): void {
    for (const each of this.#processes.splice(0)) each.kill('SIGKILL');
  }
}
