import { type Lab, waitFor } from '@workflow/test-harness';
import type { Client } from 'pg';
import { MISSED, type FaultResult } from './fault.ts';
import { countInvariants } from './watch-invariants.ts';

/** A fault's own target. */
export interface Bar {
  text: string;
  held: boolean;
}

export interface Verdict {
  name: string;
  accepted: string[];
  /** Every accepted session must be terminal after this time. */
  withinSeconds: number;
  /** The fault's own targets: text and whether they were met. */
  bars?: Bar[];
  /** Those that can be judged once all sessions ended. */
  barsAtEnd?: (database: Client) => Bar[] | Promise<Bar[]>;
  recoverySeconds?: number;
  /** All accepted sessions must have SUCCEEDED. Default true. */
  allSucceed?: boolean;
}

/** Waits until every accepted session is terminal and checks the promises against the database. */
export async function judge(lab: Lab, verdict: Verdict): Promise<FaultResult> {
  const { name, accepted, withinSeconds, allSucceed = true } = verdict;
  const since = performance.now();
  return lab.withDatabase(async (database) => {
    const openAmong = async (): Promise<number> => {
      const { rows } = await database.query<{ open: string }>(
        `SELECT count(*) FILTER (WHERE s.id IS NULL OR s.status NOT IN ('SUCCEEDED', 'FAILED', 'CANCELLED')) AS open
           FROM unnest($1::uuid[]) AS a(id) LEFT JOIN sessions s USING (id)`,
        [accepted],
      );
      return Number(rows[0]!.open);
    };
    let lost = await openAmong();
    await waitFor(async () => (lost = await openAmong()) === 0, { withinMs: withinSeconds * 1000, everyMs: 250 }).catch(
      () => undefined,
    );
    const counts = await countInvariants(database);
    const { rows } = await database.query<{ failed: string }>(
      `SELECT count(*) AS failed FROM sessions WHERE id = ANY($1::uuid[]) AND status IN ('FAILED', 'CANCELLED')`,
      [accepted],
    );
    const failed = Number(rows[0]!.failed);
    const bars = [...(verdict.bars ?? []), ...((await verdict.barsAtEnd?.(database)) ?? [])];
    if (allSucceed) bars.push({ text: `${failed} failed`, held: failed === 0 });
    return {
      name,
      accepted: accepted.length,
      finished: accepted.length - lost,
      lost,
      finishedTwice: counts.finishedTwice,
      committedStepsRerun: counts.committedStepsRerun,
      recoverySeconds: verdict.recoverySeconds ?? Math.round((performance.now() - since) / 100) / 10,
      passed:
        accepted.length > 0 &&
        lost === 0 &&
        counts.finishedTwice === 0 &&
        counts.committedStepsRerun === 0 &&
        bars.every((bar) => bar.held),
      notes: [...promiseNotes({ lost, ...counts }), ...bars.map((bar) => `${bar.held ? '' : MISSED}${bar.text}`)],
    };
  });
}

/** The promises that hold for every fault, where they were broken. */
function promiseNotes(counts: { lost: number; finishedTwice: number; committedStepsRerun: number }): string[] {
  const texts = [
    { count: counts.lost, what: 'lost' },
    { count: counts.finishedTwice, what: 'finished twice' },
    { count: counts.committedStepsRerun, what: 'committed steps run again' },
  ];
  return texts.filter(({ count }) => count > 0).map(({ count, what }) => `${MISSED}${count} ${what}`);
}
