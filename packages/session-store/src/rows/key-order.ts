import type { Json } from '@workflow/workflow-model';

/** jsonb orders keys by their bytes, which is by their characters while these are printable ASCII. */
const ASCII = /^[ -~]*$/;

/**
 * The value as JSON text where jsonb would change the order of its keys (it sorts them by length, then by bytes), to be
 * stored beside the jsonb; null where jsonb keeps the value as it is. A workflow may sign what a sender wrote, so the
 * order must survive a wait.
 */
export function orderedJson(value: Json | undefined): string | null {
  return value === undefined || keepsOrder(value) ? null : JSON.stringify(value);
}

/** Whether jsonb keeps the order of all keys in a value. false without need for keys that are not printable ASCII. */
export function keepsOrder(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(keepsOrder);
  let before: string | null = null;
  for (const key of Object.keys(value)) {
    if (before !== null && !isSorted(before, key)) return false;
    if (!keepsOrder(value[key] as Json)) return false;
    before = key;
  }
  return true;
}

function isSorted(before: string, key: string): boolean {
  if (!ASCII.test(before) || !ASCII.test(key)) return false;
  return before.length === key.length ? before < key : before.length < key.length;
}

/** SQL of a jsonb column with the order of its keys, from the two columns that hold it. */
export function orderedColumn(table: string, column: string, ordered: string): string {
  return `coalesce(${table}.${ordered}, ${table}.${column}::json)`;
}
