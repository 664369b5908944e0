import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Json } from '@workflow/workflow-model';
import { newStep, useTestStore, runningSession } from '../../test/open-test-store.ts';
import { isUnchangedByJsonb, orderedJson } from './key-order.ts';

const database = useTestStore();

test.each<[Json, string | null]>([
  [{ a: 1, zebra: 2 }, null],
  [{ zebra: 1, a: 2 }, '{"zebra":1,"a":2}'],
  [[{ b: 1 }, { b: 1, a: 2 }], '[{"b":1},{"b":1,"a":2}]'],
  [{ a: { b: { d: 1, c: 2 } } }, '{"a":{"b":{"d":1,"c":2}}}'],
  ['text', null],
  [[1, 'a', null], null],
  [{}, null],
  [{ a: [1e20, 0.000001, 0] }, null],
  [{ a: [1e300] }, '{"a":[1e+300]}'],
  [-1e-7, '-1e-7'],
])('%j', (value, text) => {
  expect(orderedJson(value)).toBe(text);
});

test('PostgreSQL retains the order and the size of the values that isUnchangedByJsonb accepts', async () => {
  const keys = fc.constantFrom('a', 'b', 'aa', 'ab', 'B', '_', 'zebra', 'ü', 'é');
  const objects = fc
    .array(
      fc.tuple(
        keys,
        fc.oneof(fc.constantFrom<Json>(1, 'x', null), fc.double({ noNaN: true, noDefaultInfinity: true })),
      ),
      { maxLength: 4 },
    )
    .map(Object.fromEntries<Json>);
  await fc.assert(
    fc.asyncProperty(fc.array(objects, { maxLength: 3 }), async (value) => {
      fc.pre(isUnchangedByJsonb(value));
      const [row] = await database.sql<{ value: Json; bytes: number }>(
        'SELECT v AS value, length(v::text) AS bytes FROM (SELECT $1::text::jsonb AS v) x',
        [JSON.stringify(value)],
      );
      expect(JSON.stringify(row?.value)).toBe(JSON.stringify(value));
      expect(row?.bytes).toBeLessThanOrEqual(2 * JSON.stringify(value).length);
    }),
    { numRuns: 200 },
  );
});

test('values, steps and outputs of sessions keep the order of their keys', async () => {
  const value = { zebra: { mm: 1, a: 2 }, a: [{ c: 1, b: 2 }] };
  const text = JSON.stringify(value);
  const { execution, sessions } = database.store;
  const { claimed, fence, session } = await runningSession(database.store, {
    placeholderValuesJson: text,
    unchangedByJsonb: false,
  });
  expect(JSON.stringify(claimed.placeholderValues)).toBe(text);
  await execution.recordSteps(fence, [newStep({ status: 'RUNNING', output: null, finishedAt: null })]);
  await execution.end(fence, { kind: 'succeeded', output: value }, [
    newStep({ input: { whole: value }, output: value, attempt: 2 }),
  ]);

  const steps = await execution.readSteps(session.organizationId, session.id, 1);
  expect(steps.map(({ output }) => JSON.stringify(output))).toContain(text);
  const view = await sessions.queries.find(session.organizationId, session.id);
  expect(JSON.stringify([view?.placeholderValues, view?.output])).toBe(`[${text},${text}]`);
  const [ended] = await sessions.queries.ended([session.id]);
  expect(JSON.stringify(ended?.output)).toBe(text);
  const page = await sessions.queries.stepPage(session.organizationId, session.id, { whole: true });
  expect(page?.items.map(({ output }) => JSON.stringify(output))).toContain(text);
  expect(page?.items.map(({ input }) => JSON.stringify(input))).toContain(`{"whole":${text}}`);
});
