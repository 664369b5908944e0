import { expect, test } from '@jest/globals';
import { comparePairs, comparisonTable } from './figures.ts';

test('a comparison gives the median of what the runs of a round are to each other, not of what medians are', () => {
  // In two slow rounds and a fast one, the new version is half as fast.
  const [figure] = comparePairs([
    { before: { rate: 100 }, now: { rate: 50 } },
    { before: { rate: 10 }, now: { rate: 5 } },
    { before: { rate: 1_000 }, now: { rate: 520 } },
  ]);
  expect(figure).toEqual({ key: 'rate', before: 100, now: 50, ratio: 0.5, leastRatio: 0.5, mostRatio: 0.52 });
});

test('a comparison leaves out what one of the runs did not measure, and what cost nothing', () => {
  const figures = comparePairs([{ before: { rate: 1, gone: 2, redis: 0 }, now: { rate: 1, added: 3, redis: 0 } }]);
  expect(figures.map(({ key }) => key)).toEqual(['rate']);
});

test('a comparison is read as a table', () => {
  const figures = comparePairs([{ before: { rate: 100 }, now: { rate: 150 } }]);
  expect(comparisonTable(figures).split('\n')[1]).toMatch(/^rate +100 +150 +1\.50 {2}1\.50–1\.50$/);
});
