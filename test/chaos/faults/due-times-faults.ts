import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@workflow/test-harness';
import type { Client } from 'pg';
import type { Verdict } from '../judge.ts';
import { labFault, type FaultRun } from '../lab-fault.ts';
import { PART_KILLS, type PartKill } from '../part-kills.ts';
import { EVERY_SECONDS, scheduledWorkflow } from '../scheduled-workflow.ts';

const SCHEDULES = 20;
/** Between two kills, about one due time is decided and about one session runs. */
const BETWEEN_MS = 4_000;

/** Schedules continue while a part is killed: each due time since they began has exactly one session. */
export const dueTimesFaults = Object.entries(PART_KILLS).map(([what, kill]) =>
  labFault({
    name: `schedules: ${what}`,
    // Only this fault is in the short form: executors decide due times and run their sessions.
    short: what === 'executor killed',
    share: 0.25,
    inject: (run) => inject(run, kill),
  }),
);

async function inject({ size, startLab }: FaultRun, kill: PartKill): Promise<Verdict> {
  const lab = await startLab({ backend: 'redis', executors: 3 });
  for (let made = 0; made < SCHEDULES; made += 1)
    await waitFor(() => lab.api.publish(`Every ${made}`, scheduledWorkflow()), { withinMs: 60_000 });
  const times = size.of(20, 5);
  for (let index = 0; index < times; index += 1) {
    await pause(BETWEEN_MS);
    await kill(lab, index);
  }
  const { ids, gaps, notStarted, started } = await lab.withDatabase(readDueTimes);
  return {
    accepted: ids,
    withinSeconds: 120,
    bars: [
      { text: `${gaps} gaps between due times`, met: gaps === 0 },
      { text: `${notStarted} due times without a session`, met: notStarted === 0 },
      { text: `${started} sessions of ${ids.length} have a separate due time`, met: started === ids.length },
      { text: `${ids.length} due times`, met: ids.length >= SCHEDULES * Math.floor((times * BETWEEN_MS) / 20_000) },
    ],
  };
}

/**
 * Reads the due times until now, after all are decided and none waits. The schedules are not paused, because a pause
 * would hold sessions that were accepted and not claimed.
 */
async function readDueTimes(database: Client) {
  const { rows: clock } = await database.query<{ until: string }>(`SELECT clock_timestamp()::text AS until`);
  const until = clock[0]!.until;
  const isDecided = async (): Promise<boolean> => {
    const { rowCount: due } = await database.query(`SELECT FROM schedules WHERE next_at <= $1 LIMIT 1`, [until]);
    const { rowCount: waiting } = await database.query(
      `SELECT FROM due_times WHERE due_at <= $1 AND status = 'WAITING' LIMIT 1`,
      [until],
    );
    return due === 0 && waiting === 0;
  };
  await waitFor(isDecided, { withinMs: 60_000, everyMs: 250, what: 'due times to start' }).catch(() => undefined);
  const { rows: sessions } = await database.query<{ id: string }>(
    `SELECT id FROM sessions WHERE trigger = 'SCHEDULE' AND (placeholder_values->>'scheduledFor')::timestamptz <= $1`,
    [until],
  );
  const { rows: gaps } = await database.query(
    `SELECT FROM (SELECT due_at, lag(due_at) OVER (PARTITION BY workflow_id ORDER BY due_at) AS before
      FROM due_times WHERE due_at <= $1) d WHERE due_at - before <> $2 * interval '1 second'`,
    [until, EVERY_SECONDS],
  );
  // A row could name a session that does not exist.
  const { rows: dueTimes } = await database.query<{ isThere: boolean }>(
    `SELECT EXISTS (SELECT FROM sessions s WHERE s.id = d.session_id
        AND (s.placeholder_values->>'scheduledFor')::timestamptz = d.due_at) AS "isThere"
      FROM due_times d WHERE d.due_at <= $1`,
    [until],
  );
  const started = dueTimes.filter(({ isThere }) => isThere).length;
  return {
    ids: sessions.map(({ id }) => id),
    ...{ gaps: gaps.length, notStarted: dueTimes.length - started, started },
  };
}
