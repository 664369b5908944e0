import { formatSpan } from '../../ui/format-time.ts';

/** When a delayed session starts, in words: `Starts in 3 h`. */
export function startsIn(startsAt: string | null, now: number): string {
  const leftMs = startsAt === null ? 0 : Date.parse(startsAt) - now;
  return leftMs < 1_000 ? 'Starts now' : `Starts in ${formatSpan(leftMs)}`;
}
