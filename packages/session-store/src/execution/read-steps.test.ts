import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newStep, useTestStore, runningSession } from '../../test/open-test-store.ts';
import type { StepRecord } from './step-record.ts';

const database = useTestStore();

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
  const readOutputs = async (keys: StepRecord[]) =>
    (await execution.readOutputs({ ...session, sessionId: session.id }, keys)).map(({ output }) => output);
  expect(await readOutputs(reversed)).toEqual(reversed.map(({ output }) => output));
  for (const step of steps) expect(await readOutputs([step])).toEqual([step.output]);
  expect((await execution.readSteps(session.organizationId, session.id, 2)).map(({ run }) => run)).toEqual([
    2, 2, 2, 2,
  ]);
});

test('a session that goes on reads thousands of tries without the values that are too many together', async () => {
  const { execution } = database.store;
  const { session, fence } = await runningSession(database.store);
  const components = Array.from({ length: 600 }, () => randomUUID());
  const output = 'x'.repeat(16_000);
  const tries = components.flatMap((componentId) => [
    newStep({ componentId, attempt: 1, status: 'FAILED', port: null, input: output, output: null }),
    newStep({ componentId, attempt: 2, status: 'SUCCEEDED', input: output, output }),
  ]);
  await execution.recordSteps(fence, tries);
  await database.sql('UPDATE sessions SET run = 2 WHERE id = $1', [session.id]);
  const open = newStep({ run: 2, status: 'RUNNING', port: null, input: output, output: null, finishedAt: null });
  await database.sql(
    `INSERT INTO steps (session_id, run, component_id, attempt, status, input, started_at)
      VALUES ($1, 2, $2, 1, 'RUNNING', $3, now())`,
    [session.id, open.componentId, JSON.stringify(output)],
  );
  const read = await execution.readSteps(session.organizationId, session.id, 1);
  // Completed steps of an earlier run count.
  expect(read).toHaveLength(601);
  const [whole, unread] = [true, false].map((isRead) =>
    read.filter(({ status, unreadBytes }) => status === 'SUCCEEDED' && (unreadBytes === undefined) === isRead),
  );
  expect([whole!.length, unread!.length]).toEqual([524, 76]);
  expect(whole!.every((step) => step.output === output && step.input === null)).toBe(true);
  expect(unread!.every((step) => step.output === null && step.unreadBytes === 16_002)).toBe(true);
  expect(read.find(({ status }) => status === 'RUNNING')?.input).toBe(output);
  await database.sql('UPDATE sessions SET run = 1 WHERE id = $1', [session.id]);
  // All attempts of the present run count. Open steps of another run do not.
  expect(await execution.readSteps(session.organizationId, session.id, 1)).toHaveLength(1_200);
});

test('the parts of a step are listed with the bytes of their values, and read by their numbers', async () => {
  const { execution } = database.store;
  const { session, fence } = await runningSession(database.store);
  const componentId = randomUUID();
  const steps = [10, 1_000_000].map((length, index) =>
    newStep({
      ...{ componentId, iteration: index + 1, port: null, input: null, output: 'x'.repeat(length) },
      part: { kind: 'tool', turn: 1, tool: 'Find' },
    }),
  );
  await execution.recordSteps(fence, steps);
  const { organizationId, id: sessionId } = session;
  const place = { organizationId, sessionId, componentId, resumeFromRun: 1, voidTurns: [] };
  expect((await execution.listStepParts(place)).map(({ bytes }) => bytes)).toEqual([12, 1_000_002]);
  expect((await execution.readStepParts(place, [2, 3])).map(({ output }) => String(output).length)).toEqual([
    1_000_000,
  ]);
});
