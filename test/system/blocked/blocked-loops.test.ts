import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  describeEachBackend,
  httpWorkflow,
  startSystem,
  transformWorkflow,
  waitFor,
  type LabWorkflow,
  type ServiceProcess,
  type TestOrganization,
  type TestSystem,
} from '@workflow/test-harness';
import { Client } from 'pg';
import { StepRecorder } from '../../chaos/step-recorder.ts';

const VALUES = { name: 'Ada', amount: 1 };
const PRELOAD = join(import.meta.dirname, 'hold-loops.ts');

/** Returns input → (an HTTP call →) transform, which blocks the loop → output. */
function holdingWorkflow(url: string | null): LabWorkflow {
  const { definition, startId } = url === null ? transformWorkflow() : httpWorkflow(url, 1);
  const [input, ...rest] = definition.components;
  const hold = {
    id: randomUUID(),
    type: 'transform',
    output: 'held',
    config: { expression: '$uppercase(name)', type: 'TEXT' },
  };
  const components = [input!, ...rest.slice(0, -1), hold, rest.at(-1)!];
  const connections = components
    .slice(1)
    .map(({ id }, index) => ({ from: components[index]!.id, port: 'next', to: id }));
  return { definition: { components, connections }, startId };
}

const succeeded = (sessions: number): string[] => Array.from({ length: sessions }, () => 'SUCCEEDED');

/** Starts runs of the neighbour's workflow. With `calls` 1, each is in flight until its call is answered. */
async function runNeighboursOf({ api }: TestSystem, url: string, calls: 0 | 1): Promise<string[]> {
  const { definition, startId } = calls === 0 ? transformWorkflow() : httpWorkflow(url, 1);
  const workflowId = await api.publish('Neighbour', definition);
  const answers = await Promise.all(Array.from({ length: 4 }, () => api.run(workflowId, startId, VALUES)));
  return answers.map(({ body }) => body['sessionId'] as string);
}

/** Returns the log line of the thread that ended the process. */
async function untilEnded(service: ServiceProcess) {
  await waitFor(async () => service.exits.length > 0);
  expect(service.exits).toEqual([{ code: null, signal: 'SIGKILL' }]);
  return service.log.find(({ turn, level }) => turn !== undefined && level === 60)!;
}

type Rows = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Creates a hook with an address that blocks the loop. Its events are due in an hour. */
async function makeHook(
  system: TestSystem,
  { rows, endNeighbours }: { rows: Rows; endNeighbours: () => Promise<unknown> },
): Promise<string> {
  const { id } = await system.api.call<{ id: string }>('POST', '/v1/organization/event-hooks', {
    url: 'http://127.0.0.1:9/hold-delivery',
    events: ['session.succeeded'],
  });
  await endNeighbours();
  // Nothing listens at this address, so each delivery waits for its second try.
  await waitFor(async () => {
    const deliveries = await rows<{ tries: number }>('SELECT tries FROM event_deliveries');
    return deliveries.length > 0 && deliveries.every(({ tries }) => tries > 0);
  });
  await rows(`UPDATE event_deliveries SET next_try_at = now() + interval '1 hour'`);
  return id;
}

