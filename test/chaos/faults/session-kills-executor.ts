import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { httpWorkflow, Lab } from '@workflow/test-harness';
import type { Client } from 'pg';
import { runRequest } from '../../load/lab-requests.ts';
import type { Fault, FaultResult, FaultSize } from '../fault.ts';
import { noCrashCounted } from '../ended-bars.ts';
import { addCrashBars, judge, type Bar } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { StepRecorder } from '../step-recorder.ts';
import { watchInvariants } from '../watch-invariants.ts';

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
export const sessionKillsExecutor: Fault[] = (['redis', 'postgres'] as const).map((backend) => ({
  name: `a session that kills its executor, queue ${backend}`,
  short: false,
  share: 0.5,
  run: (size) => runFault(backend, size),
}));

async function runFault(backend: 'redis' | 'postgres', size: FaultSize): Promise<FaultResult> {
  const name = `a session that kills its executor, queue ${backend}`;
  const recorder = new StepRecorder(STEP_MS);
  const lab = await Lab.start({ backend, executors: 2, prepareDatabase: watchInvariants });
  let kills = 0;
  const killer = createServer((request) => {
    const sessionId = String(request.headers['idempotency-key']).split(':')[0];
    void lab.withDatabase(async (database) => {
      const { rows } = await database.query<{ host: string }>(
        'SELECT e.host FROM sessions s JOIN executors e ON e.id = s.executor_id WHERE s.id = $1',
        [sessionId],
      );
      const pid = Number(/:(\d+)$/.exec(rows[0]?.host ?? '')?.[1]);
      const executor = lab.executors.find((candidate) => candidate.pid === pid);
      if (executor === undefined) return;
      kills += 1;
      await executor.kill();
    });
  });
  killer.listen(0, '127.0.0.1');
  await once(killer, 'listening');
  try {
    const innocent = [await runRequest(lab), await runRequest(lab, httpWorkflow(await recorder.listen(), 1))];
    const deadly = await runRequest(
      lab,
      httpWorkflow(`http://127.0.0.1:${(killer.address() as AddressInfo).port}/`, 1),
    );
    const posts = postRuns({ requests: innocent, total: size.of(3_000, 500), ratePerSecond: 100 });
    const { accepted } = await postRuns({ requests: [deadly], total: 1, ratePerSecond: 10 });
    const posted = await posts;
    const result = await judge(lab, {
      name,
      accepted: [...posted.accepted, ...accepted],
      withinSeconds: 120,
      allSucceed: false,
      barsAtEnd: async (database) => [
        await noCrashCounted(database, accepted),
        await lostSeconds(database, posted.accepted, size),
      ],
    });
    await addCrashBars(lab, result, { sessionId: accepted[0]!, kills, mostKills: 3 });
    return result;
  } finally {
    await lab.stop();
    recorder.close();
    killer.closeAllConnections();
    killer.close();
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
  // The short form is a test, and tests judge no time.
  return { text, met: most - usual <= LOST_SECONDS || !size.long };
}
