import type { IncomingHttpHeaders } from 'node:http';
import { reviveJson } from '@workflow/placeholder-values';
import { isStorableText, pointerKeys, valueAtKeys } from '@workflow/workflow-model';
import type { WebhookContent } from './read-content.ts';

const BODY = 'body:';

/** Maximum length of an id. */
const MAX_LENGTH = 255;

/**
 * Returns the sender's id of this delivery: the first of the headers and body values that the component names. An empty
 * list disables it. It is never a hash of the body, because two equal events are two events.
 */
export function deliveryId(
  headers: IncomingHttpHeaders,
  content: WebhookContent,
  deduplicateBy: readonly string[],
): string | undefined {
  for (const source of deduplicateBy) {
    const value = source.startsWith(BODY)
      ? valueInBody(content, source.slice(BODY.length))
      : headers[source.toLowerCase()];
    if (typeof value === 'string' && isId(value)) return value;
  }
  return undefined;
}

/** Returns true for an id. Empty and longer texts, and those that PostgreSQL does not store, do not count. */
function isId(value: string): boolean {
  return value !== '' && value.length <= MAX_LENGTH && isStorableText(value);
}

/**
 * Returns a text, or a number by its digits, because two long ids may be one double. Returns undefined for anything
 * else.
 */
function valueInBody(content: WebhookContent, pointer: string): string | undefined {
  if (content.value === undefined) return undefined;
  const value = valueAt(content.value, pointer);
  if (typeof value === 'number') return digitsAt(content.json, pointer) ?? String(value);
  return typeof value === 'string' ? value : undefined;
}

function valueAt(whole: unknown, pointer: string): unknown {
  return valueAtKeys(whole, pointerKeys(pointer));
}

/** Returns the digits of a number as the text writes them, or undefined if it is nested too deeply. */
function digitsAt(json: string, pointer: string): string | undefined {
  try {
    const texts: unknown = reviveJson(json, (_key, value, context) =>
      typeof value === 'number' ? context?.source : value,
    );
    const digits = valueAt(texts, pointer);
    return typeof digits === 'string' ? digits : undefined;
  } catch {
    return undefined;
  }
}
