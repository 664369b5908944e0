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
  '/flow/concurrency': 'Limit sessions at once',
  '/flow/order': 'Keep the order',
  '/flow/gather': 'Gather requests',
  '/flow/priority': 'Priority',
  '/label': 'Session label',
  '/mcp': 'Offer as a tool',
  '/mcp/name': 'Name',
  '/mcp/description': 'Description',
};

/** Returns the form's name for a field of the workflow's settings; null when there is none. */
export function flowLabel(pointer: string): string | null {
  return LABELS[pointer] ?? null;
}

/** Returns the form's name for the field of flow control that has a problem; null when there is none. */
export function flowFieldOf({ componentId, path }: Problem): string | null {
  return componentId === null ? flowLabel(path) : null;
}
