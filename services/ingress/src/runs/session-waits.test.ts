import { expect, test } from '@jest/globals';
import type { EndedSession } from '@workflow/session-store';
import { SessionWaits } from './session-waits.ts';

const ended = (id: string): EndedSession => ({
  id,
  organizationId: 'a',
  status: 'SUCCEEDED',
  output: null,
  error: null,
});

function makeWaits() {
  const reads: { ids: string[]; atMs: number }[] = [];
  const startedAt = performance.now();
  const waits = new SessionWaits({
    limit: 10,
    limitPerOrganization: 2,
    onError: () => undefined,
    readSent: (id, outcome) => ({ id, ...(JSON.parse(outcome) as Omit<EndedSession, 'id'>) }),
    queries: {
      ended: (ids) => {
        reads.push({ ids, atMs: performance.now() - startedAt });
        // Only one large output is read at a time.
        const large = ids.filter((id) => id.startsWith('large')).slice(1);
        return Promise.resolve(ids.map((id) => (large.includes(id) ? { ...ended(id), unread: true } : ended(id))));
      },
    },
  });
  return { waits, reads };
}

test('a caller that leaves makes room for others immediately', async () => {
  const { waits } = makeWaits();
  const leaving = new AbortController();
  const leftWaits = [waits.wait('a', '1', 10_000, leaving.signal), waits.wait('a', '2', 10_000, leaving.signal)];
  leaving.abort();
  expect(await Promise.all(leftWaits)).toEqual([null, null]);
  expect(waits.count).toBe(0);
  expect(await waits.wait('a', '3', 10_000, leaving.signal)).toBeNull();
  expect(await waits.wait('a', '4', 10_000)).toEqual(ended('4'));
});

test('a notification ends the wait with one read', async () => {
  const { waits, reads } = makeWaits();
  const waited = waits.wait('organization', '1', 10_000);
  waits.receive([{ sessionId: '1' }, { sessionId: 'of another replica' }]);
  expect(await waited).toEqual(ended('1'));
  expect(reads.map(({ ids }) => ids)).toEqual([['1']]);
});

test('a notification that arrives before its wait begins ends it with one read', async () => {
  const { waits, reads } = makeWaits();
  waits.receive([{ sessionId: '1', outcome: '{"organizationId":"a","output":"sent"}' }]);
  expect(await waits.wait('a', '1', 10_000)).toEqual(ended('1'));
  expect(reads.map(({ ids }) => ids)).toEqual([['1']]);
});

test('a notification that contains the outcome ends the wait without a read', async () => {
  const { waits, reads } = makeWaits();
  const waited = waits.wait('a', '1', 10_000);
  waits.receive([{ sessionId: '1', outcome: '{"organizationId":"a","output":"sent"}' }]);
  expect(await waited).toEqual({ id: '1', organizationId: 'a', output: 'sent' });
  expect(reads).toEqual([]);
});

test('the outcome that a notification contains for a session of another organization is not used', async () => {
  const { waits, reads } = makeWaits();
  const waited = waits.wait('a', '1', 10_000);
  waits.receive([{ sessionId: '1', outcome: '{"organizationId":"b","output":"sent"}' }]);
  expect(await waited).toEqual(ended('1'));
  expect(reads.map(({ ids }) => ids)).toEqual([['1']]);
});

test('an end whose notification was lost is found, and no poll begins before one could have arrived', async () => {
  const { waits, reads } = makeWaits();
  expect(await waits.wait('organization', '1', 10_000)).toEqual(ended('1'));
  expect(reads).toHaveLength(1);
  expect(reads[0]?.atMs).toBeGreaterThanOrEqual(100);
});

test('outputs that did not fit are asked for again', async () => {
  const { waits, reads } = makeWaits();
  const waited = [waits.wait('a', 'large 1', 10_000), waits.wait('b', 'large 2', 10_000)];
  waits.receive([{ sessionId: 'large 1' }, { sessionId: 'large 2' }]);
  expect(await Promise.all(waited)).toEqual([ended('large 1'), ended('large 2')]);
  expect(reads.map(({ ids }) => ids)).toEqual([['large 1', 'large 2'], ['large 2']]);
});

test('one organization cannot use up all waits', async () => {
  const { waits } = makeWaits();
  const ownWaits = [waits.wait('a', '1', 10_000), waits.wait('a', '2', 10_000)];
  expect(await waits.wait('a', '3', 10_000)).toBeNull();
  expect(await waits.wait('b', '4', 10_000)).toEqual(ended('4'));
  expect(await Promise.all(ownWaits)).toEqual([ended('1'), ended('2')]);
  const again = waits.wait('a', '5', 10_000);
  expect(await again).toEqual(ended('5'));
});

test('a caller beyond the limit of all organizations together is answered without waiting', async () => {
  const { waits } = makeWaits();
  const waiting = Array.from({ length: 10 }, (_, index) => waits.wait(`organization ${index}`, `${index}`, 10_000));
  expect(await waits.wait('another organization', '10', 10_000)).toBeNull();
  waits.close();
  await Promise.all(waiting);
});
