import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@workflow/test-harness';
import type { Client } from 'pg';
import type { Verdict } from '../judge.ts';
import { onBothQueues, type FaultRun, type Queue } from '../lab-fault.ts';
import type { Bar } from '../fault.ts';
import { readSessionIds } from '../read-session-ids.ts';
import { secondsSince } from '../recovery.ts';
import { PART_KILLS } from '../part-kills.ts';
import { EVERY_SECONDS } from '../scheduled-workflow.ts';
import { StepRecorder } from '../step-recorder.ts';

const SCHEDULES = 20;
/** A session takes longer than this, so some are under way at each kill. */
const STEP_MS = 3_000;
const BETWEEN_MS = 4_000;

/**
 * PostgreSQL is killed while sessions of schedules run that skip due times meanwhile. Each schedule starts sessions
 * again, and never two at a time (Windmill issue 10168: such a schedule never starts again).
 */
export const skippingSchedules = onBothQueues('schedules that skip while PostgreSQL is killed', {
  short: false,
  share: 0.25,
  inject,
});

async function inject({ size, startLab, own }: FaultRun, backend: Queue): Promise<Verdict> {
  const recorder = own(new StepRecorder(STEP_MS));
  const lab = await startLab({ backend, executors: 2 });
  const url = await recorder.listen();
  for (let made = 0; made < SCHEDULES; made += 1)
    await waitFor(() => lab.api.publish(`Every ${made}`, skippingWorkflow(url)), { withinMs: 60_000 });
  const times = size.of(10, 3);
  for (let index = 0; index < times; index += 1) {
    await pause(BETWEEN_MS);
    await PART_KILLS['PostgreSQL killed']!(lab, index);
  }
  const backAt = performance.now();
  const started = await lab.withDatabase(countStartedAgain);
  const recoverySeconds = secondsSince(backAt);
  const accepted = await lab.withDatabase(readSessionIds);
  return {
    accepted,
    withinSeconds: 60,
    recoverySeconds,
    bars: [
      { text: `${started} of ${SCHEDULES} schedules started again`, met: started === SCHEDULES },
      { text: `${recorder.mostCallsOfOneKey} calls of one key at most`, met: recorder.mostCallsOfOneKey === 1 },
    ],
    barsAtEnd: async (database) => [await noneAtOnce(database)],
  };
}

/** Returns schedule → HTTP request → output, of which only one session is to run at a time. */
function skippingWorkflow(url: string) {
  const [start, call, output] = [randomUUID(), randomUUID(), randomUUID()];
  return {
    components: [
      {
        id: start,
        type: 'schedule',
        output: 'scheduledFor',
        config: { everySeconds: EVERY_SECONDS, onOverlap: 'skip' },
      },
      { id: call, type: 'http-request', output: 'answer', config: { method: 'POST', url } },
      { id: output, type: 'output', config: { value: '{{ scheduledFor }}' } },
    ],
    connections: [
      { from: start, port: 'next', to: call },
      { from: call, port: 'next', to: output },
    ],
  };
}

/** Waits until each schedule has started a session for a due time after now. @returns the number of those that have */
async function countStartedAgain(database: Client): Promise<number> {
  const { rows: clock } = await database.query<{ since: string }>('SELECT clock_timestamp()::text AS since');
  const { since } = clock[0]!;
  let started = 0;
  const haveAll = async (): Promise<boolean> => {
    const { rows } = await database.query<{ started: number }>(
      `SELECT count(DISTINCT workflow_id)::int AS started FROM due_times WHERE status = 'STARTED' AND due_at > $1`,
      [since],
    );
    started = rows[0]!.started;
    return started === SCHEDULES;
  };
  await waitFor(haveAll, { withinMs: 90_000, everyMs: 250 }).catch(() => undefined);
  return started;
}

async function noneAtOnce(database: Client): Promise<Bar> {
  const { rowCount } = await database.query(`SELECT FROM sessions a JOIN sessions b
    ON a.workflow_id = b.workflow_id AND a.id < b.id
      AND b.started_at < a.finished_at AND a.started_at < b.finished_at`);
  return { text: `${rowCount} sessions of a schedule at the same time as another`, met: rowCount === 0 };
}
