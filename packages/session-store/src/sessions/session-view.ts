import { orderedColumn } from '../values/key-order.ts';
import { valueBytes } from '../values/value-bytes.ts';
import { startsPaused } from '../queued/starts-paused.ts';
import { waitingField } from '../steps/waiting-output.ts';
import { timeOfUuidv7 } from '../ids/uuidv7-time.ts';
import { DEFAULT_POOL, type SessionView } from '@workflow/workflow-model';
import { IN_FLIGHT_OF_ALL_POOLS } from '../queued/admission-quota.ts';
import { isPoolAlive, POOL_WAITS_AFTER } from '../queued/session-pool.ts';
import { isHeld, isInBacklog } from '../queued/queued-states.ts';

/** Returns SQL of the reason why a session is QUEUED or WAITING. */
export function waitingFor(table: string): string {
  return `CASE
      WHEN ${table}.status = 'WAITING' AND ${table}.due_at IS NULL THEN 'children'
      WHEN ${table}.status = 'WAITING' AND EXISTS (SELECT FROM steps w WHERE w.session_id = ${table}.id
        AND w.status = 'WAITING' AND ${waitingField('w', 'throttle')} IS NOT NULL) THEN 'throttle'
      WHEN ${table}.status = 'WAITING' AND EXISTS (SELECT FROM steps w WHERE w.session_id = ${table}.id
        AND w.status = 'WAITING' AND ${waitingField('w', 'children')} = 'true') THEN 'children'
      WHEN ${table}.status = 'WAITING' THEN coalesce((SELECT min(${waitingField('w', 'answer')}) FROM steps w
        WHERE w.session_id = ${table}.id AND w.status = 'WAITING'), 'delay')
      WHEN ${isHeld(table)} AND EXISTS (SELECT FROM flow_entries e
        WHERE e.session_id = ${table}.id AND e.stage = 'GATHERING') THEN 'gather'
      WHEN ${isHeld(table)} AND EXISTS (SELECT FROM flow_entries e
        WHERE e.session_id = ${table}.id AND e.stage = 'DELAYED') THEN 'delay'
      WHEN ${startsPaused(table)} THEN 'pause'
      WHEN ${table}.status = 'QUEUED' AND ${isHeld(table)} THEN (
        SELECT CASE WHEN e.stage = 'IN_ORDER' THEN 'order'
          WHEN e.concurrency_key = '' THEN 'executor' ELSE 'concurrency' END
        FROM flow_entries e WHERE e.session_id = ${table}.id)
      WHEN ${table}.status = 'QUEUED' AND ${isInBacklog(table)}
        AND ${isPoolAlive(`${table}.pool`, POOL_WAITS_AFTER)} AND EXISTS (
        SELECT FROM organization_quotas q JOIN admission_quotas a ON a.organization_id = q.organization_id
        WHERE q.organization_id = ${table}.organization_id AND ${IN_FLIGHT_OF_ALL_POOLS} >= q.max_concurrent_sessions)
        THEN 'quota'
      WHEN ${table}.status = 'QUEUED' THEN 'executor' END`;
}

/** SQL of the bytes of a session's values. */
export function sessionValueBytes(table: string): string {
  return `${valueBytes(table, 'placeholder_values')} + ${valueBytes(table, 'output')}`;
}

/** Returns the columns of a `SessionRow`, of `sessions` under its own name or an alias. */
export function sessionColumns(table: string): string {
  return columns(table, (value) => value);
}

/** Returns the same columns without the values if the condition is false. The values are then not read. */
export function sessionColumnsIf(condition: string, table: string): string {
  return columns(table, (value, otherwise) => `CASE WHEN ${condition} THEN ${value} ELSE ${otherwise} END`);
}

function columns(table: string, shown: (value: string, otherwise: string) => string): string {
  const sources: Record<keyof SessionRow, string> = {
    id: `${table}.id`,
    parentId: `${table}.parent_id`,
    workflowId: `${table}.workflow_id`,
    workflowVersion: `${table}.workflow_version`,
    componentId: `${table}.component_id`,
    trigger: `${table}.trigger`,
    label: `${table}.label`,
    mode: `${table}.mode`,
    status: `${table}.status`,
    run: `${table}.run`,
    pool: `${table}.pool`,
    placeholderValues: shown(orderedColumn(table, 'placeholder_values', 'ordered_values'), "'{}'::json"),
    output: shown(orderedColumn(table, 'output', 'ordered_output'), 'NULL'),
    error: `${table}.error`,
    startedAt: `${table}.started_at`,
    finishedAt: `${table}.finished_at`,
    waitingFor: waitingFor(table),
    moved: `${table}.moved`,
    startsAt: `${table}.starts_at`,
    expiresAt: `${table}.expires_at`,
  };
  return Object.entries(sources)
    .map(([name, source]) => `${source} AS "${name}"`)
    .join(', ');
}

/** The columns of a `SessionRow` with their types in PostgreSQL. */
export const SESSION_ROW_COLUMNS = {
  id: 'uuid',
  parentId: 'uuid?',
  workflowId: 'uuid',
  workflowVersion: 'int4?',
  componentId: 'uuid',
  trigger: 'session_trigger',
  label: 'text?',
  mode: 'session_mode',
  status: 'session_status',
  run: 'int4',
  pool: 'text',
  placeholderValues: 'json',
  output: 'json?',
  error: 'jsonb?',
  startedAt: 'timestamptz?',
  finishedAt: 'timestamptz?',
  waitingFor: 'text?',
  moved: 'jsonb?',
  startsAt: 'timestamptz?',
  expiresAt: 'timestamptz?',
} as const satisfies Record<keyof SessionRow, string>;

/** The stored times of a session. */
type SessionTimes = 'startedAt' | 'finishedAt' | 'startsAt' | 'expiresAt';

/** A `SessionView` before its times are formatted. `createdAt` is derived from the id. */
export type SessionRow = Omit<SessionView, 'createdAt' | SessionTimes> & Record<SessionTimes, Date | null>;

export function toSessionView(row: SessionRow): SessionView {
  return {
    ...row,
    createdAt: timeOfUuidv7(row.id).toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    startsAt: row.startsAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

/**
 * A `SessionRow` that PostgreSQL converted to JSON: its times are texts. Copies of earlier releases lack some fields.
 */
export type SessionJson = Omit<SessionRow, SessionTimes | 'pool'> &
  Partial<Record<SessionTimes, string | null> & Pick<SessionRow, 'pool'>>;

export function fromSessionJson({
  pool = DEFAULT_POOL,
  startedAt,
  finishedAt,
  startsAt,
  expiresAt,
  ...fields
}: SessionJson): SessionRow {
  return {
    ...fields,
    pool,
    startedAt: timeOf(startedAt),
    finishedAt: timeOf(finishedAt),
    startsAt: timeOf(startsAt),
    expiresAt: timeOf(expiresAt),
  };
}

function timeOf(text: string | null | undefined): Date | null {
  return text === undefined || text === null ? null : new Date(text);
}
