/**
 * Returns the items of a value that represents a list, or null if it represents none. @param isText true if the items
 * are texts
 */
export type ItemsOfList = (value: unknown, isText: boolean) => unknown[] | null;

/**
 * Returns the items of a list that a caller sends: a JSON array (contract §2.2 rule 5). A list of texts may also be a
 * text `[a,b c, d]`, whose items are trimmed; `[]` is empty. A text that is itself a JSON array of strings is read as
 * one, so that items may contain commas.
 */
export function itemsOfSent(value: unknown, isText: boolean): unknown[] | null {
  if (Array.isArray(value)) return value as unknown[];
  return isText && typeof value === 'string' ? readBracketed(value.trim()) : null;
}

/**
 * Returns the items of a list that a workflow computes. In addition to the forms that callers send, a single value is a
 * list of one and null is an empty list, because expressions do not distinguish one value from a list of one.
 */
export function itemsOfComputed(value: unknown, isText: boolean): unknown[] {
  if (value === undefined || value === null) return [];
  return itemsOfSent(value, isText) ?? [value];
}

function readBracketed(text: string): unknown[] | null {
  if (!text.startsWith('[') || !text.endsWith(']') || text.length < 2) return null;
  const strings = readJsonStrings(text);
  if (strings !== null) return strings;
  const inside = text.slice(1, -1).trim();
  return inside === '' ? [] : inside.split(',').map((item) => item.trim());
}

function readJsonStrings(text: string): string[] | null {
  if (!text.includes('"')) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every((item) => typeof item === 'string') ? parsed : null;
  } catch {
    return null;
  }
}
