import { plainArray } from './sql-arrays.ts';
import type { Statement } from './sql.ts';

/** The organizations of a statement; null means all of them. */
export type Scope = { only: readonly string[] } | { without: readonly string[] } | null;

/** Returns true if a scope contains an organization. */
export function isIn(scope: Scope, organizationId: string): boolean {
  if (scope === null) return true;
  return 'only' in scope ? scope.only.includes(organizationId) : !scope.without.includes(organizationId);
}

/**
 * Returns a statement for all organizations, and the same statement for some of them. The second has another text, so
 * that the plan of the first one has no filter.
 *
 * @param parameter number of the first of the two additional parameters, whose values are `scopeValues`
 * @param text with a condition that `isServed(column)` returns: empty, or `AND …`
 */
export function scoped(
  name: string,
  parameter: number,
  text: (isServed: (column: string) => string) => string,
): (scope: Scope) => Statement {
  const all = { name, text: text(() => '') };
  const some = {
    name: `${name}_of_some`,
    text: text((column) => ` AND (${column} = ANY ($${parameter}::uuid[])) = $${parameter + 1}::boolean`),
  };
  return (scope) => (scope === null ? all : some);
}

/** Returns the values of a scope, which follow those of the statement itself. */
export function scopeValues(scope: Scope): unknown[] {
  if (scope === null) return [];
  return 'only' in scope ? [plainArray(scope.only), true] : [plainArray(scope.without), false];
}
