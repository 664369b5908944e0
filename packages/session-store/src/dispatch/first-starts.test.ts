import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { useTestStore, publishedWorkflow } from '../../test/open-test-store.ts';
import type { NewSession } from '../acceptance/new-session.ts';
import type { FirstStart } from './take-from-backlog.ts';
import { BACKLOGGED } from '../queued/queued-states.ts';

const MAX_VALUE_BYTES = 1_024;
const POLICY = { maxInFlight: 100, minInFlightPerOrganization: 10, maxJobValueBytes: MAX_VALUE_BYTES };

const database = useTestStore();
beforeEach(() => database.sql('TRUNCATE sessions, enqueued_batches, admission_quotas'));

async function accept(fields: Partial<NewSession>): Promise<NewSession> {
  const session = newSession({ organizationId: randomUUID(), enqueue: false, ...fields });
  await database.store.intake.accept(session);
  return session;
}

/** Runs the next round of a new dispatcher, and returns the enqueued session. */
async function feedOne(): Promise<{ enqueueNumber: number; start: FirstStart | undefined }> {
  const { dispatch } = database.another();
  await dispatch.reconcile(POLICY);
  const [enqueued, ...furtherSessions] = await dispatch.enqueueBacklog(POLICY, 10);
  expect(furtherSessions).toEqual([]);
  return { enqueueNumber: enqueued?.enqueueNumber ?? NaN, start: enqueued?.start };
}

test('a session of the backlog is enqueued with what its first claim would return', async () => {
  const trace = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'x=1' };
  const { workflowId, definitionId, componentId, mode } = await accept({
    placeholderValuesJson: '{"a": "ü"}',
    origin: { requestId: 'request', trace },
  });
  expect(await feedOne()).toEqual({
    enqueueNumber: 1,
    start: { workflowId, definitionId, componentId, mode, requestId: 'request', trace, valuesJson: '{"a": "ü"}' },
  });
});

test('an enqueued session has its values in the order in which they were sent', async () => {
  const sent = '{"zeta":1,"a":{"y":1e300,"b":2}}';
  await accept({ placeholderValuesJson: sent, unchangedByJsonb: false });
  expect((await feedOne()).start?.valuesJson).toBe(sent);
});

const ofLength = (length: number, unit: string) => JSON.stringify({ a: unit.repeat(length).slice(0, length) });

test.each([
  ['just as many bytes as a job may carry', ofLength(MAX_VALUE_BYTES - 9, 'a'), true],
  ['a byte more', ofLength(MAX_VALUE_BYTES - 8, 'a'), false],
  ['as many characters, but more bytes', ofLength(MAX_VALUE_BYTES - 9, 'ü'), false],
  ['bytes that PostgreSQL compresses to fewer', ofLength(50_000, 'a'), false],
])('values of %s', async (_case, placeholderValuesJson, isCarried) => {
  await accept({ placeholderValuesJson });
  expect((await feedOne()).start !== undefined).toBe(isCarried);
});

test('a session with sensitive values is enqueued without them', async () => {
  const organizationId = randomUUID();
  await publishedWorkflow(database, organizationId);
  await accept({ organizationId, hidden: { value: { a: 'secret' }, sensitive: [] } });
  expect((await feedOne()).start).toBeUndefined();
});

test('a session that was in the queue before is claimed first', async () => {
  const { id } = await accept({});
  expect(await feedOne()).toMatchObject({ enqueueNumber: 1, start: {} });
  await database.sql(`UPDATE sessions SET enqueued_at = ${BACKLOGGED} WHERE id = '${id}'`);
  expect(await feedOne()).toEqual({ enqueueNumber: 2, start: undefined });
  const direct = await accept({ enqueue: true });
  await database.sql(`UPDATE sessions SET enqueued_at = ${BACKLOGGED} WHERE id = '${direct.id}'`);
  expect(await feedOne()).toEqual({ enqueueNumber: 2, start: undefined });
});

test('a session that was cancelled and runs again is claimed first', async () => {
  const { id, organizationId } = await accept({});
  await database.store.sessions.commands.cancel(organizationId, id);
  await database.store.sessions.commands.retry(organizationId, id, {
    from: 'start',
    version: 'pinned',
    enqueue: false,
  });
  expect((await feedOne()).start).toBeUndefined();
});

test('a child, which its parent may have ended, is claimed first', async () => {
  const { id } = await accept({});
  await database.sql(`UPDATE sessions SET parent_id = '${randomUUID()}', parent_run = 1 WHERE id = '${id}'`);
  expect(await feedOne()).toEqual({ enqueueNumber: 1, start: undefined });
});

test('values of many large ones are carried up to a bound in a round, and all are enqueued', async () => {
  const [each, sessions] = [200_000, 20];
  const organizationId = randomUUID();
  // PostgreSQL cannot compress random text.
  const values = () => JSON.stringify({ a: randomBytes(each).toString('base64').slice(0, each) });
  const workflowId = randomUUID();
  for (let at = 0; at < sessions; at += 1)
    await accept({ organizationId, workflowId, placeholderValuesJson: values() });
  const policy = { maxInFlight: 100, minInFlightPerOrganization: 100, maxJobValueBytes: 262_144 };
  const { dispatch } = database.another();
  await dispatch.reconcile(policy);
  const enqueued = await dispatch.enqueueBacklog(policy, 100);
  expect(enqueued).toHaveLength(sessions);
  expect(enqueued.filter(({ start }) => start !== undefined)).toHaveLength(10);
});
