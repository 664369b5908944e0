import { httpWorkflow, queuedStates, waitFor, type Lab } from '@workflow/test-harness';
import type { Client } from 'pg';
import { runRequest, workflowIdOf } from '../../load/lab-requests.ts';
import type { Verdict } from '../judge.ts';
import { labFault, type FaultRun } from '../lab-fault.ts';
import { allAccepted } from '../bars.ts';
import { postRuns } from '../post-runs.ts';
import { StepRecorder } from '../step-recorder.ts';

const STEP_MS = 50;
/** The lock is held for less than the executors' own lock timeout. */
const BLOCKED_WITHIN_MS = 15_000;

interface BatchFault {
  name: string;
  /** Locks what the executors need next, in a transaction that stays open until the kill. */
  block: (database: Client) => Promise<unknown>;
  /** Returns true if an executor waits for the lock. */
  isBlocked: (database: Client) => Promise<boolean>;
}

const FAULTS: BatchFault[] = [
  {
    name: 'executor killed between taking a batch and claiming it',
    block: (database) => database.query('SELECT id FROM sessions FOR UPDATE'),
    isBlocked: (database) => waitsForLock(database, '%UPDATE sessions s SET%'),
  },
  {
    name: 'executor killed between claiming a batch and starting it',
    block: (database) => database.query('LOCK TABLE definitions IN ACCESS EXCLUSIVE MODE'),
    isBlocked: async (database) => {
      const { rowCount } = await database.query(`SELECT 1 FROM sessions WHERE status = 'RUNNING' LIMIT 1`);
      return rowCount === 1 && (await waitsForLock(database, '%definitions%'));
    },
  },
];

/** Executors begin to take batches from the queue, both wait for the lock, and one is killed while it waits. */
export const batchFaults = FAULTS.map((fault) =>
  labFault({
    name: fault.name,
    short: true,
    share: 0.25,
    inject: (run) =>
      duringBatches(run, async (lab) => {
        await lab.withDatabase(async (database) => {
          await database.query('BEGIN');
          await fault.block(database);
          await Promise.all([lab.addExecutor(), lab.addExecutor()]);
          await lab.withDatabase((watcher) =>
            waitFor(() => fault.isBlocked(watcher), { withinMs: BLOCKED_WITHIN_MS, everyMs: 20, what: fault.name }),
          );
          await lab.executors[0]?.kill();
          await database.query('ROLLBACK');
        });
      }),
  }),
);

/** Sessions in the queue do not start while their workflow is paused, and continue when it is resumed. */
export const batchPaused = labFault({
  name: 'a batch whose workflow is paused meanwhile',
  short: true,
  share: 0.25,
  inject: (run) =>
    duringBatches(run, async (lab, workflowId) => {
      await lab.api.call('POST', `/v1/workflows/${workflowId}/pause`);
      await Promise.all([lab.addExecutor(), lab.addExecutor()]);
      await lab.withDatabase(async (database) => {
        const areHeld = async (): Promise<boolean> => {
          const { rows } = await database.query<{ held: boolean }>(
            `SELECT bool_and(status = 'QUEUED' AND ${queuedStates.isHeld()}) AS held FROM sessions`,
          );
          return rows[0]?.held === true;
        };
        await waitFor(areHeld, { withinMs: BLOCKED_WITHIN_MS, everyMs: 50, what: 'the paused sessions to be held' });
      });
      await lab.api.call('POST', `/v1/workflows/${workflowId}/resume`);
    }),
});

async function duringBatches(
  { size, startLab, own }: FaultRun,
  inject: (lab: Lab, workflowId: string) => Promise<void>,
): Promise<Verdict> {
  const recorder = own(new StepRecorder(STEP_MS));
  const lab = await startLab({ backend: 'redis', executors: 0 });
  const request = await runRequest(lab, httpWorkflow(await recorder.listen(), 1));
  const total = size.of(1_000, 100);
  const { accepted } = await postRuns({ requests: [request], total, ratePerSecond: 1_000 });
  await inject(lab, workflowIdOf(request));
  return {
    accepted,
    withinSeconds: 60,
    bars: [allAccepted(accepted, total)],
    barsAtEnd: () => [
      recorder.noneRepeated,
      { text: `${recorder.callsByKey.size} calls`, met: recorder.callsByKey.size === total },
    ],
  };
}

/** Returns true if a statement of this form waits for a lock. */
async function waitsForLock(database: Client, like: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1 AND pid <> pg_backend_pid()`,
    [like],
  );
  return (rowCount ?? 0) > 0;
}
