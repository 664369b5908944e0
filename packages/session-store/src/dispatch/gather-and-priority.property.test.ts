import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import type { Flow, Priority } from '@workflow/workflow-model';
import fc from 'fast-check';
import { useTestStore, publishedWorkflow } from '../../test/open-test-store.ts';
import type { Fence } from '../execution/claim-sessions.ts';
import type { NewSession } from '../acceptance/new-session.ts';
import { isInBacklog, waitsUntilDue } from '../queued/queued-states.ts';

const database = useTestStore({ executorDeadAfterMs: 600_000 });

const POLICY = { maxInFlight: 1_000, minInFlightPerOrganization: 1_000, maxJobValueBytes: 1_024 };
const OPEN = ['QUEUED', 'RUNNING', 'WAITING'];

/** The actions of both histories. `pick` chooses among the sessions. */
type Act =
  | { kind: 'accept'; what: number }
  | { kind: 'round' }
  | { kind: 'crash' }
  | { kind: Leave | 'cancel' | 'retry'; pick: number };
type Leave = 'end' | 'fail' | 'wait' | 'release';

const acts = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('accept' as const), what: fc.nat(1_000) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('round' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const) }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constantFrom<Leave | 'cancel' | 'retry'>('end', 'fail', 'wait', 'release', 'cancel', 'retry'),
        pick: fc.nat(1_000),
      }),
    },
  ),
  { minLength: 10, maxLength: 50 },
);

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`expected ${what}`);
}

/** The sessions of one workflow. Acts as ingress, dispatcher and executors. */
abstract class History {
  readonly organizationId = randomUUID();
  protected readonly store = database.another();
  protected readonly running = new Map<string, Fence>();
  protected readonly ids = new Set<string>();
  protected workflow = { workflowId: '', componentId: '', definitionId: '' };
  #executorId = randomUUID();

  /** Removes the data of other histories, including failed ones. */
  async open(flow: Flow): Promise<this> {
    const tables = 'sessions, enqueued_batches, admission_quotas, executors, flow_entries, flow_wakes';
    await database.sql(`TRUNCATE ${tables}`);
    this.workflow = await publishedWorkflow(database, this.organizationId, flow);
    await this.#beat();
    return this;
  }

  abstract accept(what: number): Promise<void>;
  abstract round(): Promise<void>;

  async do(act: Act): Promise<void> {
    if (act.kind === 'accept') return this.accept(act.what);
    if (act.kind === 'round') return this.round();
    if (act.kind === 'crash') return this.#crash();
    const among = [...(act.kind === 'cancel' || act.kind === 'retry' ? this.ids : this.running.keys())];
    const id = among[act.pick % Math.max(1, among.length)];
    if (id === undefined) return;
    if (act.kind === 'retry') return this.retry(id);
    if (act.kind === 'cancel') {
      await this.store.sessions.commands.cancel(this.organizationId, id);
      this.running.delete(id);
    } else await this.leave(id, act.kind);
  }

  protected async retry(id: string): Promise<void> {
    const options = { from: 'start', version: 'pinned', enqueue: false } as const;
    await this.store.sessions.commands.retry(this.organizationId, id, options);
  }

  protected async leave(id: string, how: Leave): Promise<void> {
    const fence = this.running.get(id) as Fence;
    this.running.delete(id);
    const error = { code: 'X', message: 'x', componentId: null };
    const ends = {
      end: { kind: 'succeeded', output: null },
      fail: { kind: 'failed', error },
      wait: { kind: 'waiting', dueAt: new Date(0), childrenSeen: 0 },
      release: { kind: 'released' },
    } as const;
    await this.store.execution.end(fence, ends[how], []);
  }

