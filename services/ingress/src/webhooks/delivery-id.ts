import type { IncomingHttpHeaders } from 'node:http';
import { reviveJson } from '@workflow/placeholder-values';
import { pointerKeys, valueAtKeys } from '@workflow/workflow-model';
import type { WebhookContent } from './read-content.ts';

const BODY = 'body:';

/** Longer values do not count as ids. */
const MAX_LENGTH = 255;

/**
 * The sender's id of this delivery: the first present of the headers and body values that the component names, an
 * empty list switching it off. Never a hash of the body: two equal events are two events.
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
    if (typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH) return value;
  }
  return undefined;
}

/** A text, or a number by its digits: two long ids may be one double. undefined for anything else. */
function valueInBody(content: WebhookContent, pointer: string): string | undefined {
  if (content.value === undefined) return undefined;
  const value = valueAt(content.value, pointer);
  if (typeof value === 'number') return digitsAt(content.json, pointer) ?? String(value);
  return typeof value === 'string' ? value : undefined;
}

function valueAt(whole: unknown, pointer: string): unknown {
  return valueAtKeys(whole, pointerKeys(pointer));
}

/** How the text writes the number; undefined when it is nested too deeply to be read with its texts. */
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
