import type { Client } from 'pg';
import type { Bar } from '../fault.ts';
import type { MixedLoad } from './mixed-load.ts';

const OPEN = `('QUEUED', 'RUNNING', 'WAITING')`;
/** A session fails after it has lost this many executors in a row. */
const MAX_CRASHES = 3;
const NAMED = 5;

/** Conditions on an accepted session `a` and its row `s` that break a promise. */
const BREACHES: { what: string; where: string }[] = [
  { what: 'lost', where: `s.id IS NULL OR s.status IN ${OPEN}` },
  { what: 'of another request', where: `(s.placeholder_values->>'amount')::int <> a.number` },
  {
    what: 'with a wrong output',
    where: `s.status = 'SUCCEEDED' AND coalesce(s.ordered_output::jsonb, s.output) IS DISTINCT FROM CASE
      WHEN s.workflow_id = ANY ($1::uuid[]) THEN s.placeholder_values->'name'
      ELSE jsonb_build_object('name', a.number::text, 'doubled', a.number * 2) END`,
  },
  {
    what: 'failed without the loss of three executors',
    where: `s.status IN ('FAILED', 'CANCELLED') AND NOT coalesce(CASE s.error->>'code'
      WHEN 'CRASHED' THEN ${MAX_CRASHES} <= (
        SELECT count(*) FROM unnest($2::timestamptz[]) AS kills(at)
        WHERE at BETWEEN uuid_extract_timestamp(s.id) - interval '1 second' AND s.finished_at)
      WHEN 'CHILD_FAILED' THEN EXISTS (
        SELECT FROM sessions c WHERE c.parent_id = s.id AND c.error->>'code' = 'CRASHED') END, false)`,
  },
];

/** Returns true if all sessions have ended. */
export async function haveAllEnded(database: Client): Promise<boolean> {
  const { rowCount } = await database.query(`SELECT FROM sessions WHERE status IN ${OPEN} LIMIT 1`);
  return rowCount === 0;
}

interface Verdict {
  lost: number;
  /** Number of accepted sessions that failed because three executors in a row were killed while running them. */
  crashed: number;
  bars: Bar[];
}

/** Judges the sessions of `chaos_accepted` with a few statements over all rows. */
export async function readVerdict(
  database: Client,
  { workflowIdOf }: MixedLoad,
  executorKills: readonly Date[],
): Promise<Verdict> {
  const counts = BREACHES.map(({ where }, index) => `count(*) FILTER (WHERE ${where})::int AS c${index}`);
  const ids = BREACHES.map(({ where }, index) => `(array_agg(a.id) FILTER (WHERE ${where}))[:${NAMED}] AS i${index}`);
  const { rows } = await database.query<Record<string, number & string[]>>(
    `SELECT count(*) FILTER (WHERE s.status = 'FAILED')::int AS crashed, ${[...counts, ...ids].join(', ')}
       FROM chaos_accepted a LEFT JOIN sessions s USING (id)`,
    [(['effect', 'wait'] as const).map(workflowIdOf), executorKills],
  );
  const row = rows[0]!;
  const bars = BREACHES.map(({ what }, index) => breachBar(what, row[`c${index}`]!, row[`i${index}`] ?? []));
  return { lost: row['c0']!, crashed: row['crashed']!, bars: [...bars, ...(await readStrays(database))] };
}

/** Rows that do not belong to the accepted sessions. */
const STRAYS: { what: string; from: string }[] = [
  { what: 'rows not terminal', from: `sessions WHERE status IN ${OPEN}` },
  {
    what: 'sessions that no answer named',
    from: 'sessions s WHERE parent_id IS NULL AND NOT EXISTS (SELECT FROM chaos_accepted a WHERE a.id = s.id)',
  },
  {
    what: 'second children',
    from: `sessions s WHERE EXISTS (SELECT FROM sessions o WHERE o.parent_id = s.parent_id AND o.id < s.id)`,
  },
  {
    what: 'ended twice',
    from: `(SELECT session_id AS id FROM chaos_terminal GROUP BY 1 HAVING count(*) > 1) twice`,
  },
];

async function readStrays(database: Client): Promise<Bar[]> {
  const bars: Bar[] = [];
  for (const { what, from } of STRAYS) {
    const { rows } = await database.query<{ count: number; ids: string[] | null }>(
      `SELECT count(*)::int AS count, (array_agg(id))[:${NAMED}] AS ids FROM (SELECT id FROM ${from}) strays`,
    );
    bars.push(breachBar(what, rows[0]!.count, rows[0]!.ids ?? []));
  }
  return bars;
}

/** Returns a bar with the number of sessions that broke a promise, and a few of their ids. */
export function breachBar(what: string, count: number, ids: readonly string[]): Bar {
  const named = ids.length === 0 ? '' : `: ${ids.slice(0, NAMED).join(' ')}`;
  return { text: `${count} ${what}${named}`, met: count === 0 };
}
