/** The maximum depth of a JSON value that callers send. */
export const MAX_SENT_JSON_DEPTH = 100;

/** The maximum depth of a component's result, which may wrap a sent value. It is far below what exhausts a stack. */
export const MAX_RESULT_JSON_DEPTH = 500;

/** Returns true if arrays and objects of a parsed JSON value have more levels than this. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isNestedDeeper(item, levels - 1));
}
