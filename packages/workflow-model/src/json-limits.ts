/** Levels of arrays and objects in a JSON value that callers send: far above any honest value. */
export const MAX_SENT_JSON_DEPTH = 100;

/**
 * Levels in a component's result, which may wrap a value that was sent: far beyond real data, far below what exhausts a
 * stack.
 */
export const MAX_RESULT_JSON_DEPTH = 500;

/** Whether arrays and objects of a parsed JSON value are nested in more levels than these. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isNestedDeeper(item, levels - 1));
}
