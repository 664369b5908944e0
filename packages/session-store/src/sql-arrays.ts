/** Array literals of PostgreSQL for values that need no quoting, at a fraction of the driver's general encoding. */

/** @param values UUIDs, numbers, booleans or enum labels; null becomes NULL. */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** @param values any text; null becomes NULL. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quote(value))).join(',')}}`;
}

/** @param values anything that JSON can hold, for a text[] that is cast to jsonb; null becomes NULL. */
export function jsonArray(values: readonly unknown[]): string {
  return jsonTextArray(values.map((value) => (value === null || value === undefined ? null : JSON.stringify(value))));
}

/**
 * @param values what JSON.stringify made: without control characters and lone surrogates, so that quoting it as a
 *   JSON string, which is one quick pass, escapes just what an array literal wants escaped; null becomes NULL.
 */
export function jsonTextArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : JSON.stringify(value))).join(',')}}`;
}

/** @param values bytes; null becomes NULL. */
export function bytesArray(values: readonly (Uint8Array | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"\\\\x${Buffer.from(value).toString('hex')}"`)).join(',')}}`;
}

function quote(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
