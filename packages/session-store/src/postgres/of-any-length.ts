/**
 * SQL: an array parameter whose length the planner does not see. PostgreSQL plans a prepared statement again for each
 * call as long as the values promise a cheaper plan than unknown ones, and they do if an array is shorter than the ten
 * elements that it assumes. If one array of each `unnest` is written in this form, both plans cost the same, and the
 * statement reuses its plan (docs/decisions/0022-plans-without-statistics.md).
 */
export function ofAnyLength(parameter: string): string {
  return `(SELECT ${parameter})`;
}
