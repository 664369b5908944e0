import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpWorkflow, type Lab } from '@workflow/test-harness';
import type { Client } from 'pg';
import { runRequest } from '../../load/lab-requests.ts';
import type { Verdict } from '../judge.ts';
import { onBothQueues, type FaultRun, type Queue } from '../lab-fault.ts';
import type { Bar, FaultSize } from '../fault.ts';
import { ThirdParty } from '../third-party.ts';
import { crashBars, noCrashCounted, timeBar } from '../bars.ts';
import { postRuns } from '../post-runs.ts';
import { StepRecorder } from '../step-recorder.ts';

const STEP_MS = 500;
/**
 * The most seconds that a session of others may take longer than usual: a dead executor is noticed after 10 s, and
 * three of them die.
 */
const LOST_SECONDS = 40;

/**
 * The only step of a session kills the executor that runs it, every time: the server that the step calls kills that
 * executor. The step is committed with the claim, so each kill is counted. The sessions of others do not suffer.
 */
export const sessionKillsExecutor = onBothQueues('a session that kills its executor', {
  short: false,
  share: 0.5,
  inject,
});

async function inject({ size, startLab, own }: FaultRun, backend: Queue): Promise<Verdict> {
  const recorder = own(new StepRecorder(STEP_MS));
  const lab = await startLab({ backend, executors: 2 });
  const killer = own(new ExecutorKiller(lab));
  const innocent = [await runRequest(lab), await runRequest(lab, httpWorkflow(await recorder.listen(), 1))];
  const deadly = await runRequest(lab, httpWorkflow(await killer.listen(), 1));
  const posts = postRuns({ requests: innocent, total: size.of(3_000, 500), ratePerSecond: 100 });
  const { accepted } = await postRuns({ requests: [deadly], total: 1, ratePerSecond: 10 });
  const posted = await posts;
  return {
    accepted: [...posted.accepted, ...accepted],
    withinSeconds: 120,
    allSucceed: false,
    barsAtEnd: async (database) => [
      await noCrashCounted(database, accepted),
      await lostSeconds(database, posted.accepted, size),
      ...(await crashBars(database, { sessionId: accepted[0]!, kills: killer.kills, mostKills: 3 })),
    ],
  };
}

/** Kills the executor that calls it, and never answers. */
class ExecutorKiller extends ThirdParty {
  kills = 0;
  readonly #lab: Lab;

  constructor(lab: Lab) {
    super();
    this.#lab = lab;
  }

  protected override async answer(request: IncomingMessage, _response: ServerResponse): Promise<void> {
    const sessionId = String(request.headers['idempotency-key']).split(':')[0];
    const { rows } = await this.#lab.withDatabase((database) =>
      database.query<{ host: string }>(
        'SELECT e.host FROM sessions s JOIN executors e ON e.id = s.executor_id WHERE s.id = $1',
        [sessionId],
      ),
    );
    const pid = Number(/:(\d+)$/.exec(rows[0]?.host ?? '')?.[1]);
    const executor = this.#lab.executors.find((candidate) => candidate.pid === pid);
    if (executor === undefined) return;
    this.kills += 1;
    await executor.kill();
  }
}

/** Returns the bar on the time that sessions lost with their executors. */
async function lostSeconds(database: Client, ids: string[], size: FaultSize): Promise<Bar> {
  const { rows } = await database.query<{ most: number; usual: number }>(
    `SELECT max(took) AS most, percentile_disc(0.5) WITHIN GROUP (ORDER BY took) AS usual
      FROM (SELECT extract(epoch FROM finished_at - uuid_extract_timestamp(id))::float8 AS took
            FROM sessions WHERE id = ANY ($1::uuid[])) t`,
    [ids],
  );
  const { most, usual } = rows[0]!;
  const text = `the slowest of ${ids.length} others took ${most.toFixed(1)} s, half of them ${usual.toFixed(1)} s`;
  return timeBar(size, text, most - usual <= LOST_SECONDS);
}
