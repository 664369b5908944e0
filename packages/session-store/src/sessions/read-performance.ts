import type { SessionMode } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { firstUuidv7At } from '../ids/uuidv7-time.ts';
import { readClock } from '../postgres/read-clock.ts';

/**
 * Maximum number of sessions from which times are computed, and of failed ones that are grouped, the newest of each.
 */
const MAX_SAMPLED = 2_000;
const MAX_GROUPS = 20;

/** The median and the 95th percentile, in milliseconds. */
interface Percentiles {
  p50: number;
  p95: number;
}

interface FailureGroup {
  code: string;
  workflowId: string;
  count: number;
  lastSessionId: string;
  lastMessage: string;
  lastAt: string;
}

interface WorkflowPerformance {
  workflowId: string;
  ended: number;
  failed: number;
  /** null if none has run. */
  runningMs: Percentiles | null;
}

/** How long sessions of an organization, or of one workflow, wait and run, and their failures. */
export interface Performance {
  /** The sessions that the figures are based on, created since `since`. `complete` is false if there are more. */
  sampled: { count: number; complete: boolean; since: string };
  /** The sampled sessions that have not ended: QUEUED, RUNNING and WAITING. */
  unended: { waiting: number; running: number; sleeping: number };
  /** Milliseconds from acceptance to the start of the first run; null if none has started. */
  waitingMs: Percentiles | null;
  /** Milliseconds from the start to the end, without the time in WAITING; null if none has ended. */
  runningMs: Percentiles | null;
  /** Workflows with the most sessions first. */
  workflows: WorkflowPerformance[];
  /** The newest failed sessions by error code and workflow, the most frequent first. */
  failures: FailureGroup[];
  /**
   * Sessions that waited and ran in each minute: production sessions of the organization at some moment of the minute,
   * or sampled ones of the workflow at its beginning. Minutes without sessions are left out.
   */
  depth: { minute: string; waiting: number; running: number }[];
  /** Ends of the sampled sessions by minute, oldest first. Minutes without an end are left out. */
  perMinute: { minute: string; succeeded: number; failed: number; cancelled: number }[];
}

export interface PerformanceQuestion {
  minutes: number;
  mode: SessionMode;
  /** Only sessions of this workflow. */
  workflowId?: string;
}

/** SQL of the milliseconds in the first 48 bits of a UUIDv7 (RFC 9562, 5.7). */
const MADE_MS = `('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint`;
const WAIT_MS = `extract(epoch FROM started_at) * 1000 - ${MADE_MS}`;
const RUN_MS = `extract(epoch FROM finished_at - started_at) * 1000 - waited_ms`;
const MINUTE = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:00"Z"')`;

/** Returns SQL of the percentiles, or NULL without values. */
function percentiles(value: string, filter: string): string {
  const at = (share: number): string =>
    `round(percentile_cont(${share}) WITHIN GROUP (ORDER BY greatest(0, ${value})) FILTER (WHERE ${filter}))::int`;
  return `CASE WHEN count(*) FILTER (WHERE ${filter}) > 0
    THEN json_build_object('p50', ${at(0.5)}, 'p95', ${at(0.95)}) END`;
}

const ENDED = `finished_at IS NOT NULL AND started_at IS NOT NULL`;

/** SQL of the numbers that the dispatcher recorded for each minute of the organization. */
const RECORDED_DEPTHS = `SELECT minute, waiting, running FROM session_counts
  WHERE organization_id = $organizationId AND waiting + running > 0
    AND minute > now() - $minutes * interval '1 minute'`;

/**
 * SQL of the same numbers for a workflow, computed from the sample, because none are recorded by workflow: each session
 * changes the counts of the minutes that begin after it was created, started and ended. Retried sessions are left out,
 * because only their last run is recorded.
 */
const SAMPLED_DEPTHS = `SELECT minute, waiting, running FROM (
    SELECT minute, sum(sum(waiting)) OVER passed AS waiting, sum(sum(running)) OVER passed AS running FROM (
      SELECT date_trunc('minute', at) + interval '1 minute' AS minute, waiting, running
      FROM sample CROSS JOIN LATERAL (VALUES
        (to_timestamp(${MADE_MS} / 1000.0), 1, 0),
        (coalesce(started_at, finished_at), -1, (started_at IS NOT NULL)::int),
        (CASE WHEN started_at IS NOT NULL THEN finished_at END, 0, -1)
      ) AS change (at, waiting, running)
      WHERE run = 1 AND at IS NOT NULL
      UNION ALL
      SELECT generate_series(date_trunc('minute', now() - $minutes * interval '1 minute'), now(),
        interval '1 minute'), 0, 0
    ) changes GROUP BY minute WINDOW passed AS (ORDER BY minute)
  ) depths WHERE waiting + running > 0 AND minute <= now()`;

interface PerformanceParameters {
  organizationId: string;
  /** The lowest id that a session of the period may have. */
  sinceId: string;
  mode: SessionMode;
  workflowId: string | null;
  minutes: number;
}

type PerformanceRow = Omit<Performance, 'sampled'> & { count: number; complete: boolean };

