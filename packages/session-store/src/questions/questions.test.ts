import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { useTestStore, runningSession } from '../../test/open-test-store.ts';
import type { NewQuestion } from './question.ts';

const organizationId = randomUUID();
const callback: NewQuestion = { kind: 'callback', fields: [], timeoutSeconds: 60, reply: null };

const database = useTestStore();
beforeAll(async () => {
  await database.sql(`INSERT INTO organizations (id, name, slug) VALUES ($1, 'Test', 'test')`, [organizationId]);
});

async function asking() {
  const { session, claimed, fence } = await runningSession(database.store, { organizationId });
  const { questions, execution } = database.store;
  const place = { sessionId: session.id, run: 1, componentId: session.componentId, iteration: 0 };
  const step = { ...place, organizationId, sessionRun: 1 };
  return {
    place,
    fence,
    ask: (sessionRun = 1, question = callback) => questions.ask(fence, { ...step, sessionRun }, question),
    look: () => questions.look(step),
    forget: () => questions.forget(step),
    answer: (value: number) => questions.answer(organizationId, place, { value }, { decision: null, audit: null }),
    storeEarly: (value: number) => questions.storeEarly(organizationId, place, { value }),
    letTimePass: () =>
      database.sql(`UPDATE questions SET expires_at = expires_at - interval '1 hour' WHERE session_id = $1`, [
        session.id,
      ]),
    waitIn: () => execution.end(fence, { kind: 'waiting', dueAt: null, childrenSeen: claimed.childrenFinished }, []),
    dueAt: async () =>
      (await database.sql<{ due_at: Date | null }>('SELECT due_at FROM sessions WHERE id = $1', [session.id]))[0]
        ?.due_at,
  };
}

test('an address names its place, to the service that made it and for its kind alone', async () => {
  const { addresses } = database.store.questions;
  const place = { sessionId: randomUUID(), run: 3, componentId: randomUUID(), iteration: 7 };
  const token = await addresses.tokenOf('callback', place);
  expect(await addresses.tokenOf('callback', place)).toBe(token);
  expect(await addresses.placeOf('callback', token)).toEqual(place);
  expect(await addresses.placeOf('approval', token)).toBeNull();
  const changed = [...token].map(
    (character, at) => token.slice(0, at) + (character === 'A' ? 'B' : 'A') + token.slice(at + 1),
  );
  for (const forged of [...changed, `${token}A`, token.slice(1), ''])
    expect(await addresses.placeOf('callback', forged)).toBeNull();
});

test('an address outlives a change of SECRETS_KEY', async () => {
  const place = { sessionId: randomUUID(), run: 1, componentId: randomUUID(), iteration: 0 };
  const token = await database.store.questions.addresses.tokenOf('callback', place);
  const secretsKey = randomBytes(32);
  const withBothKeys = database.another({ secretsKey, previousSecretsKeys: [database.options.secretsKey] });
  await withBothKeys.operator.resealSecrets('test');
  expect(await database.another({ secretsKey }).questions.addresses.placeOf('callback', token)).toEqual(place);
  const back = { secretsKey: database.options.secretsKey, previousSecretsKeys: [secretsKey] };
  await database.another(back).operator.resealSecrets('test');
});

test('exactly one of the answers and the timeout decides, by the clock of PostgreSQL', async () => {
  const inTime = await asking();
  expect(await inTime.ask()).toMatchObject({ kind: 'open' });
  const wins = await Promise.all(Array.from({ length: 10 }, (_, value) => inTime.answer(value)));
  expect(wins.filter(Boolean)).toHaveLength(1);
  await inTime.letTimePass();
  expect(await inTime.look()).toEqual({ kind: 'answered', answer: { value: wins.indexOf(true) }, decision: null });

  const late = await asking();
  await late.ask();
  await late.letTimePass();
  expect(await late.answer(1)).toBe(false);
  expect(await late.look()).toEqual({ kind: 'timed-out' });
  expect(await late.answer(1)).toBe(false);
});

test('an answer wakes the session, also when it arrives just before the session begins to wait', async () => {
  const waiting = await asking();
  await waiting.ask();
  await waiting.waitIn();
  expect(await waiting.dueAt()).toBeNull();
  await waiting.answer(1);
  expect(await waiting.dueAt()).not.toBeNull();

  const running = await asking();
  await running.ask();
  await running.answer(1);
  await running.waitIn();
  expect(await running.dueAt()).not.toBeNull();
});

test('a question that another try asks again is unchanged, and an early answer is taken once', async () => {
  const again = await asking();
  const first = await again.ask();
  expect(await again.ask(1, { ...callback, timeoutSeconds: 600 })).toEqual(first);

  const early = await asking();
  expect(await early.storeEarly(1)).toBe(true);
  expect(await early.storeEarly(2)).toBe(false);
  expect(await early.answer(3)).toBe(false);
  expect(await early.ask()).toEqual({ kind: 'answered', answer: { value: 1 }, decision: null });
  await early.forget();
  expect(await early.ask()).toMatchObject({ kind: 'open' });
  expect(await early.storeEarly(4)).toBe(false);
});

test('a later run asks questions again that timed out, and uses the answers of the others', async () => {
  const timedOut = await asking();
  await timedOut.ask();
  await timedOut.letTimePass();
  await timedOut.look();
  expect(await timedOut.ask(1)).toEqual({ kind: 'timed-out' });
  expect(await timedOut.ask(2)).toMatchObject({ kind: 'open' });
  await timedOut.answer(5);
  expect(await timedOut.ask(3)).toEqual({ kind: 'answered', answer: { value: 5 }, decision: null });
});

test('nothing answers a session that has ended', async () => {
  const { ask, answer, fence, place } = await asking();
  await ask();
  await database.store.execution.end(fence, { kind: 'succeeded', output: null }, []);
  expect(await answer(1)).toBe(false);
  expect(await database.store.questions.find(place)).toMatchObject({ isOver: true });
});
