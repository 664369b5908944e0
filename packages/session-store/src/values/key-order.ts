import { addedByJsonb, type Json } from '@workflow/workflow-model';

/** Matches keys of printable ASCII, which jsonb orders by their characters. */
const ASCII = /^[ -~]*$/;

/**
 * Returns the value as JSON text if jsonb would change it, and null otherwise. The text is stored and read in addition
 * to the jsonb. jsonb sorts keys by length, then by bytes, but their order must survive a wait, because a workflow may
 * sign what a sender wrote. It also writes numbers without an exponent, `1e300` with 301 digits, so a value would take
 * 50 times as much to read.
 */
export function orderedJson(value: Json | undefined): string | null {
  return value === undefined || isUnchangedByJsonb(value) ? null : JSON.stringify(value);
}

/**
 * Returns true if jsonb preserves the order of all keys in a value and makes no number longer. It may return false
 * unnecessarily for keys that are not printable ASCII.
 */
export function isUnchangedByJsonb(value: Json): boolean {
  if (typeof value === 'number') return addedByJsonb(value) === 0;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isUnchangedByJsonb);
  let before: string | null = null;
  for (const key of Object.keys(value)) {
    if (before !== null && !isSorted(before, key)) return false;
    if (!isUnchangedByJsonb(value[key] as Json)) return false;
    before = key;
  }
  return true;
}

function isSorted(before: string, key: string): boolean {
  if (!ASCII.test(before) || !ASCII.test(key)) return false;
  return before.length === key.length ? before < key : before.length < key.length;
}

/** Returns SQL of a value as it was before it became jsonb, from the two columns that store it. */
export function orderedColumn(table: string, column: string, ordered: string): string {
  return `coalesce(${table}.${ordered}, ${table}.${column}::json)`;
}

/**
 * Returns SQL of a workflow's draft as text, if jsonb would change it. A service of an older release saves drafts
 * without this column, so it is used only if both columns have the same value.
 */
export function orderOfDraft(table: string): string {
  return `CASE WHEN ${table}.ordered_draft::jsonb = ${table}.draft THEN ${table}.ordered_draft END`;
}

/** Returns SQL for a workflow's draft with its keys in the order in which it was saved. */
export function orderedDraft(table: string): string {
  return `coalesce(${orderOfDraft(table)}, ${table}.draft::json)`;
}
