import { setImmediate as nextSlice } from 'node:timers/promises';
import { nextDueTimes, readSchedule } from '@workflow/due-times';
import type { JsonObject, SessionStatus } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

/** A schedule of a published version, as the API shows it. Times are ISO-8601 in UTC. */
export interface PublishedSchedule {
  id: string;
  workflowId: string;
  workflowName: string;
  componentId: string;
  componentName: string;
  config: JsonObject;
  output: string | null;
  /** True if its workflow or its organization is paused. */
  paused: boolean;
  /** null if it is paused, or there is none. */
  nextDueTime: string | null;
  /** null if nothing was due yet, or it was more than 30 days ago. */
  lastDueTime: string | null;
  lastStatus: ShownDueTime['status'] | null;
  lastSessionId: string | null;
  lastSessionStatus: SessionStatus | null;
}

/** The decision about a due time. */
interface ShownDueTime {
  dueTime: string;
  status: 'waiting' | 'started' | 'skipped' | 'missed';
  count: number;
  sessionId: string | null;
  /** null if none was started, or it is deleted. */
  sessionStatus: SessionStatus | null;
}

const NEXT_DUE_TIMES = 5;
const LAST_DUE_TIMES = 100;

const COLUMNS = `s.id, s.workflow_id AS "workflowId", w.name AS "workflowName", s.component_id AS "componentId",
      s.name AS "componentName", s.config, s.output,
      (w.paused_at IS NOT NULL OR o.paused_at IS NOT NULL) AS paused,
      d.due_at AS "lastDueAt", lower(d.status::text) AS "lastStatus", d.session_id AS "lastSessionId",
      l.status AS "lastSessionStatus", clock_timestamp() AS now
    FROM schedules s JOIN workflows w ON w.id = s.workflow_id JOIN organizations o ON o.id = s.organization_id
    LEFT JOIN LATERAL (SELECT due_at, status, session_id FROM due_times d
      WHERE d.workflow_id = s.workflow_id AND d.component_id = s.component_id ORDER BY due_at DESC LIMIT 1) d ON true
    LEFT JOIN sessions l ON l.id = d.session_id`;

/** The types of `COLUMNS`. */
const TYPES = {
  id: 'uuid',
  workflowId: 'uuid',
  workflowName: 'text',
  componentId: 'uuid',
  componentName: 'text',
  config: 'jsonb',
  output: 'text?',
  paused: 'bool',
  lastDueAt: 'timestamptz?',
  lastStatus: 'text?',
  lastSessionId: 'uuid?',
  lastSessionStatus: 'session_status?',
  now: 'timestamptz',
} as const;

/** Identifies the schedule of a component. */
interface ScheduledPlace {
  organizationId: string;
  workflowId: string;
  componentId: string;
}

const LIST = statement<{ organizationId: string; cursor: string | null; limit: number }, ScheduleRow>()(
  'list_schedules',
  `SELECT ${COLUMNS}
    WHERE s.organization_id = $organizationId AND s.until_at IS NULL AND ($cursor::uuid IS NULL OR s.id < $cursor::uuid)
    ORDER BY s.id DESC LIMIT $limit`,
  TYPES,
);

const READ = statement<ScheduledPlace, ScheduleRow>()(
  'read_schedule',
  `SELECT ${COLUMNS}
    WHERE s.organization_id = $organizationId AND s.workflow_id = $workflowId AND s.component_id = $componentId
      AND s.until_at IS NULL`,
  TYPES,
);

const READ_DUE_TIMES = statement<ScheduledPlace, Omit<ShownDueTime, 'dueTime'> & { dueAt: Date }>()(
  'read_due_times',
  `SELECT d.due_at AS "dueAt", lower(d.status::text) AS status, d.count, d.session_id AS "sessionId",
      l.status AS "sessionStatus"
    FROM due_times d LEFT JOIN sessions l ON l.id = d.session_id
    WHERE d.organization_id = $organizationId AND d.workflow_id = $workflowId AND d.component_id = $componentId
    ORDER BY d.due_at DESC LIMIT ${LAST_DUE_TIMES}`,
  { dueAt: 'timestamptz', status: 'text', count: 'int4', sessionId: 'uuid?', sessionStatus: 'session_status?' },
);

interface ScheduleRow extends Omit<PublishedSchedule, 'nextDueTime' | 'lastDueTime'> {
  lastDueAt: Date | null;
  /** PostgreSQL's time. */
  now: Date;
}

/** Returns a page of the organization's published schedules, the last published first. */
export async function listSchedules(
  sql: Sql,
  organizationId: string,
  { limit, cursor = null }: { limit: number; cursor?: string | null },
): Promise<{ items: PublishedSchedule[]; nextCursor: string | null }> {
  const rows = await sql.query(...LIST.with({ organizationId, cursor, limit: limit + 1 }));
  const shown = rows.slice(0, limit);
  const items: PublishedSchedule[] = [];
  for (const { lastDueAt, now, ...row } of shown) {
    const nextDueTime = comingDueTimes({ now, ...row }, 1)[0] ?? null;
    items.push({ ...row, nextDueTime, lastDueTime: lastDueAt?.toISOString() ?? null });
    // A pattern may take milliseconds.
    await nextSlice();
  }
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** Returns the next due times of a component, none unless it is published, and its last ones, the newest first. */
export async function readDueTimes(
  sql: Sql,
  organizationId: string,
  workflowId: string,
  componentId: string,
): Promise<{ nextDueTimes: string[]; lastDueTimes: ShownDueTime[] }> {
  const place = { organizationId, workflowId, componentId };
  const [published] = await sql.query(...READ.with(place));
  const rows = await sql.query(...READ_DUE_TIMES.with(place));
  return {
    nextDueTimes: published === undefined ? [] : comingDueTimes(published, NEXT_DUE_TIMES),
    lastDueTimes: rows.map(({ dueAt, ...row }) => ({ dueTime: dueAt.toISOString(), ...row })),
  };
}

function comingDueTimes({ config, paused, now }: Pick<ScheduleRow, 'config' | 'paused' | 'now'>, count: number) {
  const schedule = paused ? null : readSchedule(config);
  if (schedule === null) return [];
  return nextDueTimes(schedule.rule, now.getTime(), count).map((dueMs) => new Date(dueMs).toISOString());
}

const COUNT = statement()(
  'count_stopped_schedules',
  `SELECT count(*)::int AS stopped FROM schedules s
    JOIN workflows w ON w.id = s.workflow_id JOIN organizations o ON o.id = s.organization_id
    WHERE s.next_at IS NULL AND s.until_at IS NULL AND w.paused_at IS NULL AND o.paused_at IS NULL`,
  { stopped: 'int4' },
);

/** Counts published schedules that have no next time and are not paused. Each indicates a fault. */
export async function countStopped(sql: Sql): Promise<number> {
  const [row] = await sql.query(COUNT, []);
  return row?.stopped ?? 0;
}
