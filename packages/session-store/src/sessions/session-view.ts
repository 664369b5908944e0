import type { SessionView } from '@workflow/workflow-model';

/** The columns of a `SessionRow`, of `sessions` under its own name or an alias. */
export function sessionColumns(table: string): string {
  return `${table}.id, ${table}.workflow_id AS "workflowId", ${table}.workflow_version AS "workflowVersion",
    ${table}.component_id AS "componentId", ${table}.trigger, ${table}.mode, ${table}.status, ${table}.run,
    ${table}.placeholder_values AS "placeholderValues", ${table}.output, ${table}.error,
    ${table}.started_at AS "startedAt", ${table}.finished_at AS "finishedAt"`;
}

/** A `SessionView` before its times are written out; `createdAt` stands in the id. */
export interface SessionRow extends Omit<SessionView, 'createdAt' | 'startedAt' | 'finishedAt'> {
  startedAt: Date | null;
  finishedAt: Date | null;
}

export function toSessionView(row: SessionRow): SessionView {
  return {
    ...row,
    createdAt: timeOfUuidv7(row.id).toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/** The time in the first 48 bits of a UUIDv7 (RFC 9562, 5.7). */
export function timeOfUuidv7(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** The least UUIDv7 of a time: what compares `>=` to it was made at that time or later. */
export function firstUuidv7At(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}
