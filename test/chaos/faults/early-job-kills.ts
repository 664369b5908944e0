import {
  httpWorkflow,
  readMetric,
  transformWorkflow,
  waitFor,
  type Lab,
  type LabWorkflow,
} from '@workflow/test-harness';
import { noCrashCounted } from '../bars.ts';
import { openHeldWrites } from '../hold-writes.ts';
import type { Verdict } from '../judge.ts';
import { onBothQueues, type FaultRun, type Queue } from '../lab-fault.ts';
import { QUEUE_SERVERS, type QueueServers } from '../queue-servers.ts';
import { readSessionIds } from '../read-session-ids.ts';
import { StepRecorder } from '../step-recorder.ts';

/** The faults in turn. An executor asks for a missing row for half a second, and then gives the session up. */
const KILLS = [
  { victim: 'ingress', row: 'arrives late' },
  { victim: 'ingress', row: 'is lost' },
  { victim: 'executor', row: 'arrives' },
  { victim: 'ingress', row: 'arrives' },
] as const;
const EARLY_WITHIN_MS = 1_000;
/** A job is not always early, for example when a session ended a moment ago. Such a run is repeated this often. */
const MOST_RUNS_PER_KILL = 3;
const VALUES = { name: 'Ada', amount: 1 };
const WAIT = { Prefer: 'wait=60' };

/**
 * A lone caller's job is added while the session is being committed (decision 0660). The process that adds the job, or
 * the one that waits for the row, is killed before the commit.
 */
export const earlyJobKills = onBothQueues('ingress killed between the early job and the commit', {
  short: 'both',
  share: 0.25,
  inject,
});

interface Parts {
  lab: Lab;
  writes: Awaited<ReturnType<typeof openHeldWrites>>;
  queue: QueueServers;
}

async function inject({ size, startLab, own }: FaultRun, backend: Queue): Promise<Verdict> {
  const recorder = own(new StepRecorder(0));
  const lab = await startLab({ backend });
  const writes = own(await openHeldWrites(lab.postgres.url));
  const parts = { lab, writes, queue: await QUEUE_SERVERS[backend]() };
  const computes = await publish(lab, transformWorkflow());
  const calls = await publish(lab, httpWorkflow(await recorder.listen(), 1));
  const wanted = size.of(20, 3);
  const counts = { kills: 0, runs: 0, arrived: 0, calls: 0 };
  const statuses: number[] = [];
  while (counts.kills < wanted && counts.runs < wanted * MOST_RUNS_PER_KILL) {
    const kill = KILLS[counts.kills % KILLS.length]!;
    // Each fault hits both workflows, one after the other.
    const workflow = (counts.kills + Math.floor(counts.kills / KILLS.length)) % 2 === 0 ? calls : computes;
    const { isEarly, status } = await runOnce(parts, kill, workflow);
    const hasArrived = !isEarly || kill.row !== 'is lost';
    counts.runs += 1;
    counts.kills += Number(isEarly);
    counts.arrived += Number(hasArrived);
    counts.calls += Number(hasArrived && workflow === calls);
    if (!isEarly || kill.victim === 'executor') statuses.push(status);
    await untilCalm(parts);
  }
  const ids = await readSessionIds(writes.database);
  const withoutRow = [...recorder.callsByKey.keys()].filter((key) => !ids.includes(key.split(':')[0]!));
  return {
    accepted: ids,
    withinSeconds: 60,
    bars: [
      { text: `${counts.kills} kills in ${counts.runs} runs`, met: counts.kills === wanted },
      { text: `${ids.length} rows of ${counts.arrived} that arrived`, met: ids.length === counts.arrived },
      {
        text: `answers of a living ingress: ${statuses.join(', ')}`,
        met: statuses.length > 0 && statuses.every((status) => status === 200),
      },
      { text: `${withoutRow.length} calls of sessions without a row`, met: withoutRow.length === 0 },
      {
        text: `${recorder.callsByKey.size} of ${counts.calls} calls`,
        met: recorder.callsByKey.size === counts.calls,
      },
      recorder.noneRepeated,
    ],
    barsAtEnd: async (database) => [await noCrashCounted(database)],
  };
}

interface Published {
  id: string;
  startId: string;
}

async function publish({ api }: Lab, { definition, startId }: LabWorkflow): Promise<Published> {
  return { id: await waitFor(() => api.publish('Early', definition), { withinMs: 60_000 }), startId };
}

/**
 * Starts a session and kills the victim while the commit is held. Kills nothing if the job was not early.
 *
 * @returns the status of the answer; 0 if the caller got none
 */
async function runOnce(
  { lab, writes, queue }: Parts,
  { victim, row }: (typeof KILLS)[number],
  workflow: Published,
): Promise<{ isEarly: boolean; status: number }> {
  const unclaimed = (): Promise<number> =>
    readMetric(lab.executorMetricsPorts[0]!, 'workflow_sessions_unclaimed_total');
  const [activeBefore, unclaimedBefore] = [await queue.countActive(lab), await unclaimed()];
  await writes.hold(workflow.id, 'QUEUED');
  const answered = lab.api.run(workflow.id, workflow.startId, VALUES, WAIT).then(
    ({ status }) => status,
    () => 0,
  );
  const write = await writes.untilHeld();
  const isTaken = async (): Promise<boolean> => (await queue.countActive(lab)) > activeBefore;
  const isEarly = await waitFor(isTaken, { withinMs: EARLY_WITHIN_MS, everyMs: 5 }).catch(() => false);
  await writes.forget(workflow.id);
  if (isEarly && row === 'arrives late') {
    const isGivenUp = async (): Promise<boolean> => (await unclaimed()) > unclaimedBefore;
    await waitFor(isGivenUp, { everyMs: 20, what: 'the executor to give the session up' });
  }
  if (isEarly) await (victim === 'ingress' ? lab.ingresses : lab.executors)[0]!.kill();
  await (isEarly && row === 'is lost' ? write!.lose() : write!.arrive());
  return { isEarly, status: await answered };
}

/** Waits until the services run again and every session has ended, because a job is early only for a lone caller. */
async function untilCalm({ lab, writes }: Parts): Promise<void> {
  await Promise.all(lab.services.map((service) => service.untilReady()));
  const areEnded = async (): Promise<boolean> => {
    const { rowCount } = await writes.database.query(
      `SELECT FROM sessions WHERE status IN ('QUEUED', 'RUNNING', 'WAITING') LIMIT 1`,
    );
    return rowCount === 0;
  };
  await waitFor(areEnded, { withinMs: 60_000, everyMs: 50, what: 'the sessions to end' }).catch(() => undefined);
}
