import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { delayWorkflow, httpWorkflow, Lab, type LabWorkflow } from '@workflow/test-harness';
import type { Client } from 'pg';
import { runRequest } from '../../load/lab-requests.ts';
import type { LoadRequest } from '../../load/load.ts';
import { AddressRecorder } from '../address-recorder.ts';
import { askingWorkflow, NOT_ANSWERED } from '../asking-workflow.ts';
import { noCrashCounted } from '../ended-bars.ts';
import type { Fault, FaultResult, FaultSize } from '../fault.ts';
import { judge, type Bar } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { EVERY_SECONDS, scheduledWorkflow } from '../scheduled-workflow.ts';
import { StepRecorder } from '../step-recorder.ts';
import { watchInvariants } from '../watch-invariants.ts';

const OFFSETS = ['+5m', '+0m', '-5m'] as const;
const STEP_EVERY_MS = 3_000;
const WAIT_SECONDS = 5;
/** A wait may end this much later than it should. */
const LATE_SECONDS = 10;
/** A service knows PostgreSQL's clock to within half the time of a statement. */
const EXACT_TO_SECONDS = 0.1;
/** No session may expire: each begins within this time after it was accepted. */
const EXPIRE_AFTER_SECONDS = 60;
const SERVICES = 2;

/** The clocks of all services step by 5 minutes, each by itself. PostgreSQL's clock is right. */
export const steppingClocks: Fault[] = (['redis', 'postgres'] as const).map((backend) => ({
  name: `clocks of all services step by 5 minutes, queue ${backend}`,
  short: false,
  share: 0.25,
  needs: ['faketime'],
  run: (size) => runFault(backend, size),
}));

async function runFault(backend: 'redis' | 'postgres', size: FaultSize): Promise<FaultResult> {
  const [recorder, asked] = [new StepRecorder(50), new AddressRecorder()];
  const clocks = new SteppingClocks();
  const lab = await Lab.start({
    backend,
    ingresses: SERVICES,
    executors: SERVICES,
    prepareDatabase: watchInvariants,
    wrapIngress: (index) => clocks.wrap(`ingress-${index}`),
    wrapExecutor: (index) => clocks.wrap(`executor-${index}`),
  });
  try {
    const waiting: Record<'delay' | 'question', LabWorkflow> = {
      delay: delayWorkflow(WAIT_SECONDS),
      question: askingWorkflow('callback', await asked.listen(), WAIT_SECONDS),
    };
    const kinds = [
      expiring(await runRequest(lab)),
      expiring(await runRequest(lab, httpWorkflow(await recorder.listen(), 2))),
      expiring(await runRequest(lab, waiting.delay)),
      withNumber(await runRequest(lab, waiting.question)),
    ];
    const [delayId, questionId] = kinds.slice(2).map(workflowIdOf) as [string, string];
    const scheduleId = await lab.api.publish('Every 10 s', scheduledWorkflow());
    const publishedUntil = await lab.withDatabase(readClock);
    const stepping = clocks.step();
    const requests = lab.ingressPorts.flatMap((port) => kinds.map((request) => ({ ...request, port })));
    const posted = await postRuns({ requests, total: size.sessions ?? size.of(6_000, 500), ratePerSecond: 100 });
    await pause(WAIT_SECONDS * 1_000);
    const steps = await stepping.stop();
    await lab.api.call('POST', `/v1/workflows/${scheduleId}/unpublish`);
    const unpublishedAt = await lab.withDatabase(readClock);
    return await judge(lab, {
      name: `clocks of all services step by 5 minutes, queue ${backend}`,
      accepted: posted.accepted,
      withinSeconds: 60,
      bars: [
        { text: `answers ${JSON.stringify(posted.statuses)}`, met: Object.keys(posted.statuses).join() === '200' },
        { text: `${steps} steps of clocks`, met: steps > 0 },
        { text: `${recorder.repeatedCalls} calls repeated`, met: recorder.repeatedCalls === 0 },
      ],
      barsAtEnd: async (database) => [
        await waitBar(database, { name: 'delays', workflowId: delayId, size }),
        await waitBar(database, { name: 'time-outs', workflowId: questionId, output: NOT_ANSWERED, size }),
        await dueTimesBar(database, scheduleId, (unpublishedAt - publishedUntil) / 1_000),
        await noCrashCounted(database),
      ],
    });
  } finally {
    await lab.stop();
    for (const server of [recorder, asked, clocks]) server.close();
  }
}

/** The clocks of processes. Each follows a file, which libfaketime reads at each look at the clock. */
class SteppingClocks {
  readonly #folder = mkdtempSync(join(tmpdir(), 'workflow-clocks-'));
  readonly #files: string[] = [];

  /** Returns the command that starts a program with a separate clock. Its timers follow a clock that never steps. */
  wrap(name: string): string[] {
    const file = join(this.#folder, name);
    writeFileSync(file, OFFSETS[1]);
    this.#files.push(file);
    const { stdout } = spawnSync('faketime', ['-f', '+0m', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' });
    return [
      'env',
      `LD_PRELOAD=${stdout.trim()}`,
      `FAKETIME_TIMESTAMP_FILE=${file}`,
      'FAKETIME_NO_CACHE=1',
      'FAKETIME_DONT_FAKE_MONOTONIC=1',
    ];
  }

  /** Sets each clock again and again until `stop`, which sets them right and returns the number of steps. */
  step(): { stop(): Promise<number> } {
    let steps = 0;
    const timer = setInterval(() => {
      for (const [index, file] of this.#files.entries())
        writeFileSync(file, OFFSETS[(steps + index) % OFFSETS.length]!);
      steps += 1;
    }, STEP_EVERY_MS);
    return {
      stop: async () => {
        clearInterval(timer);
        for (const file of this.#files) writeFileSync(file, OFFSETS[1]);
        return steps;
      },
    };
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function workflowIdOf({ body }: LoadRequest): string {
  return (JSON.parse(body) as { workflowId: string }).workflowId;
}

function expiring(request: LoadRequest): LoadRequest {
  const body = { ...(JSON.parse(request.body) as object), expireAfterSeconds: EXPIRE_AFTER_SECONDS };
  return { ...request, body: JSON.stringify(body) };
}

function withNumber(request: LoadRequest): LoadRequest {
  const body = { ...(JSON.parse(request.body) as object), placeholderValues: { number: 1 } };
  return { ...request, body: JSON.stringify(body) };
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
