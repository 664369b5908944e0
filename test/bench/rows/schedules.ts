import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { finishedSessions, type Lab, waitFor } from '@workflow/test-harness';
import type { Component, Definition } from '@workflow/workflow-model';
import { expectOnly } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import { readLabCpu, type LabCpu } from '../process-usage.ts';
import { atMost, round, type RowResult } from '../row.ts';
import { withLab } from '../with-lab.ts';

const SCHEDULES = 10_000;
const NOT_DUE = 100_000;
/** A definition has at most 1,000 components. */
const IN_A_WORKFLOW = 500;
const LATENESS_BAR_MS = 1_000;
const SHARE_BAR = 5;
const MINUTE_MS = 60_000;
const IDLE_SECONDS = 20;

/**
 * Measures 10,000 schedules of one minute that are all due at the same time, and the cost of 100,000 that are not due.
 */
export function measureSchedules(): Promise<RowResult[]> {
  return withLab({ backend: 'redis', executors: 1 }, async (lab) => {
    const before = await idleCpu(lab);
    await addNotDue(lab);
    const notDue = await idleCpu(lab);
    await lab.withDatabase((database) => database.query('DELETE FROM schedules'));
    const workflows = await publishAll(lab);
    const ofSessions = await costOfSessions(lab, workflows[0]!);
    const dueAt = new Date(Math.ceil((Date.now() + 1_000) / MINUTE_MS) * MINUTE_MS);
    await pause(dueAt.getTime() - Date.now() - 500);
    const [cpu, finished] = [readLabCpu(lab), await finishedSessions(lab)];
    await waitFor(async () => (await finishedSessions(lab)) - finished >= SCHEDULES, {
      withinMs: MINUTE_MS - 5_000,
      everyMs: 250,
      what: 'the sessions of one minute',
    });
    const used = difference(readLabCpu(lab), cpu);
    const { p50, p99 } = await lateness(lab, dueAt);
    const share = percentOfMinute(used.executor) - percentOfMinute(ofSessions.executor);
    return [
      atMost(
        `${SCHEDULES} schedules of one minute: p99 of how late they are decided`,
        { scheduleLateP50Ms: round(p50), scheduleLateP99Ms: round(p99) },
        p99,
        LATENESS_BAR_MS,
        `p50 ${round(p50)} ms, p99 ${round(p99)} ms`,
      ),
      atMost(
        'their executor, without what running as many sessions costs, % of a core',
        {
          schedulesPercent: round(share),
          schedulesWithSessionsPercent: round(percentOfMinute(used.executor)),
          schedulesPostgresPercent: round(percentOfMinute(used.postgres) - percentOfMinute(ofSessions.postgres)),
        },
        share,
        SHARE_BAR,
        `${round(share)} % of a core, with its sessions ${round(percentOfMinute(used.executor))} %`,
      ),
      atMost(
        `${NOT_DUE} schedules that are not due, % of a core more than without`,
        { notDuePercent: round(notDue - before), idleWithNotDuePercent: round(notDue) },
        notDue - before,
        1,
        `${round(notDue)} % of a core, ${round(before)} % without`,
      ),
    ];
  });
}

/** Returns the share of a core, in percent, that executor and PostgreSQL use while nothing is due. */
async function idleCpu(lab: Lab): Promise<number> {
  await pause(5_000);
  const before = readLabCpu(lab);
  await pause(IDLE_SECONDS * 1_000);
  const { executor, postgres } = difference(readLabCpu(lab), before);
  return ((executor + postgres) * 100) / IDLE_SECONDS;
}

