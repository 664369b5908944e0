import type { Json } from '@workflow/workflow-model';

/** The object or list that a text contains as JSON, such as the request of a webhook; undefined for other texts. */
export function jsonInText(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
