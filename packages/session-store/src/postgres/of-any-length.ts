/**
 * Returns SQL of an array parameter whose length the planner does not see. PostgreSQL plans a prepared statement again
 * for each call as long as a plan for the values seems cheaper than a generic one, as it does for arrays with fewer
 * than the ten elements that the planner assumes. If one array of each `unnest` has this form, both plans cost the
 * same, and the statement reuses its plan (docs/decisions/0022-plans-without-statistics.md).
 */
export function ofAnyLength(parameter: string): string {
  return `(SELECT ${parameter})`;
}
