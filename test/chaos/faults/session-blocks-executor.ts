import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpWorkflow, transformWorkflow, type LabWorkflow } from '@workflow/test-harness';
import type { Client } from 'pg';
import { runRequest } from '../../load/lab-requests.ts';
import type { Verdict } from '../judge.ts';
import { labFault, type FaultRun } from '../lab-fault.ts';
import type { Bar, FaultSize } from '../fault.ts';
import { noCrashCounted, timeBar } from '../bars.ts';
import { postRuns } from '../post-runs.ts';
import { StepRecorder } from '../step-recorder.ts';

const STEP_MS = 500;
/** A turn of 5 s ends the process, and the next one starts in about a second. */
const MOST_OUTAGE_MS = 15_000;
const PRELOAD = join(import.meta.dirname, '../../system/blocked/hold-loops.ts');

/** A session blocks the event loop of the only executor for ever, while others run. */
export const sessionBlocksExecutor = labFault({
  name: 'a session that blocks the event loop of the only executor',
  short: false,
  share: 0.5,
  inject,
});

async function inject({ size, startLab, own, defer }: FaultRun): Promise<Verdict> {
  const recorder = own(new StepRecorder(STEP_MS));
  const holdFile = join(tmpdir(), `hold-${randomUUID()}`);
  writeFileSync(holdFile, '');
  defer(() => rmSync(holdFile, { force: true }));
  const env = { NODE_OPTIONS: `--import=${PRELOAD}`, HOLD_FILE: holdFile };
  const lab = await startLab({
    backend: 'redis',
    env,
    onStillLoop: () => undefined,
  });
  const calling = await runRequest(lab, httpWorkflow(await recorder.listen(), 1));
  const others = postRuns({
    requests: [await runRequest(lab), calling],
    total: size.of(2_000, 500),
    ratePerSecond: 100,
  });
  const blocking = await postRuns({
    requests: [await runRequest(lab, blockingWorkflow())],
    total: 1,
    ratePerSecond: 1,
  });
  const { accepted } = await others;
  return {
    accepted: [...accepted, ...blocking.accepted],
    withinSeconds: 120,
    allSucceed: false,
    barsAtEnd: async (database) => [
      await blamed(database, blocking.accepted[0]!),
      await othersSucceeded(database, accepted),
      await noCrashCounted(database, blocking.accepted),
      await outage(database, accepted, size),
    ],
  };
}

/** Returns input → transform, which blocks the loop → output. */
function blockingWorkflow(): LabWorkflow {
  const { definition, startId } = transformWorkflow();
  const components = definition.components.map((one) =>
    one.type === 'transform' ? { ...one, config: { expression: '$uppercase("hold-session")', type: 'TEXT' } } : one,
  );
  return { definition: { ...definition, components }, startId };
}

async function blamed(database: Client, sessionId: string): Promise<Bar> {
  const { rows } = await database.query<{ turns: number; own: number; code: string | null }>(
    `SELECT count(*)::int AS turns, (count(*) FILTER (WHERE session_id = $1))::int AS own,
      (SELECT error ->> 'code' FROM sessions WHERE id = $1) AS code FROM blocked_turns`,
    [sessionId],
  );
  const { turns, own, code } = rows[0]!;
  const text = `${turns} executors blocked, ${own} times the session was blamed, which failed with ${code}`;
  return { text, met: turns === 1 && own === 1 && code === 'BLOCKED_EXECUTOR' };
}

async function othersSucceeded(database: Client, ids: string[]): Promise<Bar> {
  const { rows } = await database.query<{ count: number; in_flight: number }>(
    `SELECT (count(*) FILTER (WHERE status = 'SUCCEEDED'))::int AS count,
      (count(*) FILTER (WHERE started_at < b.at AND finished_at > b.at))::int AS in_flight
      FROM sessions, (SELECT max(at) AS at FROM blocked_turns) b WHERE id = ANY ($1::uuid[])`,
    [ids],
  );
  const { count, in_flight: inFlight } = rows[0]!;
  const text = `${count} of ${ids.length} others succeeded, ${inFlight} of them were in flight`;
  return { text, met: count === ids.length };
}

/** Returns the bar on the longest time in which no session of others ended. */
async function outage(database: Client, ids: string[], size: FaultSize): Promise<Bar> {
  const { rows } = await database.query<{ ms: number }>(
    `SELECT 1000 * max(extract(epoch FROM gap))::float8 AS ms FROM (
      SELECT finished_at - lag(finished_at) OVER (ORDER BY finished_at) AS gap FROM sessions
      WHERE id = ANY ($1::uuid[])) g`,
    [ids],
  );
  const ms = Math.round(rows[0]!.ms);
  return timeBar(size, `no session ended for ${ms} ms`, ms <= MOST_OUTAGE_MS);
}
