import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { useTestStore } from '../../test/open-test-store.ts';
import { MAX_TEXT_PLACES } from './turn-texts.ts';

const database = useTestStore();

test('a read returns 16 pieces for each of 32 sessions, and the next read continues after them', async () => {
  const { execution, sessions } = database.store;
  const place = { sessionId: randomUUID(), componentId: randomUUID(), turn: 1 };
  const texts = Array.from({ length: 20 }, (_, index) => `${index}`);
  await execution.writeTurnTexts(texts.map((text) => ({ ...place, text })));
  const read = (after: number, times = 1) =>
    sessions.queries.turnTexts(Array.from({ length: times }, () => ({ sessionId: place.sessionId, after })));
  const [first = []] = await read(0);
  const [second = []] = await read(first.at(-1)?.id ?? 0);
  expect([first.length, second.length]).toEqual([16, 4]);
  expect([...first, ...second].map(({ text }) => text)).toEqual(texts);
  expect(MAX_TEXT_PLACES).toBe(32);
  expect(await read(0, 40)).toHaveLength(32);
});
