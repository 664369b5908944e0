import type { Session } from '../../api/types.ts';
import { formatSpan } from '../../ui/format-time.ts';

/** Returns true for a session whose caller delayed its start, and that has not started. */
export function waitsForStart({ status, waitingFor }: Pick<Session, 'status' | 'waitingFor'>): boolean {
  return status === 'QUEUED' && waitingFor === 'delay';
}

/** When a delayed session starts, in words: `Starts in 3 h`. */
export function startsIn(startsAt: string | null, now: number): string {
  const leftMs = startsAt === null ? 0 : Date.parse(startsAt) - now;
  return leftMs < 1_000 ? 'Starts now' : `Starts in ${formatSpan(leftMs)}`;
}
