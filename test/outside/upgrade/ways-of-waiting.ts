import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  delayWorkflow,
  httpWorkflow,
  transformWorkflow,
  waitFor,
  withFlow,
  type ApiClient,
  type LabWorkflow,
} from '@workflow/test-harness';
import type { Component } from '@workflow/workflow-model';
import { askingWorkflow, type QuestionKind } from '../../chaos/asking-workflow.ts';
import { begin, listSessions, run, succeeds, untilWaiting, type WaitingLab } from './waiting-lab.ts';

const LONG_SECONDS = 3_600;
const WITHIN_MS = 120_000;

/** Ends the wait of a session, with a client of any release. Resolves when the session has resumed as it must. */
export type Resume = (api: ApiClient) => Promise<void>;

/** Starts a session with a client of any release. Resolves when it waits. */
type Way = (lab: WaitingLab, api: ApiClient) => Promise<Resume>;

/** Every way in which a session waits. */
const WAYS: Record<string, Way> = {
  async delay(lab, api) {
    const id = await begin(api, delayWorkflow(LONG_SECONDS));
    await untilWaiting(api, id, 'delay');
    return async (by) => {
      await lab.makeDue(id);
      await succeeds(by, id);
    };
  },
  callback: (lab, api) => ask(lab, api, 'callback'),
  approval: (lab, api) => ask(lab, api, 'approval'),
  async child(lab, api) {
    const id = await begin(api, await parentOf(api, delayWorkflow(LONG_SECONDS)), {});
    await untilWaiting(api, id, 'children');
    const [child] = await listSessions(api, `parentId=${id}`);
    await untilWaiting(api, child!.id, 'delay');
    return async (by) => {
      await lab.makeDue(child!.id);
      assert.equal((await succeeds(by, id)).output, 'Ada');
    };
  },
  async backoff(lab, api) {
    const workflow = httpWorkflow(`${lab.flakyUrl}/${randomUUID()}`, 1);
    callOf(workflow).retry = { maxAttempts: 2, backoffSeconds: LONG_SECONDS };
    const id = await begin(api, workflow);
    await untilWaiting(api, id, 'delay');
    return async (by) => {
      await lab.makeDue(id);
      await succeeds(by, id);
    };
  },
  async throttle(lab, api) {
    const workflow = httpWorkflow(lab.flakyUrl, 1);
    callOf(workflow).config['throttle'] = { key: randomUUID(), perSecond: 0.01 };
    const workflowId = await api.publish('Throttled', workflow.definition);
    await succeeds(api, await run(api, workflowId, workflow.startId));
    const id = await run(api, workflowId, workflow.startId);
    await untilWaiting(api, id, 'throttle');
    return async (by) => {
      await lab.makeDue(id);
      await succeeds(by, id);
    };
  },
  async gather(lab, api) {
    const gather = { quietSeconds: LONG_SECONDS, maxSeconds: LONG_SECONDS };
    const id = await begin(api, withFlow(transformWorkflow(), { gather }));
    await untilWaiting(api, id, 'gather');
    return async (by) => {
      await lab.database.query('UPDATE gatherings SET closes_at = clock_timestamp() WHERE session_id = $1', [id]);
      await succeeds(by, id);
    };
  },
  async order(lab, api) {
    const workflow = withFlow(delayWorkflow(LONG_SECONDS), { order: { key: 'name' } });
    const workflowId = await api.publish('In order', workflow.definition);
    const first = await run(api, workflowId, workflow.startId);
    await untilWaiting(api, first, 'delay');
    const second = await run(api, workflowId, workflow.startId);
    await untilWaiting(api, second, 'order');
    return async (by) => {
      for (const id of [first, second]) {
        await untilWaiting(by, id, 'delay');
        await lab.makeDue(id);
        await succeeds(by, id);
      }
    };
  },
  async pause(_lab, api) {
    const { definition, startId } = transformWorkflow();
    const workflowId = await api.publish('Paused', definition);
    await api.call('POST', `/v1/workflows/${workflowId}/pause`);
    const id = await run(api, workflowId, startId);
    await untilWaiting(api, id, 'pause');
    return async (by) => {
      await by.call('POST', `/v1/workflows/${workflowId}/resume`);
      await succeeds(by, id);
    };
  },
  async 'overlap of a schedule'(lab, api) {
    const workflowId = await api.publish('Scheduled', scheduledDelay());
    const isWaiting = async (): Promise<boolean> => {
      const { rowCount } = await lab.database.query(
        `SELECT FROM due_times WHERE workflow_id = $1 AND status = 'WAITING' LIMIT 1`,
        [workflowId],
      );
      return rowCount === 1;
    };
    await waitFor(isWaiting, { withinMs: WITHIN_MS, what: 'a due time that waits' });
    const [first] = await listSessions(api, `workflowId=${workflowId}`);
    return async (by) => {
      await lab.makeDue(first!.id);
      await succeeds(by, first!.id);
      const isStarted = async (): Promise<boolean> => (await listSessions(by, `workflowId=${workflowId}`)).length === 2;
      await waitFor(isStarted, { withinMs: WITHIN_MS, what: 'the due time that waited to start' });
      await by.call('POST', `/v1/workflows/${workflowId}/unpublish`);
    };
  },
};

