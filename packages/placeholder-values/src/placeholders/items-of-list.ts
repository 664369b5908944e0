/** The items of what stands for a list; null: it stands for none. @param isText whether the items are texts */
export type ItemsOfList = (value: unknown, isText: boolean) => unknown[] | null;

/**
 * A JSON array (contract §2.2 rule 5). A list of texts may be a text `[a,b c, d]` as well, its items trimmed, `[]`
 * being empty; a text that is itself a JSON array of strings is read as one, so that items may contain commas.
 */
export function itemsOfSent(value: unknown, isText: boolean): unknown[] | null {
  if (Array.isArray(value)) return value as unknown[];
  return isText && typeof value === 'string' ? readBracketed(value.trim()) : null;
}

/**
 * Where a workflow computes it: the same, and a single value is a list of one, nothing an empty list, since expressions
 * do not tell one value from a list of one.
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
