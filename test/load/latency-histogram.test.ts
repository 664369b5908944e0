import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LatencyHistogram } from './latency-histogram.ts';

test('a quantile is at most 2 % above the exact value and never below it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 60_000_000 }), { minLength: 1 }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      (us, quantile) => {
        const histogram = new LatencyHistogram();
        for (const value of us) histogram.record(value / 1000);
        const exact = us.toSorted((a, b) => a - b)[Math.ceil(us.length * quantile) - 1]!;
        const estimate = histogram.quantileMs(quantile) * 1000;
        expect(estimate).toBeGreaterThanOrEqual(exact - 0.5);
        expect(estimate).toBeLessThanOrEqual(exact * 1.02 + 1);
      },
    ),
  );
});
