import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { useTestStore } from '../../test/open-test-store.ts';

const database = useTestStore();

test.each([
  ['oslo', true],
  ['Osl', true],
  ['address.city: Oslo', true],
  ['"address.city":"Oslo"', true],
  ['{"email":"ada@example.com"', true],
  ['two words', true],
  ['100', true],
  ['bergen', false],
  ['x'.repeat(100), false],
])('a search for the values %s of a session finds it: %s', async (text, isFound) => {
  const { store } = database;
  const organizationId = randomUUID();
  const body = JSON.stringify({ body: { email: 'ada@example.com' } });
  const placeholderValues = { 'address.city': 'Oslo', request: body, note: 'Two words', total: 100 };
  const searched = newSession({
    organizationId,
    enqueue: false,
    placeholderValuesJson: JSON.stringify(placeholderValues),
  });
  // Too large to be searched, however well it is compressed.
  const random = Array.from({ length: 600 }, () => randomUUID()).join('');
  const large = newSession({
    organizationId,
    enqueue: false,
    placeholderValuesJson: JSON.stringify({ random, end: 'x'.repeat(100) }),
  });
  const compressed = newSession({
    organizationId,
    enqueue: false,
    placeholderValuesJson: JSON.stringify({ end: 'x'.repeat(20_000) }),
  });
  const otherSession = newSession({ organizationId, enqueue: false, placeholderValuesJson: '{"city":"Paris"}' });
  for (const session of [searched, large, compressed, otherSession]) await store.intake.accept(session);
  const find = async () => {
    const { items } = await store.sessions.queries.list(organizationId, { text }, { limit: 4 });
    return items.map(({ id }) => id);
  };
  expect(await find()).toEqual(isFound ? [searched.id] : []);
  await database.sql('UPDATE sessions SET values_bytes = NULL WHERE organization_id = $1', [organizationId]);
  expect(await find()).toEqual(isFound ? [searched.id] : []);
});
