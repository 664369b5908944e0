import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newStep, useTestStore, runningSession } from '../../test/open-test-store.ts';

const database = useTestStore();

test('reads the last outputs of the components asked for, up to a limit, and the last failure', async () => {
  const { store } = database;
  const { session, fence } = await runningSession(store);
  const [first, large, otherComponent] = [randomUUID(), randomUUID(), randomUUID()];
  const error = { code: 'X', message: 'x', componentId: otherComponent };
  await store.execution.recordSteps(fence, [
    newStep({ componentId: first, attempt: 1, status: 'FAILED', output: null, error }),
    newStep({ componentId: first, attempt: 2, output: { b: 1, a: 2 } }),
    newStep({ componentId: large }),
    newStep({ componentId: otherComponent, output: 'other' }),
  ]);
  await database.sql(`UPDATE steps SET output = to_jsonb(repeat('x', 8 * 1024 * 1024)) WHERE component_id = $1`, [
    large,
  ]);
  const read = (...ids: string[]) => store.sessions.queries.lastOutputs(session.organizationId, session.id, ids);
  const outputs = new Map([[first, { b: 1, a: 2 }]]);
  expect(await read(first)).toEqual({ kind: 'read', outputs, failure: error, sensitive: [] });
  expect(await read(first, large)).toEqual({ kind: 'too-large', maxBytes: 8 * 1024 * 1024 });
  const stranger = await store.sessions.queries.lastOutputs(randomUUID(), session.id, [first]);
  expect(stranger).toEqual({ kind: 'read', outputs: new Map(), failure: null, sensitive: [] });
});

test('the values that another run takes over from a session are read without its own output', async () => {
  const { store } = database;
  const { session, fence } = await runningSession(store);
  await store.execution.end(fence, { kind: 'succeeded', output: 'x'.repeat(100) }, []);
  const { sourceOfPins } = store.sessions.queries;
  expect(await sourceOfPins(session.organizationId, session.id)).toEqual({
    workflowId: session.workflowId,
    values: JSON.parse(session.placeholderValuesJson),
    sensitive: [],
    isHidden: false,
  });
  expect(await sourceOfPins(randomUUID(), session.id)).toBeNull();
});
