import type { SessionStatus } from '@workflow/workflow-model';
import type { BulkRequest } from '../../api/queries/operations.ts';
import type { ShownSessions } from './session-filters.ts';

export type BulkAction = 'cancel' | 'retry-failed-step' | 'retry-latest' | 'retry-start';

const STATUSES: Record<BulkAction, readonly SessionStatus[]> = {
  cancel: ['QUEUED', 'RUNNING', 'WAITING'],
  'retry-failed-step': ['FAILED'],
  'retry-latest': ['FAILED'],
  'retry-start': ['FAILED'],
};

/** The request to change the matching sessions; null when the filter leaves none that the action can change. */
export function bulkRequest(action: BulkAction, { filter, since, until }: ShownSessions): BulkRequest | null {
  const { status: shown, ...others } = filter;
  const status = STATUSES[action].filter((each) => shown === undefined || shown === each);
  if (status.length === 0) return null;
  return {
    action: action === 'cancel' ? 'cancel' : 'retry',
    ...(action === 'retry-start' && { from: 'start' }),
    ...(action === 'retry-latest' && { version: 'latest' }),
    filter: {
      ...others,
      status,
      ...(since !== null && { createdAfter: since }),
      ...(until !== null && { createdBefore: until }),
    },
  };
}
