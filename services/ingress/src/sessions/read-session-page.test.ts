import { expect, test } from '@jest/globals';
import type { SessionQueries } from '@workflow/session-store';
import { readSessionPage } from './read-session-page.ts';

const MIB = 1024 * 1024;
const SESSIONS = 200;

/** Sessions of this size, of which a statement reads as many as its bytes allow. */
function sessionsOf(bytes: number): Pick<SessionQueries, 'list'> {
  const list = async (
    _organizationId: string,
    _filter: object,
    range: { limit: number; maxBytes?: number; cursor?: string },
  ) => {
    const since = Number(range.cursor ?? 0);
    const most = Math.max(1, Math.floor((range.maxBytes ?? Infinity) / bytes));
    const until = Math.min(SESSIONS, since + range.limit, since + most);
    const items = Array.from({ length: until - since }, (_, index) => ({
      id: since + index,
      output: 'x'.repeat(bytes),
    }));
    return { items, nextCursor: until < SESSIONS ? String(until) : null };
  };
  return { list } as unknown as Pick<SessionQueries, 'list'>;
}

async function read(bytes: number, limit: number) {
  const json = await readSessionPage(sessionsOf(bytes), { organizationId: 'o', filter: {}, limit });
  const { items, nextCursor } = JSON.parse(json) as { items: { id: number }[]; nextCursor: string | null };
  return { bytes: json.length, count: items.length, nextCursor };
}

test('a page of large sessions has about 8 MiB, and the next begins after it', async () => {
  const page = await read(MIB, SESSIONS);
  expect(page.bytes).toBeGreaterThan(6 * MIB);
  expect(page.bytes).toBeLessThan(9 * MIB);
  expect(page.nextCursor).toBe(String(page.count));
});

test('a page of small sessions has as many as were asked for', async () => {
  expect(await read(100, 150)).toMatchObject({ count: 150, nextCursor: '150' });
  expect(await read(100, SESSIONS)).toMatchObject({ count: SESSIONS, nextCursor: null });
});

test('a session that is larger than a page is alone in it', async () => {
  expect(await read(9 * MIB, SESSIONS)).toMatchObject({ count: 1, nextCursor: '1' });
});
