/**
 * SQL: an array parameter whose length the planner does not see. PostgreSQL plans a prepared statement anew for each
 * call as long as the values promise a cheaper plan than unknown ones, and they do wherever an array is shorter than
 * the ten elements that it assumes. Written so, one array of each `unnest` makes both plans cost the same, and the
 * statement keeps its plan (docs/decisions/0022-plans-without-statistics.md).
 */
export function ofAnyLength(parameter: string): string {
  return `(SELECT ${parameter})`;
}
