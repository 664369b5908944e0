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
    onError: () => undefined,
    queries: {
      ended: (ids) => {
        reads.push({ ids, atMs: performance.now() - startedAt });
        return Promise.resolve(ids.map(ended));
      },
    },
  });
  return { waits, reads };
}

test('a signal ends the wait with one read', async () => {
  const { waits, reads } = makeWaits();
  const waited = waits.wait('1', 10_000);
  waits.signal(['1', 'of another replica']);
  expect(await waited).toEqual(ended('1'));
  expect(reads.map(({ ids }) => ids)).toEqual([['1']]);
});

test('an end whose signal was lost is found, and no poll begins before a signal could have come', async () => {
  const { waits, reads } = makeWaits();
  expect(await waits.wait('1', 10_000)).toEqual(ended('1'));
  expect(reads).toHaveLength(1);
  expect(reads[0]?.atMs).toBeGreaterThanOrEqual(100);
});
