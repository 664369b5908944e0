import { expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import { newStep, useTestStore, runningSession } from '../../test/open-test-store.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { Fence } from './claim-sessions.ts';
import type { StepRecord } from './step-record.ts';
import { writeOutInParts } from './write-out.ts';

const MIB = 1_048_576;
const batches: [operation: string, items: number][] = [];

const database = useTestStore({ onBatch: (operation, items) => void batches.push([operation, items]) });

const large = () => newStep({ output: 'x'.repeat(5 * MIB) });

test('large steps are written in parts before the end of their session, and all of them once', async () => {
  const { execution } = database.store;
  const { session, fence } = await runningSession(database.store);
  const steps = [large(), large(), large(), newStep({ output: 'small' })];
  batches.length = 0;
  expect(await execution.end(fence, { kind: 'succeeded', output: 'done' }, steps)).toBe(true);
  expect(batches).toEqual([
    ['record', 1],
    ['end', 1],
  ]);
  const read = await execution.readSteps(session.organizationId, session.id, 1);
  expect(read.map(({ componentId }) => componentId).toSorted()).toEqual(
    steps.map((step) => step.componentId).toSorted(),
  );
});

test('an executor that lost its claim writes none of the parts', async () => {
  const { execution } = database.store;
  const { session, fence } = await runningSession(database.store);
  const lost = { ...fence, claimNumber: fence.claimNumber + 1 };
  expect(await execution.end(lost, { kind: 'succeeded', output: 'done' }, [large(), large(), large()])).toBe(false);
  expect(await execution.readSteps(session.organizationId, session.id, 1)).toEqual([]);
});

test('large sessions that end together are written in several statements', async () => {
  const sessions = await Promise.all(Array.from({ length: 6 }, () => runningSession(database.store)));
  batches.length = 0;
  const written = sessions.map(({ fence }) =>
    database.store.execution.end(fence, { kind: 'succeeded', output: 'y'.repeat(5 * MIB) }, []),
  );
  expect(await Promise.all(written)).toEqual(sessions.map(() => true));
  expect(batches.every(([operation, items]) => operation === 'end' && items <= 2)).toBe(true);
});

type Write = (fence: Fence, output: string) => Promise<boolean>;

test.each<[string, Write]>([
  ['ended', (fence, output) => database.store.execution.end(fence, { kind: 'succeeded', output }, [])],
  ['recorded steps', (fence, output) => database.store.execution.recordSteps(fence, [newStep({ output })])],
])('a small session does not wait for large ones that %s before it', async (_name, write) => {
  const large = await Promise.all(Array.from({ length: 8 }, () => runningSession(database.store)));
  const small = await runningSession(database.store);
  const order: string[] = [];
  const writeAs = async (name: string, { fence }: typeof small, output: string) => {
    await write(fence, output);
    order.push(name);
  };
  const writes = large.map((session) => writeAs('large', session, 'y'.repeat(5 * MIB)));
  await Promise.all([...writes, writeAs('small', small, 'small')]);
  expect(order.indexOf('small')).toBeLessThan(4);
});

/** Nothing is sensitive, so nothing is sealed. */
const writeOut = (steps: StepRecord[]) => writeOutInParts({} as SensitiveSeals, 'session', steps);

test('steps under way are written with the end, after completed ones', async () => {
  const [begun, done] = [newStep({ status: 'RUNNING', finishedAt: null }), large()];
  const parts = await writeOut([begun, done, large(), large()]);
  expect(parts.map((part) => part.length)).toEqual([2, 2]);
  expect(parts.at(-1)!.at(-1)!.step).toBe(begun);
});

test('a long list is written out in turns, with a copy of the values that jsonb would change', async () => {
  const sorted = Array.from({ length: 100_000 }, (_, n) => ({ id: n, text: 'a text of some length, as rows have' }));
  const [[step]] = await writeOut([newStep({ output: [...sorted, { text: 'x', id: 1 }] })]);
  expect(step!.output).toEqual({ text: JSON.stringify([...sorted, { text: 'x', id: 1 }]), isChangedByJsonb: true });
  const [[written]] = await writeOut([newStep({ output: sorted })]);
  expect(written!.output.isChangedByJsonb).toBe(false);
  expect(await longestTurnMs(() => writeOut([newStep({ output: sorted })]), 50)).toBeLessThan(50);
});

test('the values of many steps are written out in turns', async () => {
  const output = Array.from({ length: 100_000 }, (_, n) => ({ n, text: 'text' }));
  const steps = Array.from({ length: 20 }, () => newStep({ output }));
  expect(await longestTurnMs(() => writeOut(steps), 100)).toBeLessThan(100);
});

test('an output that jsonb would change is stored once, but for what a waiting step waits for', async () => {
  const { execution, sessions } = database.store;
  const { session, fence } = await runningSession(database.store);
  const done = newStep({ output: { second: 2, first: 1 } });
  const waiting = newStep({
    status: 'WAITING',
    port: null,
    finishedAt: null,
    output: { throttle: 'key', until: 'now' },
  });
  await execution.recordSteps(fence, [done, waiting]);
  const stored = await database.sql(
    `SELECT component_id AS id, output, output->>'throttle' AS key, ordered_output::text AS text FROM steps
      WHERE session_id = $1 ORDER BY status`,
    [session.id],
  );
  expect(stored).toEqual([
    { id: waiting.componentId, output: waiting.output, key: 'key', text: '{"throttle":"key","until":"now"}' },
    { id: done.componentId, output: null, key: null, text: '{"second":2,"first":1}' },
  ]);
  const range = { whole: true, maxBytes: 10_000 };
  const page = await sessions.queries.stepPage(session.organizationId, session.id, range);
  expect(page!.items.map(({ output }) => JSON.stringify(output))).toContain('{"second":2,"first":1}');
  const read = await execution.readSteps(session.organizationId, session.id, 1);
  expect(read.map(({ output }) => output)).toEqual(expect.arrayContaining([done.output, waiting.output]));
});
