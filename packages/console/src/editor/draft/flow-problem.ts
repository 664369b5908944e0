import type { Problem } from '../../api/api-error.ts';

const LABELS: Readonly<Record<string, string>> = {
  '/flow/concurrency/limit': 'Concurrent sessions',
  '/flow/concurrency/key': 'Separate limit for each',
  '/flow/concurrency/onLimit': 'At the limit',
  '/flow/order/key': 'Separate order for each',
  '/flow/gather/key': 'Combine requests with the same',
  '/flow/gather/quietSeconds': 'Start after a pause of (seconds)',
  '/flow/gather/maxSeconds': 'But no later than (seconds)',
  '/flow/gather/maxItems': 'Or after (requests)',
  '/flow/gather/deliver': 'Runs with',
  '/flow/concurrency': 'Limit concurrent sessions',
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
