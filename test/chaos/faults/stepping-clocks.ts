import { setTimeout as pause } from 'node:timers/promises';
import { delayWorkflow, httpWorkflow, type LabWorkflow } from '@workflow/test-harness';
import type { Client } from 'pg';
import { runRequest, withBody, workflowIdOf } from '../../load/lab-requests.ts';
import { AddressRecorder } from '../address-recorder.ts';
import { askingWorkflow, NOT_ANSWERED } from '../asking-workflow.ts';
import { noCrashCounted, onlyAccepted } from '../bars.ts';
import { expireWhilePaused } from '../expire-while-paused.ts';
import type { Verdict } from '../judge.ts';
import { onBothQueues, type FaultRun, type Queue } from '../lab-fault.ts';
import type { Bar, FaultSize } from '../fault.ts';
import { postRuns } from '../post-runs.ts';
import { ProgramClocks } from '../program-clocks.ts';
import { EVERY_SECONDS, scheduledWorkflow } from '../scheduled-workflow.ts';
import { StepRecorder } from '../step-recorder.ts';

const WAIT_SECONDS = 5;
/** A wait may end this much later than it should. */
const LATE_SECONDS = 10;
/** A service knows PostgreSQL's clock to within half the time of a statement. */
const EXACT_TO_SECONDS = 0.1;
/** No session may expire: each begins within this time after it was accepted. */
const EXPIRING = { expireAfterSeconds: 60 };
const SERVICES = 2;

/** The clocks of all services step by 5 minutes, each by itself. PostgreSQL's clock is right. */
export const steppingClocks = onBothQueues('clocks of all services step by 5 minutes', {
  short: false,
  share: 0.5,
  needs: ['faketime'],
  inject,
});

async function inject({ size, startLab, own }: FaultRun, backend: Queue): Promise<Verdict> {
  const [recorder, asked, clocks] = [own(new StepRecorder(50)), own(new AddressRecorder()), own(new ProgramClocks())];
  const lab = await startLab({
    backend,
    ingresses: SERVICES,
    executors: SERVICES,
    wrapIngress: (index) => clocks.wrap(`ingress-${index}`),
    wrapExecutor: (index) => clocks.wrap(`executor-${index}`),
  });
  const waiting: Record<'delay' | 'question', LabWorkflow> = {
    delay: delayWorkflow(WAIT_SECONDS),
    question: askingWorkflow('callback', await asked.listen(), WAIT_SECONDS),
  };
  const kinds = [
    withBody(await runRequest(lab), EXPIRING),
    withBody(await runRequest(lab, httpWorkflow(await recorder.listen(), 2)), EXPIRING),
    withBody(await runRequest(lab, waiting.delay), EXPIRING),
    withBody(await runRequest(lab, waiting.question), { placeholderValues: { number: 1 } }),
  ];
  const [delayId, questionId] = kinds.slice(2).map(workflowIdOf) as [string, string];
  const scheduleId = await lab.api.publish('Every 10 s', scheduledWorkflow());
  const publishedUntil = await lab.withDatabase(readClock);
  const stepping = clocks.step();
  const requests = lab.ingressPorts.flatMap((port) => kinds.map((request) => ({ ...request, port })));
  const posted = await postRuns({ requests, total: size.sessions ?? size.of(6_000, 500), ratePerSecond: 100 });
  await pause(WAIT_SECONDS * 1_000);
  const expired = await expireWhilePaused(lab, kinds[0]!);
  const steps = stepping.stop();
  await lab.api.call('POST', `/v1/workflows/${scheduleId}/unpublish`);
  const unpublishedAt = await lab.withDatabase(readClock);
  return {
    accepted: posted.accepted,
    withinSeconds: 60,
    bars: [onlyAccepted(posted), expired, { text: `${steps} steps of clocks`, met: steps > 0 }, recorder.noneRepeated],
    barsAtEnd: async (database) => [
      await waitBar(database, { name: 'delays', workflowId: delayId, size }),
      await waitBar(database, { name: 'timeouts', workflowId: questionId, output: NOT_ANSWERED, size }),
      await dueTimesBar(database, scheduleId, (unpublishedAt - publishedUntil) / 1_000),
      await noCrashCounted(database),
    ],
  };
}

/** Returns the bar that each session of a workflow waited as long as it should, by PostgreSQL's clock. */
async function waitBar(
  database: Client,
  { name, workflowId, output, size }: { name: string; workflowId: string; output?: string; size: FaultSize },
): Promise<Bar> {
  const { rows } = await database.query<{ count: number; least: number; most: number; others: number }>(
    `SELECT count(*)::int AS count, min(took)::float8 AS least, max(took)::float8 AS most,
       count(*) FILTER (WHERE $2::jsonb IS NOT NULL AND output IS DISTINCT FROM $2::jsonb)::int AS others
     FROM (SELECT *, extract(epoch FROM finished_at - started_at) AS took FROM sessions WHERE workflow_id = $1) s`,
    [workflowId, output === undefined ? null : JSON.stringify(output)],
  );
  const { count, least, most, others } = rows[0]!;
  // The short form runs together with other tests, so its times mean little.
  const inTime = most <= WAIT_SECONDS + LATE_SECONDS || !size.long;
  return {
    text: `${count} ${name} of ${WAIT_SECONDS} s took ${least.toFixed(2)} to ${most.toFixed(2)} s`,
    met: count > 0 && others === 0 && least >= WAIT_SECONDS - EXACT_TO_SECONDS && inTime,
  };
}

/** Returns the bar that each due time of a schedule has exactly one session. */
async function dueTimesBar(database: Client, workflowId: string, publishedSeconds: number): Promise<Bar> {
  const { rows } = await database.query<{ dueTimes: number; sessions: number }>(
    `SELECT (SELECT coalesce(sum(count), 0)::int FROM due_times WHERE workflow_id = $1) AS "dueTimes",
       (SELECT count(*)::int FROM sessions WHERE workflow_id = $1) AS sessions`,
    [workflowId],
  );
  const { dueTimes, sessions } = rows[0]!;
  const expected = publishedSeconds / EVERY_SECONDS;
  return {
    text: `${dueTimes} due times in ${publishedSeconds.toFixed(0)} s, ${sessions} sessions`,
    met: dueTimes === sessions && Math.abs(dueTimes - expected) <= 1,
  };
}

async function readClock(database: Client): Promise<number> {
  const { rows } = await database.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return rows[0]!.now.getTime();
}
