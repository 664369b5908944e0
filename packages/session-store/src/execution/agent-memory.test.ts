import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Json } from '@workflow/workflow-model';
import { newStep, useTestStore, runningSession } from '../../test/open-test-store.ts';
import type { StepRecord } from './step-record.ts';

const MIB = 1024 * 1024;

const database = useTestStore();

/** Runs an agent with one turn, whose output has about this many bytes. */
async function sessionOf(componentId: string, text: string): Promise<string> {
  const { session, fence } = await runningSession(database.store);
  const part = { kind: 'turn', turn: 1 } as const;
  const step = newStep({ componentId, iteration: 1, input: null, output: { text }, part, port: null });
  await database.store.execution.recordSteps(fence, [step]);
  return session.id;
}

/** Returns the first character of each remembered turn. The first turn of each session is also its last one. */
async function remembered(...texts: string[]): Promise<string[]> {
  const componentId = randomUUID();
  const ids: string[] = [];
  for (const text of texts) ids.push(await sessionOf(componentId, text));
  const answers = await database.store.execution.readEarlierAnswers(randomUUID(), componentId, ids);
  const beginning = (turn: Json) => (turn as { text: string }).text.slice(0, 1);
  expect(answers.map(({ first }) => first)).toEqual(answers.map(({ last }) => last));
  return answers.map(({ last }) => beginning(last));
}

test('an agent remembers the latest sessions whose first and last turns have 4 MiB together', async () => {
  const [small, large] = [1_000, 1.5 * MIB];
  expect(await remembered('a'.repeat(small), 'b'.repeat(small))).toEqual(['a', 'b']);
  expect(await remembered('a'.repeat(large), 'b'.repeat(large), 'c'.repeat(small))).toEqual(['b', 'c']);
  expect(await remembered('a'.repeat(small), 'b'.repeat(large), 'c'.repeat(large))).toEqual(['c']);
  expect(await remembered('a'.repeat(small), 'b'.repeat(2.1 * MIB))).toEqual([]);
});

test('an agent does not remember the turns that a retry from the start or from a turn made void', async () => {
  const componentId = randomUUID();
  const { session, fence } = await runningSession(database.store);
  const turn = (run: number, number: number, text: string) =>
    newStep({
      ...{ componentId, run, iteration: number, input: null, output: { text }, port: null },
      part: { kind: 'turn', turn: number } as const,
    });
  const first = [turn(1, 1, 'first'), turn(1, 2, 'void'), turn(1, 3, 'void')];
  await database.store.execution.recordSteps(fence, first);
  const change = (set: string) => database.sql(`UPDATE sessions SET run = 2, ${set} WHERE id = '${session.id}'`);
  const remember = async () => {
    const answers = await database.store.execution.readEarlierAnswers(randomUUID(), componentId, [session.id]);
    return answers.map(({ first: begun, last }) => [begun, last]);
  };
  await change(`results_from = '{"${componentId}#2": 2}'`);
  expect(await remember()).toEqual([[{ text: 'first' }, { text: 'first' }]]);
  await database.store.execution.recordSteps(fence, [turn(2, 2, 'second')]);
  expect(await remember()).toEqual([[{ text: 'first' }, { text: 'second' }]]);
  await change('results_from = NULL, resume_from_run = 2');
  expect(await remember()).toEqual([[{ text: 'second' }, { text: 'second' }]]);
  await change(`results_from = '{"${componentId}": 1}'`);
  expect(await remember()).toEqual([[{ text: 'first' }, { text: 'void' }]]);
});

const SUCCEEDED: Partial<StepRecord> = { status: 'SUCCEEDED', port: 'next' };
const FAILURE_TAKEN: Partial<StepRecord> = {
  status: 'FAILED',
  port: 'error',
  error: { code: 'AGENT_LIMIT', message: 'The agent reached maxTurns', componentId: null },
};

test.each<[string, Partial<StepRecord>[], boolean]>([
  ['remembers a session in which its step succeeded', [SUCCEEDED], true],
  ['does not remember a session that its error port let succeed', [FAILURE_TAKEN], false],
  ['remembers a session in which its step succeeded in a later run', [FAILURE_TAKEN, { ...SUCCEEDED, run: 2 }], true],
])('an agent %s', async (_what, steps, isRemembered) => {
  const { execution } = database.store;
  const place = { workflowId: randomUUID(), componentId: randomUUID(), mode: 'PROD', key: 'ann' } as const;
  const { componentId } = place;
  const earlier = await runningSession(database.store);
  expect(await execution.joinMemory(earlier.session.id, place, 10)).toEqual([]);
  const ended = steps.map((step) => newStep({ componentId, ...step }));
  expect(await execution.end(earlier.fence, { kind: 'succeeded', output: null }, ended)).toBe(true);
  const { session } = await runningSession(database.store);
  expect(await execution.joinMemory(session.id, place, 10)).toEqual(isRemembered ? [earlier.session.id] : []);
});
