import { defineStatement, type Columns, type Fits, type RowFor } from './named-statement.ts';
import { plainArray, type SqlArray } from './sql-arrays.ts';

/** The organizations of a statement; null means all of them. */
export type Scope = { only: readonly string[] } | { without: readonly string[] } | null;

/** Returns true if a scope contains an organization. */
export function isIn(scope: Scope, organizationId: string): boolean {
  if (scope === null) return true;
  return 'only' in scope ? scope.only.includes(organizationId) : !scope.without.includes(organizationId);
}

interface ScopeParameters {
  scopeIds: SqlArray;
  scopeIsOnly: boolean;
}

/**
 * Defines a statement for all organizations, and the same statement for some of them. The second has another text, so
 * that the first one's plan has no filter. Otherwise it is like `statement` (named-statement.ts).
 *
 * @param text contains a condition that `isServed(column)` returns: empty, or `AND …`
 */
export function scoped<Parameters extends object = object, Row = never>() {
  return <const Of extends Columns>(
    name: string,
    text: (isServed: (column: string) => string) => string,
    columns: Of & Fits<Row, Of>,
  ) => {
    const all = defineStatement<Parameters, RowFor<Row, Of>>(
      name,
      text(() => ''),
      columns,
    );
    const some = defineStatement<Parameters & ScopeParameters, RowFor<Row, Of>>(
      `${name}_of_some`,
      text((column) => ` AND (${column} = ANY ($scopeIds::uuid[])) = $scopeIsOnly::boolean`),
      columns,
    );
    return {
      with: (scope: Scope, values: Parameters) =>
        scope === null ? all.with(values) : some.with({ ...values, ...scopeParameters(scope) }),
    };
  };
}

function scopeParameters(scope: NonNullable<Scope>): ScopeParameters {
  const isOnly = 'only' in scope;
  return { scopeIds: plainArray(isOnly ? scope.only : scope.without), scopeIsOnly: isOnly };
}
