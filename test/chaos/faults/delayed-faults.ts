import { setTimeout as pause } from 'node:timers/promises';
import { httpWorkflow, waitFor, type Lab } from '@workflow/test-harness';
import type { Client } from 'pg';
import { runRequest, withBody } from '../../load/lab-requests.ts';
import type { LoadRequest } from '../../load/load.ts';
import type { Verdict } from '../judge.ts';
import { onBothQueues, type FaultRun, type Queue } from '../lab-fault.ts';
import { timeBar } from '../bars.ts';
import type { Bar } from '../fault.ts';
import { postRuns } from '../post-runs.ts';
import { StepRecorder } from '../step-recorder.ts';

const EXECUTORS = 3;
const STEP_MS = 3_000;
/** The sessions with an expiry that are claimed before their executors are killed. */
const CLAIMED = 20;
/** They expire while they have no executor, unless the first claim ended their expiry. */
const EXPIRE_AFTER_SECONDS = 5;
/** All due sessions have joined the backlog or the queue by then. */
const START_WITHIN_MS = 2_000;

/** Many delayed sessions are due in the same second while executors, and with them the dispatcher, are killed. */
export const delayedFaults = onBothQueues('due in one second', { short: true, share: 0.5, inject });

async function inject({ size, startLab, own }: FaultRun, backend: Queue): Promise<Verdict> {
  const recorder = own(new StepRecorder(STEP_MS));
  const lab = await startLab({ backend, executors: EXECUTORS });
  const calls = await runRequest(lab, httpWorkflow(await recorder.listen(), 1));
  const computes = await runRequest(lab);
  const total = size.of(10_000, 500);
  const calm = await postDelayed(computes, total);
  await waitUntil(calm.dueAt);
  const slowestMs = await lab.withDatabase((database) => slowestStart(database));
  const delayed = await postDelayed(computes, total);
  await waitUntil(delayed.dueAt);
  const killed = await killEach(lab, 500);
  await lab.withDatabase((database) => waitForEnds(database, delayed.accepted));
  const expiring = await claimThenKill(lab, calls, recorder);
  const accepted = [...calm.accepted, ...delayed.accepted, ...expiring];
  return {
    accepted,
    withinSeconds: 120,
    bars: [
      { text: `${accepted.length} accepted`, met: accepted.length === 2 * total + CLAIMED },
      { text: `${killed} executors killed after the due time`, met: killed === EXECUTORS },
      timeBar(
        size,
        `the last of ${total} began to wait for an executor ${slowestMs} ms after it was due, without a fault`,
        slowestMs <= START_WITHIN_MS,
      ),
    ],
    barsAtEnd: async (database) => [await noneEarly(database), await eachOnce(database, accepted)],
  };
}

/** Posts sessions that all start at one time, which is after the last of them was accepted. */
async function postDelayed(request: LoadRequest, total: number) {
  const dueAt = Date.now() + 3_000 + total * 2;
  const requests = [withBody(request, { startAt: new Date(dueAt).toISOString() })];
  const { accepted } = await postRuns({ requests, total, ratePerSecond: 1_000 });
  return { dueAt, accepted };
}

async function waitUntil(timeMs: number): Promise<void> {
  await pause(Math.max(0, timeMs - Date.now()));
}

/** Kills every executor, one after the other. @returns how many */
async function killEach(lab: Lab, betweenMs: number): Promise<number> {
  for (const executor of lab.executors) {
    await executor.kill();
    await pause(betweenMs);
  }
  return lab.executors.length;
}

/** Starts sessions that soon expire, and kills all executors during their calls. @returns the ids of the sessions */
async function claimThenKill(lab: Lab, request: LoadRequest, recorder: StepRecorder): Promise<string[]> {
  const requests = [withBody(request, { expireAfterSeconds: EXPIRE_AFTER_SECONDS })];
  const { accepted } = await postRuns({ requests, total: CLAIMED, ratePerSecond: 1_000 });
  await waitFor(() => recorder.callsByKey.size === CLAIMED, { withinMs: 60_000, what: 'calls of claimed sessions' });
  await killEach(lab, 0);
  return accepted;
}

/** Waits until no session is delayed any more. @returns the milliseconds since they were due, by PostgreSQL's clock */
async function slowestStart(database: Client): Promise<number> {
  let lateMs = 0;
  const areStarted = async (): Promise<boolean> => {
    const { rows } = await database.query<{ delayed: number; lateMs: number }>(
      `SELECT (SELECT count(*)::int FROM flow_entries WHERE stage = 'DELAYED') AS delayed,
        ceil(1000 * extract(epoch FROM clock_timestamp() - max(starts_at)))::int AS "lateMs" FROM sessions`,
    );
    lateMs = rows[0]!.lateMs;
    return rows[0]!.delayed === 0;
  };
  await waitFor(areStarted, { withinMs: 60_000, everyMs: 25, what: 'due sessions to leave their delay' });
  return lateMs;
}

/** Waits until executors run sessions again, because the next ones must be claimed before they expire. */
async function waitForEnds(database: Client, ids: string[]): Promise<void> {
  const areEnded = async (): Promise<boolean> => {
    const { rowCount } = await database.query(
      `SELECT FROM sessions WHERE id = ANY ($1) AND status IN ('QUEUED', 'RUNNING', 'WAITING') LIMIT 1`,
      [ids],
    );
    return rowCount === 0;
  };
  await waitFor(areEnded, { withinMs: 120_000, everyMs: 250, what: 'delayed sessions to end' });
}

async function noneEarly(database: Client): Promise<Bar> {
  const { rows } = await database.query<{ early: number }>(
    'SELECT count(*)::int AS early FROM sessions WHERE started_at < starts_at',
  );
  return { text: `${rows[0]!.early} began before they were due`, met: rows[0]!.early === 0 };
}

async function eachOnce(database: Client, ids: string[]): Promise<Bar> {
  const { rows } = await database.query<{ once: number }>(
    `SELECT count(*)::int AS once FROM sessions WHERE id = ANY ($1) AND status = 'SUCCEEDED' AND run = 1`,
    [ids],
  );
  return { text: `${rows[0]!.once} of ${ids.length} succeeded in one run`, met: rows[0]!.once === ids.length };
}
