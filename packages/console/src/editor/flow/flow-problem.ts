import type { Problem } from '../../api/api-error.ts';
import { texts } from '../../texts/flow-control.ts';

const ON_LIMIT = '/flow/concurrency/onLimit';
/** Before what is wrong with the expression of a key. */
const KEY_FIRST = /^flow\.\w+\.key: /;

const LABELS: Readonly<Record<string, string>> = {
  '/flow/concurrency/limit': texts.limit,
  '/flow/concurrency/key': texts.limitKey,
  [ON_LIMIT]: texts.onLimit,
  '/flow/order/key': texts.orderKey,
  '/flow/gather/key': texts.gatherKey,
  '/flow/gather/quietSeconds': texts.quietSeconds,
  '/flow/gather/maxSeconds': texts.maxSeconds,
  '/flow/gather/maxItems': texts.maxItems,
  '/flow/gather/deliver': texts.deliver,
};

/** What the form calls the field of flow control that has a problem; null when the problem is of no such field. */
export function flowFieldOf({ componentId, path }: Problem): string | null {
  return componentId === null ? (LABELS[path] ?? null) : null;
}

/** The problem of such a field in the words of the form. */
export function flowMessageOf({ path, message }: Problem): string {
  return path === ON_LIMIT && message.includes('must be queue in') ? texts.mustWait : message.replace(KEY_FIRST, '');
}