/** Returns a statement that reads at most `MAX_SAMPLED` index entries. It compares the organization of every row. */
function read(name: string, source: string, depths: string) {
  return statement<PerformanceParameters, PerformanceRow>()(
    name,
    `WITH newest AS MATERIALIZED (
      SELECT id, workflow_id, mode, status, run, started_at, finished_at, waited_ms FROM sessions
      WHERE ${source} AND organization_id = $organizationId AND id >= $sinceId ORDER BY id DESC LIMIT ${MAX_SAMPLED}
    ), sample AS (SELECT * FROM newest WHERE mode = $mode::session_mode
    ), failed AS MATERIALIZED (
      SELECT id, workflow_id, mode, error, finished_at FROM sessions
      WHERE organization_id = $organizationId AND rare_status = 'FAILED' AND id >= $sinceId
        ORDER BY id DESC LIMIT ${MAX_SAMPLED}
    ), groups AS (
      SELECT error->>'code' AS code, workflow_id, count(*)::int AS count, max(id::text)::uuid AS last FROM failed
      WHERE mode = $mode::session_mode AND ($workflowId::uuid IS NULL OR workflow_id = $workflowId)
      GROUP BY 1, 2 ORDER BY 3 DESC, 4 DESC LIMIT ${MAX_GROUPS}
    ), workflows AS (
      SELECT workflow_id, count(*) FILTER (WHERE finished_at IS NOT NULL)::int AS ended,
        count(*) FILTER (WHERE status = 'FAILED')::int AS failed, ${percentiles(RUN_MS, ENDED)} AS running_ms
      FROM sample GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_GROUPS}
    ), minutes AS (
      SELECT date_trunc('minute', finished_at) AS minute,
        count(*) FILTER (WHERE status = 'SUCCEEDED')::int AS succeeded,
        count(*) FILTER (WHERE status = 'FAILED')::int AS failed,
        count(*) FILTER (WHERE status = 'CANCELLED')::int AS cancelled
      FROM sample WHERE finished_at IS NOT NULL GROUP BY 1
    )
    SELECT (SELECT count(*) FROM sample)::int AS count, (SELECT count(*) FROM newest) < ${MAX_SAMPLED} AS complete,
      (SELECT json_build_object('waiting', count(*) FILTER (WHERE status = 'QUEUED'), 'running',
        count(*) FILTER (WHERE status = 'RUNNING'), 'sleeping', count(*) FILTER (WHERE status = 'WAITING'))
        FROM sample) AS unended,
      (SELECT ${percentiles(WAIT_MS, 'started_at IS NOT NULL AND run = 1')}
        FROM sample) AS "waitingMs",
      (SELECT ${percentiles(RUN_MS, ENDED)} FROM sample) AS "runningMs",
      (SELECT coalesce(json_agg(json_build_object('workflowId', workflow_id, 'ended', ended, 'failed', failed,
        'runningMs', running_ms)), '[]') FROM workflows) AS workflows,
      (SELECT coalesce(json_agg(json_build_object('code', g.code, 'workflowId', g.workflow_id, 'count', g.count,
        'lastSessionId', f.id, 'lastMessage', f.error->>'message',
        'lastAt', to_char(f.finished_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        ORDER BY g.count DESC, f.id DESC), '[]') FROM groups g JOIN failed f ON f.id = g.last) AS failures,
      (SELECT coalesce(json_agg(json_build_object('minute', ${MINUTE('minute')}, 'waiting', waiting, 'running', running)
        ORDER BY minute), '[]') FROM (${depths}) depths) AS depth,
      (SELECT coalesce(json_agg(json_build_object('minute', ${MINUTE('minute')}, 'succeeded', succeeded,
        'failed', failed, 'cancelled', cancelled) ORDER BY minute), '[]') FROM minutes) AS "perMinute"`,
    {
      count: 'int4',
      complete: 'bool',
      unended: 'json',
      waitingMs: 'json?',
      runningMs: 'json?',
      workflows: 'json',
      failures: 'json',
      depth: 'json',
      perMinute: 'json',
    },
  );
}

const OF_ORGANIZATION = read('read_performance', 'organization_id = $organizationId', RECORDED_DEPTHS);
const OF_WORKFLOW = read('read_workflow_performance', 'workflow_id = $workflowId', SAMPLED_DEPTHS);

/** Reads sessions created within the last `minutes`, or the newest of them if there are very many. */
export async function readPerformance(
  sql: Sql,
  organizationId: string,
  { minutes, mode, workflowId }: PerformanceQuestion,
): Promise<Performance> {
  const since = new Date((await readClock(sql)).getTime() - minutes * 60_000);
  const [row] = await sql.query(
    ...(workflowId === undefined ? OF_ORGANIZATION : OF_WORKFLOW).with({
      organizationId,
      sinceId: firstUuidv7At(since),
      mode,
      workflowId: workflowId ?? null,
      minutes,
    }),
  );
  const { count = 0, complete = true, ...figures } = row ?? {};
  return {
    unended: { waiting: 0, running: 0, sleeping: 0 },
    waitingMs: null,
    runningMs: null,
    workflows: [],
    failures: [],
    depth: [],
    perMinute: [],
    ...figures,
    sampled: { count, complete, since: since.toISOString() },
  };
}
