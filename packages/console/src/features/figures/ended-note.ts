import { plural } from '../../ui/plural.ts';
import type { MinuteCounts } from './chart-buckets.ts';

/** How many sessions ended, and of those how many failed and were cancelled. */
export function endedNote(counts: readonly MinuteCounts[]): string {
  const sum = (key: 'succeeded' | 'failed' | 'cancelled') => counts.reduce((total, one) => total + one[key], 0);
  const [failed, cancelled] = [sum('failed'), sum('cancelled')];
  const ended = sum('succeeded') + failed + cancelled;
  return [
    plural(ended, { one: '1 session ended', other: `${ended.toLocaleString()} sessions ended` }),
    ...(failed > 0 ? [`${failed.toLocaleString()} failed`] : []),
    ...(cancelled > 0 ? [`${cancelled.toLocaleString()} cancelled`] : []),
  ].join(', ');
}