  /** Simulates that the executor dies with all sessions that it runs, and another one continues them. */
  async #crash(): Promise<void> {
    await database.sql(`UPDATE executors SET heartbeat_at = now() - interval '1 hour' WHERE id = $1`, [
      this.#executorId,
    ]);
    this.#executorId = randomUUID();
    await this.claim([...this.running.keys()]);
  }

  async #beat(): Promise<void> {
    await this.store.execution.registerExecutor({ id: this.#executorId, host: 'test', concurrency: 100 });
  }

  protected async claim(ids: string[]): Promise<void> {
    await this.#beat();
    for (const sessionId of ids) {
      const claimed = await this.store.execution.claim({ sessionId, executorId: this.#executorId });
      if (claimed !== null) this.running.set(sessionId, { sessionId, claimNumber: claimed.claimNumber });
    }
  }

  protected session(overrides: Partial<NewSession>): NewSession {
    const session = newSession({ organizationId: this.organizationId, ...this.workflow, enqueue: false, ...overrides });
    this.ids.add(session.id);
    return session;
  }

  /** Ends all sessions, and retries failed and cancelled ones. */
  async drain(): Promise<void> {
    for (let round = 0; round < this.ids.size * 2 + 10; round += 1) {
      await this.round();
      for (const id of this.running.keys()) await this.leave(id, 'end');
      const rows = await database.sql<{ id: string; status: string }>(
        `SELECT id, status FROM sessions WHERE organization_id = $1 AND status <> 'SUCCEEDED'`,
        [this.organizationId],
      );
      if (rows.length === 0) return;
      for (const { id, status } of rows) if (!OPEN.includes(status)) await this.retry(id);
    }
    throw new Error('sessions are left');
  }
}

const MAX_ITEMS = 3;

class GatherHistory extends History {
  /** The numbers of the requests that joined each session, in order. */
  readonly expected = new Map<string, { key: string; numbers: number[] }>();
  readonly #repeatable: { session: NewSession; sessionId: string }[] = [];
  #number = 0;

  async accept(what: number): Promise<void> {
    const earlier = this.#repeatable[what % 7];
    if (earlier !== undefined && what % 5 === 0) return this.#repeat(earlier);
    this.#number += 1;
    const number = this.#number;
    const key = ['a', 'b'][what % 2] as string;
    const session = newSession({
      organizationId: this.organizationId,
      ...this.workflow,
      enqueue: false,
      placeholderValuesJson: JSON.stringify({ key, number }),
      flow: { concurrencyKey: '', orderKey: '' },
      idempotency: { key: String(number), bodyHash: Buffer.from(String(number)), response: 'first' },
      gather: {
        key,
        quietMs: 3_600_000,
        maxMs: 3_600_000,
        maxItems: MAX_ITEMS,
        item: String(number),
        responseFor: () => 'joined',
      },
    });
    const outcome = await this.store.intake.accept(session);
    const sessionId = outcome.kind === 'gathered' ? outcome.sessionId : session.id;
    this.ids.add(sessionId);
    const { numbers } = this.expected.get(sessionId) ?? { numbers: [] };
    this.expected.set(sessionId, { key, numbers: [...numbers, number] });
    this.#repeatable.push({ session, sessionId });
  }

  async #repeat({ session, sessionId }: { session: NewSession; sessionId: string }): Promise<void> {
    const repeated = { ...session, id: newSession().id };
    const outcome = await this.store.intake.accept(repeated);
    must(outcome.kind === 'replayed' && outcome.sessionId === sessionId, 'a repeat to be answered as the first time');
  }

  /** Lets time pass, and runs a round of the dispatcher and executors. */
  async round(): Promise<void> {
    await database.sql("UPDATE gatherings SET closes_at = clock_timestamp() - interval '1 ms' WHERE workflow_id = $1", [
      this.workflow.workflowId,
    ]);
    await this.store.dispatch.reconcile(POLICY);
    await this.store.dispatch.admitHeld();
    await this.claim((await this.store.dispatch.enqueueBacklog(POLICY, 1_000)).map(({ sessionId }) => sessionId));
  }

  async gathered(): Promise<Map<string, { key: string; numbers: number[] }>> {
    const rows = await database.sql<{ id: string; values: { key: string; gathered: number[] } }>(
      'SELECT id, placeholder_values AS values FROM sessions WHERE organization_id = $1 ORDER BY id',
      [this.organizationId],
    );
    return new Map(rows.map(({ id, values }) => [id, { key: values.key, numbers: values.gathered }]));
  }
}

test('every request that gathers is in the run that its answer named, once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (history) => {
      const gather = {
        key: 'key',
        quietSeconds: 3_600,
        maxSeconds: 3_600,
        maxItems: MAX_ITEMS,
        deliver: 'all',
      } as const;
      const driven = await new GatherHistory().open({ gather });
      for (const act of history) await driven.do(act);
      await driven.drain();
      expect(Object.fromEntries(await driven.gathered())).toEqual(Object.fromEntries(driven.expected));
      for (const { numbers } of driven.expected.values()) expect(numbers.length).toBeLessThanOrEqual(MAX_ITEMS);
      expect(await database.sql('SELECT FROM gathered_requests')).toEqual([]);
      expect(await database.sql('SELECT FROM gatherings')).toEqual([]);
    }),
    { numRuns: 6 },
  );
}, 180_000);

