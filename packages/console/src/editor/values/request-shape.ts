import type { JsonObject } from '@workflow/workflow-model';

/** Where the body is in the request that a webhook outputs (contract §2.6), as a JSON pointer. */
export const REQUEST_BODY = '/body';

/** The parts of that request; only `body` is what the sender wrote. */
export const REQUEST_PARTS = ['method', 'path', 'query', 'headers', 'body', 'receivedAt'];

export function isRequest(value: JsonObject): boolean {
  return REQUEST_PARTS.every((part) => part in value);
}
