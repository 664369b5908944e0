import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import type { Flow, SessionStatus } from '@workflow/workflow-model';
import fc from 'fast-check';
import { keyedBy } from '../../test/keyed-by.ts';
import { useTestStore, publishedWorkflow } from '../../test/open-test-store.ts';
import type { Fence } from '../execution/claim-sessions.ts';

const database = useTestStore({
  startRulesOf: keyedBy(({ flow }, { key }) => ({
    concurrencyKey: flow?.concurrency === undefined ? '' : String(key),
    orderKey: flow?.order === undefined ? '' : String(key),
  })),
});

const POLICY = { maxInFlight: 1_000, minInFlightPerOrganization: 1_000, maxJobValueBytes: 1_024 };
const LIMIT = 2;
const KEYS = ['"a"', '"b"', 'null'];

/** The next action in a history. `pick` chooses among the existing sessions. */
type Act =
  | { kind: 'accept'; key: number }
  | { kind: 'round' }
  | { kind: 'end' | 'fail' | 'wait' | 'release' | 'crash' | 'cancel' | 'retry'; pick: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('accept' as const), key: fc.nat(KEYS.length - 1) }) },
  { weight: 5, arbitrary: fc.constant({ kind: 'round' as const }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('end', 'fail', 'wait', 'release', 'crash', 'cancel', 'retry'),
      pick: fc.nat(1_000),
    }),
  },
);

interface Held {
  id: string;
  key: string;
  /** A number that increases with each acceptance and retry. */
  acceptedAt: number;
  /** `acceptedAt` when it was last claimed. */
  startedAs?: number;
}