describeEachBackend('an event loop that is blocked', (backend) => {
  const recorder = new StepRecorder(1_500);
  const holdFile = join(tmpdir(), `hold-${randomUUID()}`);
  let system: TestSystem;
  let database: Client;
  let culprit: TestOrganization;
  /** The only executor. A test that ends it starts the next one. */
  let executor: ServiceProcess;
  let url: string;

  beforeAll(async () => {
    url = await recorder.listen();
    const env = {
      NODE_OPTIONS: `--import=${PRELOAD}`,
      HOLD_FILE: holdFile,
      TURN_LIMIT_MS: '1000',
      HTTP_ALLOWED_ADDRESSES: '127.0.0.1',
    };
    system = await startSystem({ backend, executors: 1, env, onStillLoop: () => undefined });
    executor = system.executors[0]!;
    culprit = await system.createOrganization();
    database = new Client({ connectionString: system.databaseUrl });
    await database.connect();
  });
  beforeEach(() => writeFileSync(holdFile, ''));
  afterEach(() => executor.signal('SIGCONT'));
  afterAll(async () => {
    rmSync(holdFile, { force: true });
    await database?.end();
    await system?.stop();
    recorder.close();
  });

  const rows: Rows = async <Row>(text: string, values: unknown[] = []) =>
    (await database.query(text, values)).rows as Row[];
  const turns = () =>
    rows<{ service: string; kind: string | null; name: string | null; organization_id: string | null }>(
      'SELECT id, service, kind, name, organization_id, session_id, is_ending FROM blocked_turns ORDER BY at DESC',
    );
  const crashesOf = (ids: string[]) =>
    rows<{ crashes: number }>('SELECT DISTINCT crashes FROM sessions WHERE id = ANY ($1::uuid[])', [ids]);

  /** Waits until each of them is in flight. */
  const untilCalled = (ids: string[]) =>
    waitFor(async () => ids.every((id) => [...recorder.callsByKey.keys()].some((key) => key.startsWith(id))));

  const runNeighbours = (calls: 0 | 1) => runNeighboursOf(system, url, calls);
  const statusesOf = async (ids: string[]) =>
    Promise.all(ids.map(async (id) => (await system.api.untilEnded(id)).status));

  describe('by a session', () => {
    test.each([
      ['that runs before its claim', false],
      ['that was claimed, and whose effect is over', true],
    ])('%s fails it immediately, and loses and charges no other', async (_when, hasEffect) => {
      const holding = holdingWorkflow(hasEffect ? url : null);
      const api = system.apiFor(culprit);
      const workflowId = await api.publish('Holding', holding.definition);
      const calling = await runNeighbours(1);
      await untilCalled(calling);
      const { body } = await api.run(workflowId, holding.startId, { name: 'hold-session', amount: 1 });
      const blamed = body['sessionId'] as string;
      const line = await untilEnded(executor);
      expect(line).toMatchObject({ turn: { kind: 'session', name: blamed, organizationId: culprit.id } });
      expect(executor.log.filter(({ level }) => level === 50)).toEqual([]);
      expect(await rows('SELECT FROM executors')).toEqual([]);
      expect(await crashesOf(calling)).toEqual([{ crashes: 0 }]);

      executor = await system.startExecutor();
      const ended = await api.untilEnded(blamed);
      expect(ended).toMatchObject({
        status: 'FAILED',
        error: { code: 'BLOCKED_EXECUTOR', errorId: line['errorId'] },
      });
      expect(await statusesOf([...calling, ...(await runNeighbours(0))])).toEqual(succeeded(8));
      const calls = [...recorder.callsByKey].filter(([key]) => calling.some((id) => key.startsWith(id)));
      expect(Math.max(...calls.map(([, made]) => made))).toBeLessThanOrEqual(2);
      expect(executor.exits).toEqual([]);
      await waitFor(async () => (await turns()).every((turn) => !('is_ending' in turn && turn['is_ending'] === true)));
      const audit = await rows('SELECT actor_type, target_id, detail FROM audit_log WHERE action = $1', [
        'event-loop.block',
      ]);
      expect(audit).toContainEqual({
        actor_type: 'system',
        target_id: blamed,
        detail: expect.objectContaining({ service: 'executor', errorId: line['errorId'] }),
      });
    });
  });

  test('by a background task blames no session, and charges none', async () => {
    const endNeighbours = async () => statusesOf(await runNeighbours(0));
    rmSync(holdFile);
    const hookId = await makeHook(system, { rows, endNeighbours });
    writeFileSync(holdFile, '');
    const calling = await runNeighbours(1);
    await untilCalled(calling);
    await rows("UPDATE event_deliveries SET next_try_at = now() - interval '1 ms'");
    const line = await untilEnded(executor);
    expect(line).toMatchObject({ turn: { kind: 'task', name: 'delivery', organizationId: system.organization.id } });
    rmSync(holdFile);
    await rows('DELETE FROM event_hooks WHERE id = $1', [hookId]);
    expect(await turns()).toContainEqual(expect.objectContaining({ kind: 'task', session_id: null, is_ending: false }));
    executor = await system.startExecutor();
    expect(await statusesOf(calling)).toEqual(succeeded(4));
    expect(await crashesOf(calling)).toEqual([{ crashes: 0 }]);
  });

  test('of ingress names route and organization, and loses nothing that was accepted', async () => {
    executor.signal('SIGSTOP');
    const accepted = await runNeighbours(0);
    const ingress: ServiceProcess = system.ingresses[0]!;
    const { startId, definition } = transformWorkflow();
    const workflowId = await system.apiFor(culprit).publish('Small', definition);
    const lost = system.apiFor(culprit).run(workflowId, startId, { name: 'hold-route', amount: 1 });
    await expect(lost).rejects.toThrow();
    const line = await untilEnded(ingress);
    expect(line).toMatchObject({
      turn: { kind: 'route', name: 'POST /v1/workflow/run', organizationId: culprit.id },
    });
    expect(await turns()).toContainEqual(
      expect.objectContaining({ service: 'ingress', kind: 'route', organization_id: culprit.id }),
    );
    expect(existsSync(holdFile)).toBe(true);
    const api = system.apiFor(system.organization, await system.startIngress());
    executor.signal('SIGCONT');
    const ended = await Promise.all(accepted.map((id) => api.untilEnded(id)));
    expect(ended.map(({ status }) => status)).toEqual(succeeded(4));
  });
});
