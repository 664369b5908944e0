import type { Problem } from '../../api/api-error.ts';

const ON_LIMIT = '/flow/concurrency/onLimit';
/** Before what is wrong with the expression of a key. */
const KEY_FIRST = /^flow\.\w+\.key: /;

const LABELS: Readonly<Record<string, string>> = {
  '/flow/concurrency/limit': 'Sessions at once',
  '/flow/concurrency/key': 'Counted per',
  [ON_LIMIT]: 'At the limit',
  '/flow/order/key': 'In order per',
  '/flow/gather/key': 'Gathered per',
  '/flow/gather/quietSeconds': 'Quiet for (seconds)',
  '/flow/gather/maxSeconds': 'At the latest after (seconds)',
  '/flow/gather/maxItems': 'At the latest with (requests)',
  '/flow/gather/deliver': 'Runs with',
};

/** What the form calls the field of flow control that has a problem; null when the problem is of no such field. */
export function flowFieldOf({ componentId, path }: Problem): string | null {
  return componentId === null ? (LABELS[path] ?? null) : null;
}

/** The problem of such a field in the words of the form. */
export function flowMessageOf({ path, message }: Problem): string {
  return path === ON_LIMIT && message.includes('must be queue in')
    ? 'must be “Wait” while the order is kept or requests are gathered'
    : message.replace(KEY_FIRST, '');
}
