import { plainArray } from './sql-arrays.ts';
import type { Statement } from './sql.ts';

/** Which organizations a statement is about; null: all of them. */
export type Scope = { only: readonly string[] } | { without: readonly string[] } | null;

/** Whether a scope has an organization. */
export function isIn(scope: Scope, organizationId: string): boolean {
  if (scope === null) return true;
  return 'only' in scope ? scope.only.includes(organizationId) : !scope.without.includes(organizationId);
}

/**
 * A statement for all organizations, and the same for some of them, which is another text: the plan of the first one
 * knows nothing of a choice.
 *
 * @param parameter number of the first of the two additional parameters, whose values are `scopeValues`
 * @param text with a condition, as `isServed(column)` gives it: empty, or `AND …`
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

/** The values of a scope, after those of the statement itself. */
export function scopeValues(scope: Scope): unknown[] {
  if (scope === null) return [];
  return 'only' in scope ? [plainArray(scope.only), true] : [plainArray(scope.without), false];
}
