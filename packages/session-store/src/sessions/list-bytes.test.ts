import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { useTestStore, runningSession } from '../../test/open-test-store.ts';

const database = useTestStore();

const BYTES = 100_000;

/** Creates ended sessions with outputs of this size. Returns their ids, newest first. */
async function endedSessions(organizationId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let created = 0; created < count; created += 1) {
    const { session, fence } = await runningSession(database.store, { organizationId });
    await database.store.execution.end(fence, { kind: 'succeeded', output: 'x'.repeat(BYTES - 2) }, []);
    ids.unshift(session.id);
  }
  return ids;
}

test('a page ends before the session that is too large for it, and the next begins there', async () => {
  const organizationId = randomUUID();
  const ids = await endedSessions(organizationId, 5);
  const { list } = database.store.sessions.queries;
  const range = { limit: 10, maxBytes: 2.5 * BYTES };
  const first = await list(organizationId, {}, range);
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const next = await list(organizationId, {}, { ...range, cursor: first.nextCursor! });
  expect(next.items.map(({ id }) => id)).toEqual(ids.slice(2, 4));
  const alone = await list(organizationId, {}, { limit: 10, maxBytes: 1 });
  expect(alone.items.map(({ id }) => id)).toEqual(ids.slice(0, 1));
  const withoutValues = await list(organizationId, {}, { limit: 10, maxBytes: 0 });
  expect(withoutValues.items.map(({ id }) => id)).toEqual(ids);
  expect(withoutValues.items.map(({ placeholderValues }) => placeholderValues)).toEqual(ids.map(() => ({})));
});

test('the filter by several statuses shares the bytes of a page among them', async () => {
  const organizationId = randomUUID();
  const ids = await endedSessions(organizationId, 4);
  const { list } = database.store.sessions.queries;
  const filter = { status: ['SUCCEEDED', 'FAILED'] as const };
  const page = await list(organizationId, filter, { limit: 10, maxBytes: 4.5 * BYTES });
  expect(page.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(page.nextCursor).toBe(ids[1]);
});

test('sizes that were not stored are measured', async () => {
  const organizationId = randomUUID();
  const ids = await endedSessions(organizationId, 3);
  await database.sql('UPDATE sessions SET output_bytes = NULL WHERE organization_id = $1', [organizationId]);
  const { list, read } = database.store.sessions.queries;
  const page = await list(organizationId, {}, { limit: 10, maxBytes: 2.5 * BYTES });
  expect(page.items).toHaveLength(2);
  const firstPart = await read(organizationId, ids, { maxBytes: 1.5 * BYTES, maxSessionBytes: 2 * BYTES });
  expect(firstPart).toMatchObject({ items: [{ id: ids[0] }], unreadIds: ids.slice(1) });
  const cut = await read(organizationId, [randomUUID(), ...ids], { maxBytes: 1, maxSessionBytes: BYTES });
  expect(cut.items.map(({ output, truncated }) => [output, truncated])).toEqual(ids.map(() => [null, true]));
  expect(await read(randomUUID(), ids, { maxBytes: 1, maxSessionBytes: 1 })).toEqual({ items: [], unreadIds: [] });
});