/** Starts a session that waits in each way. Resolves when all of them wait. */
export async function waitInEveryWay(lab: WaitingLab, api: ApiClient): Promise<Resume[]> {
  const started = Object.entries(WAYS).map(async ([name, start]): Promise<Resume> => {
    const resume = await named(name, () => start(lab, api));
    return (by) => named(name, () => resume(by));
  });
  return Promise.all(started);
}

/** Adds the way of waiting to an error. */
async function named<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw new Error(`${name}: ${String(error)}`, { cause: error });
  }
}

async function ask(lab: WaitingLab, api: ApiClient, kind: QuestionKind): Promise<Resume> {
  const number = lab.nextQuestion();
  const id = await begin(api, askingWorkflow(kind, lab.recorderUrl, LONG_SECONDS), { number });
  await untilWaiting(api, id, kind);
  const [address] = lab.recorder.paths.get(number)!;
  return async (by) => {
    const body = kind === 'callback' ? { by: 'Ada' } : { by: 'Ada', choice: 'approve' };
    const { status } = await by.request('POST', address!, body);
    assert.ok(status < 300, `it was answered ${status}`);
    assert.equal((await succeeds(by, id)).output, 'Ada');
  };
}

/** Returns the component that calls another server. */
function callOf({ definition }: LabWorkflow): Component {
  return definition.components.find(({ type }) => type === 'http-request')!;
}

/** Publishes a child. @returns a workflow that runs it and waits for its output */
async function parentOf(api: ApiClient, child: LabWorkflow): Promise<LabWorkflow> {
  const workflowId = await api.publish('Child', child.definition);
  const [startId, runs, ends] = [randomUUID(), randomUUID(), randomUUID()];
  const placeholderValues = { name: 'Ada', amount: 1 };
  const config = { workflowId, componentId: child.startId, placeholderValues, wait: true };
  return {
    startId,
    definition: {
      components: [
        { id: startId, type: 'input', config: { placeholders: [] } },
        { id: runs, type: 'run-workflow', output: 'child', config },
        { id: ends, type: 'output', config: { value: '{{ child.output }}' } },
      ],
      connections: [
        { from: startId, port: 'next', to: runs },
        { from: runs, port: 'next', to: ends },
      ],
    },
  };
}

/** Returns a workflow that starts every ten seconds, one session after the other, and waits long. */
function scheduledDelay(): LabWorkflow['definition'] {
  const [schedule, delay] = [randomUUID(), randomUUID()];
  return {
    components: [
      { id: schedule, type: 'schedule', config: { everySeconds: 10, onOverlap: 'queue' } },
      { id: delay, type: 'delay', config: { seconds: LONG_SECONDS } },
    ],
    connections: [{ from: schedule, port: 'next', to: delay }],
  };
}
