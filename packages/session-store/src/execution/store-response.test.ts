import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { useTestStore, runningSession } from '../../test/open-test-store.ts';

const batches: [string, number][] = [];
const database = useTestStore({ onBatch: (operation, items) => void batches.push([operation, items]) });
const { store } = database;
const organizationId = randomUUID();

beforeAll(async () => {
  await database.sql(`INSERT INTO organizations (id, name, slug) VALUES ($1, 'Test', 'test')`, [organizationId]);
});

const responding = (trigger: 'WEBHOOK' | 'API') => runningSession(store, { organizationId, trigger });
const reply = (text: string) => ({ status: 200, headers: {}, body: { kind: 'text' as const, text } });

test('responses that arrive together are stored in one statement, each for its own session', async () => {
  const sessions = [await responding('WEBHOOK'), await responding('WEBHOOK'), await responding('WEBHOOK')];
  batches.length = 0;
  await Promise.all(
    sessions.map(({ fence, session }, index) =>
      store.execution.respond(fence, session.organizationId, reply(`to ${index}`)),
    ),
  );
  expect(batches).toEqual([['respond', 3]]);
  const read = await store.sessions.responses(sessions.map(({ session }) => session.id));
  expect(new Map(read.map(({ id, response }) => [id, response]))).toEqual(
    new Map(sessions.map(({ session }, index) => [session.id, reply(`to ${index}`)])),
  );
});

test('the first response counts', async () => {
  const { fence, session } = await responding('WEBHOOK');
  expect(await store.execution.respond(fence, session.organizationId, reply('first'))).toBe(true);
  expect(await store.execution.respond(fence, session.organizationId, reply('second'))).toBe(false);
  expect(await store.sessions.responses([session.id])).toMatchObject([{ response: reply('first') }]);
});

test('nothing is stored for a lost claim, nor for a session that no sender of a delivery waits for', async () => {
  const [lost, called] = [await responding('WEBHOOK'), await responding('API')];
  await store.execution.respond({ ...lost.fence, claimNumber: 2 }, lost.session.organizationId, reply('late'));
  await store.execution.respond(called.fence, called.session.organizationId, reply('to nobody'));
  expect(await store.sessions.responses([lost.session.id, called.session.id])).toEqual([]);
});

test('a response that its sender received is deleted, and the others are retained', async () => {
  const [unstored, stored] = [await responding('WEBHOOK'), await responding('WEBHOOK')];
  for (const { fence, session } of [unstored, stored])
    await store.execution.respond(fence, session.organizationId, reply('x'));
  await store.sessions.deleteResponse(unstored.session.id);
  const read = await store.sessions.responses([unstored.session.id, stored.session.id]);
  expect(read.map(({ id }) => id)).toEqual([stored.session.id]);
});
