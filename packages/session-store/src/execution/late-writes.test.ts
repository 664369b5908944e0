import { expect, test } from '@jest/globals';
import { newStep, useTestStore, runningSession } from '../../test/open-test-store.ts';

const database = useTestStore();

const CRASHED = { code: 'CRASHED', message: 'three executors were lost', componentId: null };
const late = { status: 'FAILED' as const, port: 'error', output: 'late', error: { code: 'LATE', message: 'late' } };

test.each(['recordSteps', 'end'] as const)(
  'a committed step is not overwritten by a late write of %s',
  async (write) => {
    const { execution } = database.store;
    const { session, fence } = await runningSession(database.store);
    const committed = newStep({ output: 'first' });
    expect(await execution.recordSteps(fence, [committed])).toBe(true);
    const again = { ...committed, ...late, error: { ...late.error, componentId: committed.componentId } };
    // The fence is still current, as for a write that is repeated because its answer was lost.
    const claim =
      write === 'recordSteps'
        ? execution.recordSteps(fence, [again])
        : execution.end(fence, { kind: 'succeeded', output: null }, [again]);
    expect(await claim).toBe(true);
    expect(await execution.readSteps(session.organizationId, session.id, 1)).toEqual([{ ...committed, input: null }]);
  },
);

test.each(['RUNNING', 'WAITING'] as const)(
  'a step that was written %s is completed by the next write',
  async (status) => {
    const { execution } = database.store;
    const { session, fence } = await runningSession(database.store);
    const begun = newStep({ status, port: null, output: null, finishedAt: null });
    expect(await execution.recordSteps(fence, [begun])).toBe(true);
    const done = { ...begun, status: 'SUCCEEDED' as const, port: 'next', output: 'done', finishedAt: new Date() };
    expect(await execution.recordSteps(fence, [done])).toBe(true);
    expect(await execution.readSteps(session.organizationId, session.id, 1)).toEqual([{ ...done, input: null }]);
  },
);

test.each(['RUNNING', 'WAITING'] as const)(
  'a session that fails without a word about its %s step, as after three lost executors, leaves it CANCELLED',
  async (status) => {
    const { execution } = database.store;
    const { session, fence } = await runningSession(database.store);
    const open = newStep({ status, port: null, output: null, finishedAt: null });
    expect(await execution.recordSteps(fence, [open, newStep()])).toBe(true);
    expect(await execution.end(fence, { kind: 'failed', error: CRASHED }, [])).toBe(true);
    const steps = await database.sql(
      `SELECT component_id = $2 AS open, status::text, finished_at IS NOT NULL AS ended FROM steps
        WHERE session_id = $1 ORDER BY open`,
      [session.id, open.componentId],
    );
    expect(steps).toEqual([
      { open: false, status: 'SUCCEEDED', ended: true },
      { open: true, status: 'CANCELLED', ended: true },
    ]);
  },
);
