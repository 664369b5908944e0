import type { Schemas } from '@workflow/api-types';
import { plural } from '../../ui/plural.ts';
import { formatNumber } from '../../ui/format-number.ts';

/** Sessions that a component of a session started. */
export type Started = Schemas['StartedSessions']['items'][number];

/** Counts the sessions that each component started in its last run with any, by its id. */
export function lastStarted(items: readonly Started[]): Map<string, Started> {
  const last = new Map<string, Started>();
  for (const item of items) {
    const known = last.get(item.componentId);
    if (known === undefined || item.run > known.run) last.set(item.componentId, item);
  }
  return last;
}

/** How many there are, and what became of them: `55 sessions: 54 succeeded, 1 failed`. */
export function startedInWords({ total, statuses }: Pick<Started, 'total' | 'statuses'>): string {
  const { SUCCEEDED = 0, FAILED = 0, CANCELLED = 0 } = statuses;
  const open = total - SUCCEEDED - FAILED - CANCELLED;
  const parts = [
    [SUCCEEDED, 'succeeded'],
    [FAILED, 'failed'],
    [CANCELLED, 'cancelled'],
    [open, 'under way'],
  ] as const;
  const counts = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count)} ${word}`);
  const all = plural(total, { one: '1 session', other: `${formatNumber(total)} sessions` });
  return `${all}: ${counts.join(', ')}`;
}
