import type { MinuteCounts } from './chart-buckets.ts';

/** The share of sessions that succeeded, in per cent, of those that succeeded or failed; a dash where none did. */
export function shareOf(counts: readonly MinuteCounts[]): string {
  const sum = (key: 'succeeded' | 'failed') => counts.reduce((total, one) => total + one[key], 0);
  const [succeeded, failed] = [sum('succeeded'), sum('failed')];
  if (succeeded + failed === 0) return '–';
  return `${((100 * succeeded) / (succeeded + failed)).toFixed(failed === 0 ? 0 : 1)}%`;
}
