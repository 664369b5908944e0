import { addedByJsonb, type Json } from '@workflow/workflow-model';

/** jsonb orders keys by their bytes, which is the order of their characters if they are printable ASCII. */
const ASCII = /^[ -~]*$/;

/**
 * Returns the value as JSON text if jsonb would change it, to be stored and read in addition to the jsonb; null if
 * jsonb does not. jsonb sorts keys by length, then by bytes, but their order must survive a wait, because a workflow
 * may sign what a sender wrote. It also writes numbers without an exponent, `1e300` with 301 digits, so a value would
 * take 50 times as much to read.
 */
export function orderedJson(value: Json | undefined): string | null {
  return value === undefined || isUnchangedByJsonb(value) ? null : JSON.stringify(value);
}

/**
 * Returns true if jsonb retains the order of all keys in a value and makes no number longer. It may return false
 * needlessly for keys that are not printable ASCII.
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

/** Returns SQL of a value before it became jsonb, from the two columns that store it. */
export function orderedColumn(table: string, column: string, ordered: string): string {
  return `coalesce(${table}.${ordered}, ${table}.${column}::json)`;
}

/**
 * Returns SQL of a workflow's draft as text, if jsonb would change it. A service of a release that does not know the
 * column saves another draft without it, so it is used only while both have the same value.
 */
export function orderOfDraft(table: string): string {
  return `CASE WHEN ${table}.ordered_draft::jsonb = ${table}.draft THEN ${table}.ordered_draft END`;
}

/** Returns SQL of a workflow's draft as it was saved. */
export function orderedDraft(table: string): string {
  return `coalesce(${orderOfDraft(table)}, ${table}.draft::json)`;
}