const PLACES = 2;
const LOW_ONE_IN = 10;

class PriorityHistory extends History {
  /** The number of low-priority sessions that started while a high one waited. */
  lowBeforeHigh = 0;
  /** The number of high-priority sessions that started in a row while a low one waited. */
  #inARow = 0;

  async accept(what: number): Promise<void> {
    const priority: Priority = what % 3 === 0 ? 'low' : 'high';
    await this.store.intake.accept(this.session({ priority }));
  }

  async round(): Promise<void> {
    await this.store.dispatch.reconcile(POLICY);
    const waiting = await database.sql<{ id: string; priority: number }>(
      `SELECT id, priority FROM sessions WHERE organization_id = $1
        AND (${isInBacklog()} OR (status = 'WAITING' AND ${waitsUntilDue()} AND due_at <= now())) ORDER BY id`,
      [this.organizationId],
    );
    const enqueuedIds = (await this.store.dispatch.enqueueBacklog(POLICY, PLACES)).map(({ sessionId }) => sessionId);
    must(
      enqueuedIds.length === Math.min(PLACES, waiting.length),
      `${PLACES} of ${waiting.length} to be enqueued, not ${enqueuedIds.length}`,
    );
    if (waiting.length === 0) this.#inARow = 0;
    const stillWaiting = [...waiting];
    for (const id of enqueuedIds) {
      const started = stillWaiting.find((each) => each.id === id);
      const ofItsPriority = stillWaiting.filter(({ priority }) => priority === started?.priority);
      must(ofItsPriority[0]?.id === id, 'sessions of one priority to start in order of acceptance');
      this.#count(started?.priority === 0, ofItsPriority.length < stillWaiting.length);
      stillWaiting.splice(
        stillWaiting.findIndex((each) => each.id === id),
        1,
      );
    }
    await this.claim(enqueuedIds);
  }

  #count(isHigh: boolean, isContended: boolean): void {
    if (!isContended) return;
    if (!isHigh) {
      must(this.#inARow === LOW_ONE_IN - 1, `a low one to start after nine, not ${this.#inARow}`);
      this.lowBeforeHigh += 1;
    }
    this.#inARow = isHigh ? this.#inARow + 1 : 0;
    must(this.#inARow < LOW_ONE_IN, 'one start in ten to be a low one');
  }
}

test('sessions of high priority start before low ones in order of acceptance, one start in ten is low', async () => {
  let contended = 0;
  await fc.assert(
    fc.asyncProperty(acts, async (history) => {
      const driven = await new PriorityHistory().open({});
      for (const act of history) await driven.do(act);
      // There must be enough sessions of both priorities for a low one to have its turn.
      for (let what = 0; what < 30; what += 1) await driven.accept(what);
      await driven.drain();
      contended += driven.lowBeforeHigh;
    }),
    { numRuns: 6 },
  );
  expect(contended).toBeGreaterThan(0);
}, 180_000);