/** The sessions of one workflow. Acts as ingress, dispatcher and executors. */
class History {
  readonly #store = database.store;
  readonly #organizationId = randomUUID();
  readonly #executorId = randomUUID();
  readonly #flow: Flow;
  readonly sessions = new Map<string, Held>();
  readonly #running = new Map<string, Fence>();
  /** The sessions in the order of their first claims. */
  readonly started: Held[] = [];
  #workflow = { workflowId: '', componentId: '', definitionId: '' };
  #clock = 0;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  async open(): Promise<void> {
    this.#workflow = await publishedWorkflow(database, this.#organizationId, this.#flow);
    await this.#beat();
  }

  async #beat(): Promise<void> {
    await this.#store.execution.registerExecutor({ id: this.#executorId, host: 'test', concurrency: 100 });
  }

  async do(next: Act): Promise<void> {
    if (next.kind === 'accept') return this.#accept(KEYS[next.key] as string);
    if (next.kind === 'round') return this.round();
    const among = next.kind === 'cancel' || next.kind === 'retry' ? this.sessions : this.#running;
    const id = [...among.keys()][next.pick % Math.max(1, among.size)];
    if (id === undefined) return;
    if (next.kind === 'cancel') {
      await this.#store.sessions.commands.cancel(this.#organizationId, id);
      this.#running.delete(id);
    } else if (next.kind === 'retry') await this.#retry(id);
    else await this.#leave(id, next.kind);
  }

  #tick(): number {
    this.#clock += 1;
    return this.#clock;
  }

  async #accept(key: string): Promise<void> {
    const session = newSession({
      organizationId: this.#organizationId,
      ...this.#workflow,
      enqueue: false,
      placeholderValuesJson: JSON.stringify({ key }),
      flow: {
        concurrencyKey: this.#flow.concurrency === undefined ? '' : key,
        orderKey: this.#flow.order === undefined ? '' : key,
      },
    });
    await this.#store.intake.accept(session);
    this.sessions.set(session.id, { id: session.id, key, acceptedAt: this.#tick() });
  }

  async #retry(id: string): Promise<void> {
    const outcome = await this.#store.sessions.commands.retry(this.#organizationId, id, {
      from: 'start',
      version: 'pinned',
      enqueue: false,
    });
    if (outcome.kind === 'retried') (this.sessions.get(id) as Held).acceptedAt = this.#tick();
  }

  async #leave(id: string, how: 'end' | 'fail' | 'wait' | 'release' | 'crash'): Promise<void> {
    const fence = this.#running.get(id) as Fence;
    this.#running.delete(id);
    const { execution } = this.#store;
    if (how === 'end') await execution.end(fence, { kind: 'succeeded', output: null }, []);
    if (how === 'fail')
      await execution.end(fence, { kind: 'failed', error: { code: 'X', message: 'x', componentId: null } }, []);
    if (how === 'wait') await execution.end(fence, { kind: 'waiting', dueAt: new Date(0), childrenSeen: 0 }, []);
    if (how === 'release') await execution.end(fence, { kind: 'released' }, []);
    // Simulates that its executor died and another one claims it.
    if (how === 'crash') await this.#claim([id]);
  }

  /** Runs one round of the dispatcher, and claims the sessions that it enqueued. */
  async round(): Promise<void> {
    const { dispatch } = this.#store;
    await dispatch.reconcile(POLICY);
    await dispatch.admitHeld();
    const enqueued = await dispatch.enqueueBacklog(POLICY, 1_000);
    await this.#claim(
      enqueued.map(({ sessionId }) => sessionId).sort((a, b) => this.#acceptedAt(a) - this.#acceptedAt(b)),
    );
  }

  #acceptedAt(id: string): number {
    return this.sessions.get(id)?.acceptedAt ?? 0;
  }

  async #claim(ids: string[]): Promise<void> {
    await this.#beat();
    for (const sessionId of ids) {
      const claimed = await this.#store.execution.claim({ sessionId, executorId: this.#executorId });
      if (claimed === null) continue;
      this.#running.set(sessionId, { sessionId, claimNumber: claimed.claimNumber });
      const session = this.sessions.get(sessionId);
      if (session === undefined || session.startedAs === session.acceptedAt) continue;
      session.startedAs = session.acceptedAt;
      this.started.push({ ...session });
    }
  }

  async statuses(): Promise<Map<string, SessionStatus>> {
    const rows = await database.sql<{ id: string; status: SessionStatus }>(
      'SELECT id, status FROM sessions WHERE organization_id = $1',
      [this.#organizationId],
    );
    return new Map(rows.map(({ id, status }) => [id, status]));
  }

  /** Counts the running sessions of each key. */
  async underWay(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const [id, status] of await this.statuses()) {
      const key = this.sessions.get(id)?.key;
      if (key !== undefined && (status === 'RUNNING' || status === 'WAITING'))
        counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  }

  /**
   * Ends all sessions.
   * @returns the sessions that are still not terminal
   */
  async drain(): Promise<string[]> {
    for (let round = 0; round < this.sessions.size * 3 + 5; round += 1) {
      await this.round();
      for (const id of this.#running.keys()) await this.#leave(id, 'end');
    }
    return [...(await this.statuses())]
      .filter(([, status]) => ['QUEUED', 'RUNNING', 'WAITING'].includes(status))
      .map(([id]) => id);
  }

  async countUnended(): Promise<number> {
    return (await database.sql('SELECT FROM flow_entries WHERE workflow_id = $1', [this.#workflow.workflowId])).length;
  }
}

async function checkHistory(flow: Flow, limit: number, acts: Act[]): Promise<History> {
  const history = new History(flow);
  await history.open();
  for (const next of acts) {
    await history.do(next);
    for (const [key, count] of await history.underWay())
      expect({ key, count, over: count > limit }).toMatchObject({ over: false });
  }
  expect(await history.drain()).toEqual([]);
  expect(await history.countUnended()).toBe(0);
  return history;
}

const acts = fc.array(act, { minLength: 10, maxLength: 40 });

test('never more sessions of a key than its limit are under way, none is lost, and no place stays taken', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (history) => {
      await checkHistory({ concurrency: { key: 'k', limit: LIMIT } }, LIMIT, history);
    }),
    { numRuns: 6 },
  );
});

test('sessions of a key start one after the other, in the order in which they were accepted', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (history) => {
      const checked = await checkHistory({ order: { key: 'k' } }, 1, history);
      for (const key of KEYS) {
        const times = checked.started.filter((session) => session.key === key).map((session) => session.acceptedAt);
        expect(times).toEqual([...times].sort((a, b) => a - b));
      }
    }),
    { numRuns: 6 },
  );
});

test('order and a limit over all keys apply together', async () => {
  const history = new History({ order: { key: 'k' }, concurrency: { limit: 1 } });
  await history.open();
  for (let round = 0; round < 9; round += 1) await history.do({ kind: 'accept', key: round % 3 });
  await history.round();
  expect([...(await history.underWay()).values()]).toEqual([1, 1, 1]);
  expect(await history.drain()).toEqual([]);
  expect(history.started.slice(0, 3).map(({ acceptedAt }) => acceptedAt)).toEqual([1, 2, 3]);
});