/** Inserts rows as publishing does, due in a year. */
async function addNotDue(lab: Lab): Promise<void> {
  const [workflowId] = await publish(lab, 1);
  await lab.withDatabase(async (database) => {
    await database.query(
      `INSERT INTO schedules (id, organization_id, workflow_id, component_id, definition_id, workflow_version, name,
         config, output, has_flow, next_at)
       SELECT gen_random_uuid(), organization_id, workflow_id, gen_random_uuid(), definition_id, workflow_version, name,
         config, output, has_flow, now() + interval '1 year' + n * interval '1 second'
       FROM schedules, generate_series(1, $2::int) AS n WHERE workflow_id = $1`,
      [workflowId, NOT_DUE],
    );
    await database.query('UPDATE schedules SET next_at = $1', [new Date(Date.now() + 365 * 24 * 60 * MINUTE_MS)]);
    await database.query('ANALYZE schedules');
  });
}

interface Scheduled {
  workflowId: string;
  componentId: string;
}

async function publishAll(lab: Lab): Promise<Scheduled[]> {
  const workflows: Scheduled[] = [];
  for (let made = 0; made < SCHEDULES; made += IN_A_WORKFLOW) {
    const [workflowId, componentId] = await publish(lab, IN_A_WORKFLOW);
    workflows.push({ workflowId, componentId });
  }
  return workflows;
}

/** Publishes a workflow with `count` schedules. @returns its id and the id of the first schedule */
async function publish(lab: Lab, count: number): Promise<[workflowId: string, componentId: string]> {
  const outputId = randomUUID();
  const schedules = Array.from({ length: count }, (): Component => ({
    id: randomUUID(),
    type: 'schedule',
    config: { everySeconds: 60 },
  }));
  const definition: Definition = {
    components: [...schedules, { id: outputId, type: 'output', config: { value: 'done' } }],
    connections: schedules.map(({ id }) => ({ from: id, port: 'next', to: outputId })),
  };
  return [await lab.api.publish(`Schedules ${outputId}`, definition), schedules[0]!.id];
}

/** Measures the processor time of the same number of sessions that the API starts. */
async function costOfSessions(lab: Lab, { workflowId, componentId }: Scheduled): Promise<LabCpu> {
  const [before, finished] = [readLabCpu(lab), await finishedSessions(lab)];
  const request = {
    port: lab.ingressPorts[0]!,
    method: 'POST',
    path: '/v1/workflow/run',
    headers: { 'Content-Type': 'application/json', 'x-api-key': lab.api.apiKey },
    body: JSON.stringify({ workflowId, componentId, placeholderValues: {} }),
  };
  const { answers, statuses } = await runLoad({ request, connections: 32, seconds: 30, most: SCHEDULES });
  expectOnly(200, statuses);
  await waitFor(async () => (await finishedSessions(lab)) - finished >= answers, { withinMs: MINUTE_MS });
  const used = difference(readLabCpu(lab), before);
  const scale = SCHEDULES / answers;
  return { ...used, executor: used.executor * scale, postgres: used.postgres * scale };
}

function difference(later: LabCpu, earlier: LabCpu): LabCpu {
  const { ingress, executor, redis, postgres } = later;
  return {
    ingress: ingress - earlier.ingress,
    executor: executor - earlier.executor,
    redis: redis - earlier.redis,
    postgres: postgres - earlier.postgres,
  };
}

const percentOfMinute = (seconds: number): number => (seconds * 100) / 60;

async function lateness(lab: Lab, dueAt: Date): Promise<{ p50: number; p99: number }> {
  const { rows } = await lab.withDatabase((database) =>
    database.query<{ count: number; p50: number; p99: number }>(
      `SELECT count(*)::int AS count,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY late) AS p50,
         percentile_cont(0.99) WITHIN GROUP (ORDER BY late) AS p99
       FROM (SELECT extract(epoch FROM decided_at - due_at)::float8 * 1000 AS late FROM due_times
         WHERE due_at = $1) AS decided`,
      [dueAt],
    ),
  );
  if (rows[0]?.count !== SCHEDULES) throw new Error(`${rows[0]?.count} of ${SCHEDULES} due times were decided`);
  return rows[0];
}
