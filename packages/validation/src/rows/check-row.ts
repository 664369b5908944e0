import { checkValue, printableKey } from '@workflow/placeholder-values';
import { hasSensitive, type Field, type JsonObject } from '@workflow/workflow-model';

export type RowCheck = { ok: true; row: JsonObject } | { ok: false; problems: string[] };

/** The maximum number of problems in one refusal. */
const MAX_PROBLEMS = 20;
/** The maximum size of a condition, as JSON. No row is larger, and PostgreSQL copies the condition for each row. */
const MAX_WHERE_BYTES = 262_144;

/**
 * Checks and normalizes the given columns of a row, as placeholders of their types.
 * @param how `whole`: required columns must be set; `partial`: any may be missing, or null
 */
export function checkRow(columns: readonly Field[], given: JsonObject, how: 'whole' | 'partial'): RowCheck {
  const unknown = unknownColumns(columns, given);
  const isGiven = ({ key }: Field): boolean => Object.hasOwn(given, key) && given[key] !== null;
  const checked = columns.filter((column) => isGiven(column) || (how === 'whole' && column.optional !== true));
  const outcome = checkValue(given, { type: 'OBJECT', fields: [...checked] }, '');
  const problems = outcome.ok ? unknown : [...unknown, ...outcome.problems];
  if (!outcome.ok || problems.length > 0) return { ok: false, problems: problems.slice(0, MAX_PROBLEMS) };
  const emptied = columns.filter(({ key }) => given[key] === null).map(({ key }): [string, null] => [key, null]);
  const row: JsonObject = Object.fromEntries(emptied);
  return { ok: true, row: { ...row, ...(outcome.value as JsonObject) } };
}

/** Checks the values that columns must equal. Sensitive columns are encrypted, so they cannot be searched. */
export function checkWhere(columns: readonly Field[], where: JsonObject): RowCheck {
  const hidden = columns.filter((column) => Object.hasOwn(where, column.key) && hasSensitive(column));
  const problems = hidden.map(({ key }) => `The column ${printableKey(key)} is sensitive and cannot be searched`);
  if (problems.length > 0) return { ok: false, problems };
  const checked = checkRow(columns, where, 'partial');
  const bytes = checked.ok ? Buffer.byteLength(JSON.stringify(checked.row)) : 0;
  return bytes <= MAX_WHERE_BYTES
    ? checked
    : { ok: false, problems: [`where has ${bytes} bytes as JSON, and may have ${MAX_WHERE_BYTES}`] };
}

function unknownColumns(columns: readonly Field[], given: JsonObject): string[] {
  return Object.keys(given)
    .filter((name) => !columns.some(({ key }) => key === name))
    .map((name) => `The table has no column ${printableKey(name)}`);
}
