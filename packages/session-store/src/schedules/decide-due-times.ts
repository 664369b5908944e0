import { setImmediate as nextSlice } from 'node:timers/promises';
import {
  planDueTimes,
  readSchedule,
  nextDueTime,
  type DuePlan,
  type DueTimeFate,
  type PassedDueTime,
} from '@workflow/due-times';
import type { JsonObject } from '@workflow/workflow-model';
import { plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { scoped, type Scope } from '../postgres/scoped.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { definitionsOfTurn } from '../acceptance/definitions-of-turn.ts';
import { startingTransaction, type StartTools } from '../acceptance/start-sessions.ts';
import { LAST_STARTED, lockSchedules } from './schedules-sql.ts';
import { DueSessionIds, startDueTimes, type StartingDueTime } from './start-due-times.ts';

/** Maximum numbers of schedules, and of their due times, that one transaction decides about. */
const MAX_SCHEDULES = 2_000;
const MAX_DUE_TIMES = 4_000;
/** Maximum number of due times of one schedule. More than one is due only after an outage. */
const MAX_OF_ONE = 1_000;
/** Maximum number of schedules with flow control, a label or sensitive fields, because their definitions are read. */
const MAX_WITH_RULES = 500;

/** Finds out whether any schedule is due. In nearly every round none is, and this is the only statement. */
const LOOK = scoped()(
  'look_for_due_schedules',
  (isServed) => `SELECT (extract(epoch FROM min(next_at) - statement_timestamp()) * 1000)::float8 AS "dueInMs",
      (SELECT organization_id FROM due_times WHERE status = 'WAITING' ORDER BY organization_id LIMIT 1) IS NOT NULL
        AS "someWait"
    FROM schedules WHERE next_at IS NOT NULL${isServed('organization_id')}`,
  { dueInMs: 'float8?', someWait: 'bool' },
);

/**
 * Finds due schedules. Organizations take turns, each with its oldest due times first. The schedules are looked up by
 * their ids one by one, whatever the planner assumes about the table.
 */
const FIND = scoped<object, FoundSchedule>()(
  'find_due_schedules',
  (isServed) => `WITH due AS (
      SELECT id, next_at, row_number() OVER (PARTITION BY organization_id ORDER BY next_at) AS turn
      FROM schedules WHERE next_at <= statement_timestamp()${isServed('organization_id')}
    ), chosen AS MATERIALIZED (SELECT id FROM due ORDER BY turn, next_at LIMIT ${MAX_SCHEDULES})
    SELECT s.id, s.organization_id AS "organizationId", s.workflow_id AS "workflowId",
      s.component_id AS "componentId", s.definition_id AS "definitionId", s.workflow_version AS "workflowVersion",
      s.config, s.output, s.has_flow AS "hasRules", s.next_at AS "nextAt", s.resumed_at AS "resumedAt",
      s.until_at AS "untilAt", s.behind, l.id IS NOT NULL AS "isUnderWay", w.waiting::int,
      (extract(epoch FROM statement_timestamp()) * 1000)::float8 AS "nowMs"
    FROM chosen
    CROSS JOIN LATERAL (SELECT * FROM schedules c WHERE c.id = chosen.id FOR UPDATE SKIP LOCKED) s
    LEFT JOIN LATERAL ${LAST_STARTED} l ON true
    CROSS JOIN LATERAL (SELECT count(*) AS waiting FROM due_times d WHERE d.status = 'WAITING'
      AND d.organization_id = s.organization_id AND d.workflow_id = s.workflow_id
      AND d.component_id = s.component_id) w
    WHERE s.next_at <= statement_timestamp()
    ORDER BY s.next_at`,
  {
    id: 'uuid',
    organizationId: 'uuid',
    workflowId: 'uuid',
    componentId: 'uuid',
    definitionId: 'uuid',
    workflowVersion: 'int4',
    config: 'jsonb',
    output: 'text?',
    hasRules: 'bool',
    nextAt: 'timestamptz',
    resumedAt: 'timestamptz?',
    untilAt: 'timestamptz?',
    behind: 'int4',
    isUnderWay: 'bool',
    waiting: 'int4',
    nowMs: 'float8',
  },
);

/** Inserts due times. Existing ones are neither written nor started again: each due time has one row for ever. */
const INSERT = statement<
  Record<
    | 'workflowIds'
    | 'componentIds'
    | 'dueMs'
    | 'organizationIds'
    | 'statuses'
    | 'counts'
    | 'definitionIds'
    | 'versions'
    | 'outputs'
    | 'haveRules'
    | 'sessionIds',
    SqlArray
  >
>()(
  'insert_due_times',
  `INSERT INTO due_times (workflow_id, component_id, due_at, organization_id, status, count, definition_id,
      workflow_version, output, has_flow, session_id, decided_at)
    SELECT workflow_id, component_id, to_timestamp(due_ms / 1000.0), organization_id, status, count, definition_id,
      workflow_version, output, has_flow, session_id, statement_timestamp()
    FROM unnest($workflowIds::uuid[], $componentIds::uuid[], $dueMs::bigint[], $organizationIds::uuid[],
      $statuses::due_time_status[], $counts::int[], $definitionIds::uuid[],
      $versions::int[], $outputs::text[], $haveRules::boolean[], $sessionIds::uuid[])
      AS i(workflow_id, component_id, due_ms, organization_id, status, count, definition_id, workflow_version, output,
        has_flow, session_id)
    ON CONFLICT (workflow_id, component_id, due_at) DO NOTHING
    RETURNING session_id AS "sessionId"`,
  { sessionId: 'uuid?' },
);

const ADVANCE = statement<Record<'ids' | 'nextMs' | 'behind', SqlArray>>()(
  'advance_schedules',
  `UPDATE schedules s SET next_at = to_timestamp(i.next_ms / 1000.0), behind = i.behind, resumed_at = NULL
    FROM unnest($ids::uuid[], $nextMs::bigint[], $behind::int[]) AS i(id, next_ms, behind) WHERE s.id = i.id`,
  {},
);

/** Deletes schedules of earlier versions that have no due time to decide about. */
const REMOVE: Statement = {
  name: 'remove_schedules',
  text: `DELETE FROM schedules WHERE id = ANY ($1::uuid[]) AND until_at IS NOT NULL
    AND (next_at IS NULL OR next_at > until_at)`,
};

const STATUS = { start: 'STARTED', wait: 'WAITING', skipped: 'SKIPPED', missed: 'MISSED' } as const;

interface FoundSchedule extends Omit<StartingDueTime, 'dueMs' | 'sessionId'> {
  id: string;
  config: JsonObject;
  nextAt: Date;
  resumedAt: Date | null;
  untilAt: Date | null;
  behind: number;
  isUnderWay: boolean;
  waiting: number;
  nowMs: number;
}

interface Decision {
  schedule: FoundSchedule;
  plan: DuePlan;
}

/** A due time with the decision about it, and the session that it starts. */
interface PlannedDueTime extends PassedDueTime {
  schedule: FoundSchedule;
  sessionId: string | null;
}

/** The number of due times by decision, and the delays of those that started, in milliseconds. */
export interface DecidedDueTimes {
  schedules: number;
  counts: Record<DueTimeFate, number>;
  delaysMs: number[];
  /** True if more schedules were due than one call handles. */
  isFull: boolean;
  /**
   * If nothing was due: the milliseconds until the next schedule is due. Null if something was due, or no schedule has
   * a next time.
   */
  nextInMs: number | null;
  /** True if due times may wait for a session that has ended. */
  someWait: boolean;
}

const NOTHING: DecidedDueTimes = {
  schedules: 0,
  counts: { start: 0, wait: 0, skipped: 0, missed: 0 },
  delaysMs: [],
  isFull: false,
  nextInMs: null,
  someWait: true,
};

/**
 * Decides about due times that passed, by PostgreSQL's clock, and starts their sessions in the same transaction. There
 * may be more if `schedules` is not 0.
 */
export async function decideDueTimes(sql: Sql, tools: StartTools, scope: Scope): Promise<DecidedDueTimes> {
  const [dueState] = await sql.query(...LOOK.with(scope, {}));
  const { dueInMs, someWait } = dueState ?? { dueInMs: null, someWait: true };
  if (dueInMs === null || dueInMs > 0) return { ...NOTHING, nextInMs: dueInMs, someWait };
  const ids = new DueSessionIds();
  return startingTransaction(sql, async (query, ready) => {
    if (!(await lockSchedules(query))) return NOTHING;
    const dueSchedules = await query(...FIND.with(scope, {}));
    const decisions = await planAll(dueSchedules);
    if (decisions.length === 0) return NOTHING;
    const dueTimes = dueTimesOf(decisions, ids);
    const newSessionIds = await insert(query, dueTimes);
    await startDueTimes(query, startingOf(dueTimes, newSessionIds), ready, tools);
    await query(
      ...ADVANCE.with({
        ids: plainArray(decisions.map(({ schedule }) => schedule.id)),
        nextMs: plainArray(decisions.map(({ plan }) => plan.nextMs)),
        behind: plainArray(decisions.map(({ plan }) => plan.behind)),
      }),
    );
    const earlier = decisions.filter(({ schedule }) => schedule.untilAt !== null);
    if (earlier.length > 0) await query(REMOVE, [plainArray(earlier.map(({ schedule }) => schedule.id))]);
    return {
      ...summaryOf(decisions, newSessionIds),
      isFull: dueSchedules.length === MAX_SCHEDULES || decisions.length < dueSchedules.length,
    };
  });
}

/** Plans of schedules that are computed in one time slice. Evaluating a pattern may take a millisecond. */
const PLANS_OF_A_TURN = 10;

async function planAll(dueSchedules: readonly FoundSchedule[]): Promise<Decision[]> {
  const seen = new Set<string>();
  const decisions: { key: string; decision: Decision }[] = [];
  let remaining = MAX_DUE_TIMES;
  let leftWithRules = MAX_WITH_RULES;
  const readable = definitionsOfTurn(dueSchedules);
  for (const schedule of dueSchedules) {
    // If two versions of one component are due, the later waits until the sessions of the earlier one exist.
    const key = keyOf(schedule);
    if (seen.has(key) || remaining < 2) continue;
    seen.add(key);
    if (schedule.hasRules && (leftWithRules === 0 || !readable.has(schedule.definitionId))) continue;
    if (schedule.hasRules) leftWithRules -= 1;
    const plan = planOf(schedule, Math.min(remaining, MAX_OF_ONE));
    if (decisions.length % PLANS_OF_A_TURN === 0) await nextSlice();
    remaining -= plan.passed.length;
    decisions.push({ key, decision: { schedule, plan } });
  }
  // Sorts the rows, so that neighbours in the indexes are written one after another.
  return decisions.toSorted((a, b) => compareText(a.key, b.key)).map(({ decision }) => decision);
}

const keyOf = ({ workflowId, componentId }: FoundSchedule): string => `${workflowId} ${componentId}`;
const compareText = (a: string, b: string): number => (a < b ? -1 : 1);

function planOf(dueSchedule: FoundSchedule, most: number): DuePlan {
  const schedule = readSchedule(dueSchedule.config);
  // The config was checked when it was published. If it cannot be read, the schedule gets no next time, which raises an
  // alarm.
  if (schedule === null) return { passed: [], nextMs: null, behind: 0 };
  const { nowMs, untilAt, resumedAt, isUnderWay, waiting, behind } = dueSchedule;
  const nextMs = resumedAt === null ? dueSchedule.nextAt.getTime() : nextDueTime(schedule.rule, resumedAt.getTime());
  if (nextMs === null) return { passed: [], nextMs, behind: 0 };
  const untilMs = untilAt?.getTime() ?? null;
  return planDueTimes({ schedule, nextMs, untilMs, nowMs, isUnderWay, waiting, behind, most });
}

function dueTimesOf(decisions: readonly Decision[], ids: DueSessionIds): PlannedDueTime[] {
  return decisions.flatMap(({ schedule, plan }) =>
    plan.passed.map((passed) => ({
      ...passed,
      schedule,
      sessionId: passed.fate === 'start' ? ids.of(schedule, passed.dueMs) : null,
    })),
  );
}

function startingOf(dueTimes: readonly PlannedDueTime[], newSessionIds: ReadonlySet<string>): StartingDueTime[] {
  return dueTimes.flatMap(({ schedule, dueMs, sessionId }) =>
    sessionId !== null && newSessionIds.has(sessionId) ? [{ ...schedule, dueMs, sessionId }] : [],
  );
}

/**
 * Inserts due times.
 * @returns the ids of the sessions of new due times
 */
async function insert(query: Query, dueTimes: readonly PlannedDueTime[]): Promise<Set<string>> {
  if (dueTimes.length === 0) return new Set();
  const schedules = dueTimes.map(({ schedule }) => schedule);
  const inserted = await query(
    ...INSERT.with({
      workflowIds: plainArray(schedules.map(({ workflowId }) => workflowId)),
      componentIds: plainArray(schedules.map(({ componentId }) => componentId)),
      dueMs: plainArray(dueTimes.map(({ dueMs }) => dueMs)),
      organizationIds: plainArray(schedules.map(({ organizationId }) => organizationId)),
      statuses: plainArray(dueTimes.map(({ fate }) => STATUS[fate])),
      counts: plainArray(dueTimes.map(({ count }) => count)),
      definitionIds: plainArray(schedules.map(({ definitionId }) => definitionId)),
      versions: plainArray(schedules.map(({ workflowVersion }) => workflowVersion)),
      outputs: textArray(schedules.map(({ output }) => output)),
      haveRules: plainArray(schedules.map(({ hasRules }) => hasRules)),
      sessionIds: plainArray(dueTimes.map(({ sessionId }) => sessionId)),
    }),
  );
  return new Set(inserted.flatMap(({ sessionId }) => sessionId ?? []));
}

function summaryOf(
  decisions: readonly Decision[],
  newSessionIds: ReadonlySet<string>,
): Omit<DecidedDueTimes, 'isFull'> {
  const counts = { start: newSessionIds.size, wait: 0, skipped: 0, missed: 0 };
  for (const { plan } of decisions)
    for (const { fate, count } of plan.passed) if (fate !== 'start') counts[fate] += count;
  const delaysMs = decisions.flatMap(({ schedule, plan }) =>
    plan.passed.flatMap(({ dueMs, fate }) => (fate === 'start' ? [schedule.nowMs - dueMs] : [])),
  );
  return { schedules: decisions.length, counts, delaysMs, nextInMs: null, someWait: true };
}
