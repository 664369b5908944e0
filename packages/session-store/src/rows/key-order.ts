import { addedByJsonb, type Json } from '@workflow/workflow-model';

/** jsonb orders keys by their bytes, which is by their characters while these are printable ASCII. */
const ASCII = /^[ -~]*$/;

/**
 * The value as JSON text where jsonb would change it, to be stored and read beside the jsonb; null where jsonb keeps it
 * as it is. jsonb sorts keys by length, then by bytes: a workflow may sign what a sender wrote, so their order must
 * survive a wait. And it writes numbers out, `1e300` with 301 digits: a value would take 50 times as much to read.
 */
export function orderedJson(value: Json | undefined): string | null {
  return value === undefined || isKeptByJsonb(value) ? null : JSON.stringify(value);
}

/**
 * Whether jsonb keeps the order of all keys in a value and makes no number longer. false without need for keys that are
 * not printable ASCII.
 */
export function isKeptByJsonb(value: Json): boolean {
  if (typeof value === 'number') return addedByJsonb(value) === 0;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isKeptByJsonb);
  let before: string | null = null;
  for (const key of Object.keys(value)) {
    if (before !== null && !isSorted(before, key)) return false;
    if (!isKeptByJsonb(value[key] as Json)) return false;
    before = key;
  }
  return true;
}

function isSorted(before: string, key: string): boolean {
  if (!ASCII.test(before) || !ASCII.test(key)) return false;
  return before.length === key.length ? before < key : before.length < key.length;
}

/** SQL of a jsonb column as it was before it became jsonb, from the two columns that hold it. */
export function orderedColumn(table: string, column: string, ordered: string): string {
  return `coalesce(${table}.${ordered}, ${table}.${column}::json)`;
}

/**
 * SQL of a workflow's draft as text, where jsonb would change it. A service of a release that does not know the column
 * saves another draft beside it, so it counts only while both are the same value.
 */
export function orderOfDraft(table: string): string {
  return `CASE WHEN ${table}.ordered_draft::jsonb = ${table}.draft THEN ${table}.ordered_draft END`;
}

/** SQL of a workflow's draft as it was saved. */
export function orderedDraft(table: string): string {
  return `coalesce(${orderOfDraft(table)}, ${table}.draft::json)`;
}
