import type { Problem } from '../../api/api-error.ts';

const LABELS: Readonly<Record<string, string>> = {
  '/flow/concurrency/limit': 'Sessions at once',
  '/flow/concurrency/key': 'Counted per',
  '/flow/concurrency/onLimit': 'At the limit',
  '/flow/order/key': 'In order per',
  '/flow/gather/key': 'Gathered per',
  '/flow/gather/quietSeconds': 'Quiet for (seconds)',
  '/flow/gather/maxSeconds': 'At the latest after (seconds)',
  '/flow/gather/maxItems': 'At the latest with (requests)',
  '/flow/gather/deliver': 'Runs with',
  '/label': 'Session label',
};

/** What the form calls the field of flow control that has a problem; null when the problem is of no such field. */
export function flowFieldOf({ componentId, path }: Problem): string | null {
  return componentId === null ? (LABELS[path] ?? null) : null;
}
