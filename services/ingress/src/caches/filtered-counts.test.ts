import { afterEach, expect, jest, test } from '@jest/globals';
import type { FilteredCount } from '@workflow/session-store';
import { FilteredCounts } from './filtered-counts.ts';

const component = { organizationId: 'o', workflowId: 'w', componentId: 'a' };

afterEach(() => void jest.useRealTimers());

test('counts that cannot be written are written later, with later ones', async () => {
  const written: FilteredCount[][] = [];
  const errors: unknown[] = [];
  let isAway = true;
  const countFiltered = (counts: readonly FilteredCount[]): Promise<void> => {
    if (isAway) return Promise.reject(new Error('away'));
    written.push([...counts]);
    return Promise.resolve();
  };
  const counts = new FilteredCounts({ countFiltered }, (error) => errors.push(error));
  counts.count(component);
  counts.count({ ...component, componentId: 'b' });
  await counts.stop();
  counts.count(component);
  isAway = false;
  await counts.stop();
  expect(errors).toHaveLength(1);
  expect(written).toEqual([
    [
      { ...component, count: 2 },
      { ...component, componentId: 'b', count: 1 },
    ],
  ]);
  await counts.stop();
  expect(written).toHaveLength(1);
});

test('a burst is one statement with a bounded number of components', async () => {
  const written: (readonly FilteredCount[])[] = [];
  const countFiltered = (counts: readonly FilteredCount[]): Promise<void> => {
    written.push(counts);
    return Promise.resolve();
  };
  const counts = new FilteredCounts({ countFiltered }, () => undefined);
  for (let n = 0; n < 50_000; n += 1) counts.count({ ...component, componentId: `c${n % 5_000}` });
  await counts.stop();
  expect(written).toHaveLength(1);
  expect(written[0]).toHaveLength(2_000);
  expect(written[0]?.[0]).toMatchObject({ componentId: 'c0', count: 10 });
});

test('deliveries of a second are written with one statement, at its end', async () => {
  jest.useFakeTimers();
  const written: (readonly FilteredCount[])[] = [];
  const countFiltered = async (counts: readonly FilteredCount[]): Promise<void> => void written.push(counts);
  const counts = new FilteredCounts({ countFiltered }, () => undefined);
  for (let delivery = 0; delivery < 9; delivery += 1) {
    counts.count(component);
    await jest.advanceTimersByTimeAsync(100);
  }
  expect(written).toEqual([]);
  await jest.advanceTimersByTimeAsync(100);
  expect(written).toEqual([[{ ...component, count: 9 }]]);
});
