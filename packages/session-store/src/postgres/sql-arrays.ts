/** Arrays as parameters of statements, at a fraction of the cost of the driver's general encoding. */

/** A list as a parameter of a statement. */
export type SqlArray = string | Buffer;

/** The type numbers of elements in PostgreSQL. */
const TEXT = 25;
const BYTEA = 17;
const INTEGER_BYTES = 4;
const NULL_LENGTH = -1;

/** @param values UUIDs, numbers, booleans or enum labels, which need no quoting; null becomes NULL */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** @param values any text, even of a megabyte; null becomes NULL */
export function textArray(values: readonly (string | null)[]): Buffer {
  return binaryArray(TEXT, values);
}

/** @param values anything that JSON can hold, for a text[] that is cast to jsonb; null becomes NULL */
export function jsonArray(values: readonly unknown[]): Buffer {
  return textArray(values.map((value) => (value === null || value === undefined ? null : JSON.stringify(value))));
}

/** @param values bytes; null becomes NULL */
export function bytesArray(values: readonly (Uint8Array | null)[]): Buffer {
  return binaryArray(BYTEA, values);
}

/** @param values sealed bytes, which few rows have. An array of nulls costs almost nothing */
export function hiddenArray(values: readonly (Uint8Array | null | undefined)[]): string | Buffer {
  if (values.every((value) => value === undefined || value === null)) return plainArray(values.map(() => null));
  return bytesArray(values.map((value) => value ?? null));
}

/**
 * Writes PostgreSQL's binary format (array_send), which needs no escapes: dimensions, nulls, type, length, first index,
 * elements.
 */
function binaryArray(elementType: number, values: readonly (string | Uint8Array | null)[]): Buffer {
  const lengths = values.map((value) => (value === null ? NULL_LENGTH : Buffer.byteLength(value)));
  const header = [1, values.includes(null) ? 1 : 0, elementType, values.length, 1];
  const size = lengths.reduce(
    (sum, length) => sum + INTEGER_BYTES + Math.max(length, 0),
    header.length * INTEGER_BYTES,
  );
  const array = Buffer.allocUnsafe(size);
  let at = 0;
  for (const integer of header) at = array.writeInt32BE(integer, at);
  for (const [index, value] of values.entries()) {
    at = array.writeInt32BE(lengths[index]!, at);
    if (typeof value === 'string') at += array.write(value, at);
    else if (value !== null) {
      array.set(value, at);
      at += value.length;
    }
  }
  return array;
}
