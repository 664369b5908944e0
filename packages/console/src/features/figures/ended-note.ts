import { plural } from '../../ui/plural.ts';
import type { MinuteCounts } from './chart-buckets.ts';
import { formatNumber } from '../../ui/format-number.ts';

/** How many sessions ended, and of those how many failed and were cancelled. */
export function endedNote(counts: readonly MinuteCounts[]): string {
  const sum = (key: 'succeeded' | 'failed' | 'cancelled') => counts.reduce((total, one) => total + one[key], 0);
  const [failed, cancelled] = [sum('failed'), sum('cancelled')];
  const ended = sum('succeeded') + failed + cancelled;
  return [
    plural(ended, { one: '1 session ended', other: `${formatNumber(ended)} sessions ended` }),
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
    ...(cancelled > 0 ? [`${formatNumber(cancelled)} cancelled`] : []),
  ].join(', ');
}
