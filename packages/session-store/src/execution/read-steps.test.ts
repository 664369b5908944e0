import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newStep, openTestStore, runningSession, type TestStore } from '../../test/open-test-store.ts';

let database: TestStore;
beforeAll(async () => {
  database = await openTestStore();
});
afterAll(() => database.close());

test('an output is read by the run, iteration and attempt of its step', async () => {
  const { execution } = database.store;
  const { session, fence } = await runningSession(database.store);
  const componentId = randomUUID();
  const steps = [1, 2].flatMap((run) =>
    [0, 1].flatMap((iteration) =>
      [1, 2].map((attempt) =>
        newStep({ componentId, run, iteration, attempt, output: `${run} ${iteration} ${attempt}` }),
      ),
    ),
  );
  await execution.recordSteps(fence, steps);
  const reversed = steps.toReversed();
  expect(await execution.readOutputs(session.id, reversed)).toEqual(reversed.map(({ output }) => output));
  for (const step of steps) expect(await execution.readOutputs(session.id, [step])).toEqual([step.output]);
  expect((await execution.readSteps(session.id, 2)).map(({ run }) => run)).toEqual([2, 2, 2, 2]);
});
