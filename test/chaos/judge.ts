import { type Lab, waitFor } from '@workflow/test-harness';
import type { Client } from 'pg';
import { MISSED, noteOf, type Bar, type FaultResult } from './fault.ts';
import { secondsSince } from './recovery.ts';
import { countRows, findStrandedRows, strandedNotes } from './stranded/find-stranded-rows.ts';
import { countInvariants } from './watch-invariants.ts';

/**
 * The value of `mayCrash` when one of three executors is killed 20 times at random. On average 0.7 sessions then lose
 * three in a row, and more than 5 do so in one of 10,000 runs.
 */
export const CRASHED_BY_CHANCE = 5;

/** The longest wait for the ends of sessions. */
const JUDGED_WITHIN_MS = 30 * 60_000;

/** The sessions of a fault, and what is to hold for them. */
export interface Verdict {
  accepted: string[];
  /** An accepted session is lost if it has not ended when no session has ended for this time. */
  withinSeconds: number;
  /** The fault's own targets: the text, and true if the target was met. */
  bars?: Bar[];
  /** Targets that can be judged only after all sessions have ended. */
  barsAtEnd?: (database: Client) => Bar[] | Promise<Bar[]>;
  recoverySeconds?: number;
  /** true (default): all accepted sessions must have SUCCEEDED, except `mayCrash` of them. */
  allSucceed?: boolean;
  /**
   * The number of sessions that may fail with `CRASHED`, because random kills take three executors in a row from some.
   * Default: 0.
   */
  mayCrash?: number;
}

/** Waits until every accepted session has ended, and checks the promises in the database. */
export async function judge(lab: Lab, name: string, verdict: Verdict): Promise<FaultResult> {
  const { accepted, withinSeconds, allSucceed = true, mayCrash = 0 } = verdict;
  const since = performance.now();
  return lab.withDatabase(async (database) => {
    await database.query('CREATE TEMPORARY TABLE accepted AS SELECT unnest($1::uuid[]) AS id', [accepted]);
    const openAmong = async (): Promise<number> => {
      const { rows } = await database.query<{ open: string }>(
        `SELECT count(*) FILTER (WHERE s.id IS NULL OR s.status NOT IN ('SUCCEEDED', 'FAILED', 'CANCELLED')) AS open
           FROM accepted a LEFT JOIN sessions s USING (id)`,
      );
      return Number(rows[0]!.open);
    };
    const lost = await waitForEnds(openAmong, withinSeconds);
    const counts = await countInvariants(database);
    const recoverySeconds = verdict.recoverySeconds ?? secondsSince(since);
    const stranded = await findStrandedRows(database);
    const bars = [...(verdict.bars ?? []), ...((await verdict.barsAtEnd?.(database)) ?? [])];
    if (allSucceed) bars.push(await noneFailed(database, mayCrash));
    const passed =
      accepted.length > 0 &&
      lost === 0 &&
      counts.finishedTwice === 0 &&
      counts.committedStepsRerun === 0 &&
      stranded.length === 0 &&
      bars.every((bar) => bar.met);
    if (passed) lab.forgetLogs();
    return {
      name,
      accepted: accepted.length,
      finished: accepted.length - lost,
      lost,
      finishedTwice: counts.finishedTwice,
      committedStepsRerun: counts.committedStepsRerun,
      stranded: countRows(stranded),
      recoverySeconds,
      passed,
      notes: [...promiseNotes({ lost, ...counts }, accepted.length), ...strandedNotes(stranded), ...bars.map(noteOf)],
    };
  });
}

/**
 * Waits until every session has ended, or none has ended for `withinSeconds`: a busy machine is slow, which is no loss.
 *
 * @param openAmong returns how many have not ended
 * @returns how many have not ended
 */
async function waitForEnds(openAmong: () => Promise<number>, withinSeconds: number): Promise<number> {
  let open = await openAmong();
  let progressAt = performance.now();
  const isOver = async (): Promise<boolean> => {
    const now = await openAmong();
    if (now < open) progressAt = performance.now();
    open = now;
    return open === 0 || performance.now() - progressAt > withinSeconds * 1_000;
  };
  await waitFor(isOver, { withinMs: JUDGED_WITHIN_MS, everyMs: 250 }).catch(() => undefined);
  return open;
}

/** Reports the failure codes of the table `accepted`, because the database is deleted with the fault. */
async function noneFailed(database: Client, mayCrash: number): Promise<Bar> {
  const { rows } = await database.query<{ failed: number; how: string }>(
    `SELECT count(*)::int AS failed, concat_ws(' ', status, error->>'code', error->>'message') AS how
       FROM sessions JOIN accepted USING (id) WHERE status IN ('FAILED', 'CANCELLED')
       GROUP BY how ORDER BY failed DESC`,
  );
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  const kinds = rows.slice(0, 5).map((row) => `${row.failed} ${row.how}`);
  const crashed = mayCrash === 0 ? 0 : await countCrashed(database);
  return { text: [`${failed} failed`, ...kinds].join('; '), met: failed === crashed && crashed <= mayCrash };
}

/** Counts sessions that lost three executors in a row. */
export async function countCrashed(database: Client): Promise<number> {
  const { rows } = await database.query<{ crashed: number }>(
    `SELECT count(*)::int AS crashed FROM sessions WHERE status = 'FAILED' AND error->>'code' = 'CRASHED'`,
  );
  return rows[0]!.crashed;
}

/** Returns the promises of all faults that were broken. */
function promiseNotes(
  counts: { lost: number; finishedTwice: number; committedStepsRerun: number },
  accepted: number,
): string[] {
  const texts = [
    { count: counts.lost, what: 'lost' },
    { count: counts.finishedTwice, what: 'finished twice' },
    { count: counts.committedStepsRerun, what: 'committed steps run again' },
  ];
  const broken = texts.filter(({ count }) => count > 0).map(({ count, what }) => `${MISSED}${count} ${what}`);
  return accepted === 0 ? [`${MISSED}nothing accepted`, ...broken] : broken;
}
