import { delayWorkflow, httpWorkflow, readMetric, waitFor, type Lab } from '@workflow/test-harness';
import type { Client } from 'pg';
import { runRequest, withBody, workflowIdOf } from '../../load/lab-requests.ts';
import { AddressRecorder } from '../address-recorder.ts';
import { askingWorkflow } from '../asking-workflow.ts';
import { noCrashCounted, onlyAccepted } from '../bars.ts';
import { expireWhilePaused } from '../expire-while-paused.ts';
import type { Bar } from '../fault.ts';
import type { Verdict } from '../judge.ts';
import { onBothQueues, type FaultRun, type Queue } from '../lab-fault.ts';
import { postRuns } from '../post-runs.ts';
import { CYCLE_SECONDS, ProgramClocks } from '../program-clocks.ts';
import { EVERY_SECONDS, scheduledWorkflow } from '../scheduled-workflow.ts';
import { StepRecorder } from '../step-recorder.ts';

const WAIT_SECONDS = 5;
/** A wait may end this much later than it should, by a clock that never steps. */
const LATE_SECONDS = CYCLE_SECONDS + 10;
/** Longer than all steps together, so no session may expire. */
const EXPIRING = { expireAfterSeconds: 900 };
const EXECUTORS = 2;
/** Sessions run their call while the clock steps. */
const STEP_MS = 1_000;

/** PostgreSQL's clock steps by 5 minutes. Those of the services are right. */
export const postgresClock = onBothQueues('the clock of PostgreSQL steps by 5 minutes', {
  short: false,
  share: 0.5,
  needs: ['faketime'],
  inject,
});

async function inject({ size, startLab, own }: FaultRun, backend: Queue): Promise<Verdict> {
  const [recorder, asked] = [own(new StepRecorder(STEP_MS)), own(new AddressRecorder())];
  const clocks = own(new ProgramClocks());
  const lab = await startLab({ backend, executors: EXECUTORS, postgresEnv: clocks.environment('postgres') });
  const kinds = [
    withBody(await runRequest(lab), EXPIRING),
    withBody(await runRequest(lab, httpWorkflow(await recorder.listen(), 1)), EXPIRING),
    withBody(await runRequest(lab, delayWorkflow(WAIT_SECONDS)), EXPIRING),
    withBody(await runRequest(lab, askingWorkflow('callback', await asked.listen(), WAIT_SECONDS)), {
      placeholderValues: { number: 1 },
    }),
  ];
  const scheduleId = await lab.api.publish('Every 10 s', scheduledWorkflow());
  const waits = watchWaits(lab, kinds.slice(2).map(workflowIdOf));
  const stepping = clocks.step();
  const posted = await postRuns({
    requests: kinds,
    total: size.sessions ?? size.of(6_000, 500),
    ratePerSecond: 100,
    onAccepted: ({ index, sessionId, answeredAt }) => {
      if (index % kinds.length >= 2) waits.began(sessionId, answeredAt);
    },
  });
  const waitBar = await waits.untilEnded();
  const steps = stepping.stop();
  await untilStarted(lab);
  await lab.api.call('POST', `/v1/workflows/${scheduleId}/unpublish`);
  const expired = await expireWhilePaused(lab, kinds[0]!);
  const died = await Promise.all(
    lab.executorMetricsPorts.map((port) =>
      readMetric(port, 'workflow_dispatcher_rescued_total', 'reason="executor-died"'),
    ),
  );
  return {
    accepted: posted.accepted,
    withinSeconds: 60,
    bars: [
      onlyAccepted(posted),
      { text: `${steps} steps of the clock`, met: steps > 0 },
      recorder.noneRepeated,
      { text: `executors judged dead for ${died.join(' and ')} sessions`, met: died.every((count) => count === 0) },
      waitBar,
      expired,
    ],
    barsAtEnd: async (database) => [await dueTimesBar(database, scheduleId), await noCrashCounted(database)],
  };
}

/** Measures how long sessions of workflows wait, by the clock of this process, which never steps. */
function watchWaits(lab: Lab, workflowIds: string[]) {
  const begun = new Map<string, number>();
  const tookMs: number[] = [];
  async function look(): Promise<boolean> {
    const { rows } = await lab.withDatabase((database) =>
      database.query<{ id: string }>(
        `SELECT id FROM sessions WHERE workflow_id = ANY ($1::uuid[]) AND finished_at IS NOT NULL`,
        [workflowIds],
      ),
    );
    const now = performance.now();
    for (const { id } of rows) {
      const since = begun.get(id);
      if (since === undefined) continue;
      begun.delete(id);
      tookMs.push(now - since);
    }
    return begun.size === 0;
  }
  let last = Promise.resolve(false);
  const timer = setInterval(() => {
    last = last.then(look).catch(() => false);
  }, 500);
  return {
    began: (sessionId: string, at: number): void => void begun.set(sessionId, at),
    /** Waits until all waits have ended, and returns the bar on their times. */
    untilEnded: async (): Promise<Bar> => {
      clearInterval(timer);
      await last;
      await waitFor(look, { withinMs: 120_000, everyMs: 250 }).catch(() => undefined);
      const [least, most] = [Math.min(...tookMs) / 1_000, Math.max(...tookMs) / 1_000];
      return {
        text:
          `${tookMs.length} waits of ${WAIT_SECONDS} s took ${least.toFixed(1)} to ${most.toFixed(1)} s ` +
          `by a clock that never steps, ${begun.size} did not end`,
        met: begun.size === 0 && tookMs.length > 0 && most <= WAIT_SECONDS + LATE_SECONDS,
      };
    },
  };
}

/** Waits until all due times that were decided have started. */
async function untilStarted(lab: Lab): Promise<void> {
  const haveStarted = async (): Promise<boolean> => {
    const { rowCount } = await lab.withDatabase((database) =>
      database.query(`SELECT FROM due_times WHERE status = 'WAITING' LIMIT 1`),
    );
    return rowCount === 0;
  };
  await waitFor(haveStarted, { withinMs: 120_000, everyMs: 250 }).catch(() => undefined);
}

/** Returns the bar that each due time between the first and the last one has exactly one session. */
async function dueTimesBar(database: Client, workflowId: string): Promise<Bar> {
  const { rows } = await database.query<{ dueTimes: number; expected: number; sessions: number }>(
    `SELECT count(*)::int AS "dueTimes", count(DISTINCT session_id)::int AS sessions,
       (extract(epoch FROM max(due_at) - min(due_at)) / $2 + 1)::int AS expected
     FROM due_times WHERE workflow_id = $1`,
    [workflowId, EVERY_SECONDS],
  );
  const { rows: made } = await database.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM sessions WHERE workflow_id = $1',
    [workflowId],
  );
  const { dueTimes, expected, sessions } = rows[0]!;
  return {
    text: `${dueTimes} due times of ${expected}, ${made[0]!.count} sessions`,
    met: dueTimes > 1 && dueTimes === expected && sessions === dueTimes && made[0]!.count === dueTimes,
  };
}
