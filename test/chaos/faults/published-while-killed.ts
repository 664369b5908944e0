import { setTimeout as pause } from 'node:timers/promises';
import { readMetric, type Lab } from '@workflow/test-harness';
import type { Client } from 'pg';
import type { Verdict } from '../judge.ts';
import { onBothQueues, type FaultRun, type Queue } from '../lab-fault.ts';
import type { Bar } from '../fault.ts';
import { readSessionIds } from '../read-session-ids.ts';
import { EVERY_SECONDS, scheduledWorkflow } from '../scheduled-workflow.ts';

/** Requests that publish or unpublish at the same time. */
const AT_ONCE = 4;
/** Each schedule has about two due times between the two phases. */
const BETWEEN_MS = 20_000;

/** The dispatcher is killed while schedules are published, and while they are unpublished. */
export const publishedWhileKilled = onBothQueues('dispatcher killed while schedules are published', {
  short: false,
  share: 0.25,
  inject,
});

/** The times of one schedule, in milliseconds since 1970. PostgreSQL and this process have the same clock. */
interface Schedule {
  workflowId: string;
  publishedAt: number;
  unpublishing: number;
  unpublishedAt: number;
}

async function inject({ size, startLab }: FaultRun, backend: Queue): Promise<Verdict> {
  const lab = await startLab({ backend, executors: 3 });
  const schedules: Schedule[] = [];
  const total = size.of(200, 20);
  const killsThen = await killDispatcherDuring(lab, async () =>
    inParts(total, async (index) => {
      const workflowId = await lab.api.publish(`Every ${index}`, scheduledWorkflow());
      schedules.push({ workflowId, publishedAt: Date.now(), unpublishing: 0, unpublishedAt: 0 });
    }),
  );
  await pause(BETWEEN_MS);
  const killsAfter = await killDispatcherDuring(lab, async () =>
    inParts(total, async (index) => {
      const schedule = schedules[index]!;
      schedule.unpublishing = Date.now();
      await lab.api.call('POST', `/v1/workflows/${schedule.workflowId}/unpublish`);
      schedule.unpublishedAt = Date.now();
    }),
  );
  // A due time that an unpublished schedule must not start would be due within this time.
  await pause(EVERY_SECONDS * 1_000);
  const accepted = await lab.withDatabase(readSessionIds);
  return {
    accepted,
    withinSeconds: 60,
    bars: [
      { text: `${killsThen} kills while ${total} were published`, met: killsThen > 0 },
      { text: `${killsAfter} kills while they were unpublished`, met: killsAfter > 0 },
    ],
    barsAtEnd: (database) => judgeDueTimes(database, schedules),
  };
}

/** Kills the executor that dispatches, whenever one does, until the work has ended. @returns how often */
async function killDispatcherDuring(lab: Lab, work: () => Promise<void>): Promise<number> {
  let over = false;
  const ended = work().finally(() => (over = true));
  let kills = 0;
  while (!over) {
    await pause(200);
    const leads = await Promise.all(
      lab.executorMetricsPorts.map((port) => readMetric(port, 'workflow_dispatcher_leading').catch(() => 0)),
    );
    const leader = lab.executors[leads.indexOf(1)];
    if (leader === undefined || over) continue;
    await leader.kill();
    kills += 1;
  }
  await ended;
  return kills;
}

/** Does something `total` times, a few at a time, and again when it failed. */
async function inParts(total: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < total) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** Compares the due times of each schedule, and their sessions, with the time for which it was published. */
async function judgeDueTimes(database: Client, schedules: Schedule[]): Promise<Bar[]> {
  const { rows } = await database.query<{ workflowId: string; due: number; count: number; started: boolean }>(
    `SELECT workflow_id AS "workflowId", 1000 * extract(epoch FROM due_at)::float8 AS due, count,
       status = 'STARTED' AS started FROM due_times ORDER BY due_at`,
  );
  const { rows: sessions } = await database.query<{ workflowId: string; due: number; began: number }>(
    `SELECT workflow_id AS "workflowId", 1000 * extract(epoch FROM uuid_extract_timestamp(id))::float8 AS began,
       1000 * extract(epoch FROM (placeholder_values->>'scheduledFor')::timestamptz)::float8 AS due FROM sessions`,
  );
  const faults = { missing: 0, twice: 0, late: 0, withoutSession: 0 };
  const stepMs = EVERY_SECONDS * 1_000;
  for (const schedule of schedules) {
    const decided = rows.filter((row) => row.workflowId === schedule.workflowId);
    const own = sessions.filter((row) => row.workflowId === schedule.workflowId);
    let expected = decided[0]?.due ?? Infinity;
    if (expected > schedule.publishedAt + stepMs) faults.missing += 1;
    for (const { due, count } of decided) {
      if (due !== expected) faults.missing += 1;
      expected = due + count * stepMs;
    }
    if (expected <= schedule.unpublishing) faults.missing += 1;
    const dues = new Set(own.map(({ due }) => due));
    faults.twice += own.length - dues.size;
    faults.late += own.filter(
      ({ due, began }) => due > schedule.unpublishedAt || began > schedule.unpublishedAt,
    ).length;
    faults.withoutSession += decided.filter(({ due, started }) => started && !dues.has(due)).length;
  }
  return [
    { text: `${rows.length} due times of ${schedules.length} schedules`, met: rows.length > schedules.length },
    { text: `${faults.missing} gaps between due times`, met: faults.missing === 0 },
    { text: `${faults.twice} due times with two sessions`, met: faults.twice === 0 },
    { text: `${faults.withoutSession} started due times without a session`, met: faults.withoutSession === 0 },
    { text: `${faults.late} sessions of unpublished schedules`, met: faults.late === 0 },
  ];
}
