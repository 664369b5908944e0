import type { Problem } from '../../api/api-error.ts';

const LABELS: Readonly<Record<string, string>> = {
  '/flow/concurrency/limit': 'Concurrent sessions',
  '/flow/concurrency/key': 'Limit per (expression)',
  '/flow/concurrency/onLimit': 'At the limit',
  '/flow/order/key': 'Order per (expression)',
  '/flow/gather/key': 'Combine requests with the same (expression)',
  '/flow/gather/quietSeconds': 'Start after this many quiet seconds',
  '/flow/gather/maxSeconds': 'Start at the latest after (seconds)',
  '/flow/gather/maxItems': 'Start after this many requests',
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
