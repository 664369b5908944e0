import type { JsonObject } from '@workflow/workflow-model';

/** The text under a key; empty: there is none, or it is no text. */
export function textIn(holder: JsonObject, key: string): string {
  const value = holder[key];
  return typeof value === 'string' ? value : '';
}
