import { expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import type { Flow } from '@workflow/workflow-model';
import { checkCircles, type WaitingWorkflow } from './check-circles.ts';
import { referencesOf } from './references-of.ts';

const id = (number: number): string => `0197a000-0000-7000-8000-00000000000${number}`;
const OWN = id(0);
const LIMITED: Flow = { concurrency: { limit: 1 } };

async function check(flow: Flow, others: Record<number, { limited?: boolean; waitsFor: number[] }>, wait = true) {
  const known = new Map<string, WaitingWorkflow>(
    Object.entries(others).map(([number, { limited = false, waitsFor }]) => [
      id(Number(number)),
      { name: `W${number}`, limited, waitsFor: waitsFor.map(id) },
    ]),
  );
  const start = { id: id(9), type: 'run-workflow', config: { workflowId: id(1).toUpperCase(), wait } };
  const definition = { components: [start], connections: [], flow };
  return checkCircles(OWN, definition, await referencesOf(definition), (ids) =>
    Promise.resolve(new Map([...known].filter(([each]) => ids.includes(each)))),
  );
}

test('workflows with limits that wait for each other, directly or through others, are a problem', async () => {
  expect(await check(LIMITED, { 1: { limited: true, waitsFor: [0] } })).toMatchObject([
    {
      componentId: id(9),
      path: '/config/workflowId',
      message: expect.stringContaining('W1, which waits for this workflow'),
    },
  ]);
  const through = { 1: { waitsFor: [2, 3] }, 2: { waitsFor: [1] }, 3: { limited: true, waitsFor: [0] } };
  expect(await check({ order: {} }, through)).toMatchObject([
    { message: expect.stringContaining('W1, which waits for W3, which waits for this workflow') },
  ]);
});

test('a circle is a problem also when only its other workflows have limits', async () => {
  const circle = { 1: { limited: true, waitsFor: [2] }, 2: { limited: true, waitsFor: [0] } };
  expect(await check({}, circle)).toHaveLength(1);
});

test.each([
  ['no circle', LIMITED, { 1: { limited: true, waitsFor: [] } }, true],
  ['one limit alone, whose place the child shares', LIMITED, { 1: { waitsFor: [0] } }, true],
  ['a start that nothing waits for', LIMITED, { 1: { limited: true, waitsFor: [0] } }, false],
  ['a circle of others', LIMITED, { 1: { limited: true, waitsFor: [2] }, 2: { limited: true, waitsFor: [1] } }, true],
])('%s is not a problem', async (_what, flow, others, wait) => {
  expect(await check(flow, others, wait)).toEqual([]);
});

test('a thousand workflows that all wait for each other are examined in short turns', async () => {
  const far = (number: number): string => `0197a000-0000-7000-8000-${String(number).padStart(12, '1')}`;
  const ids = Array.from({ length: 1_000 }, (_, number) => far(number));
  const start = { id: id(9), type: 'run-workflow', config: { workflowId: ids[0] as string, wait: true } };
  const [reference] = await referencesOf({ components: [start], connections: [], flow: {} });
  const references = ids.map((target) => ({ ...reference!, target }));
  const waiting: WaitingWorkflow = { name: 'W', limited: true, waitsFor: ids };
  const definition = { components: [start], connections: [], flow: {} };
  const findWaits = (wanted: string[]) => Promise.resolve(new Map(wanted.map((each) => [each, waiting])));
  const turnMs = await longestTurnMs(async () => {
    expect(await checkCircles(OWN, definition, references, findWaits)).toEqual([]);
  }, 100);
  expect(turnMs).toBeLessThan(100);
});
