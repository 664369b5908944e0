import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Lab, readMetric, waitFor } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { expectOnly } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import { cpuSeconds, residentMib } from '../process-usage.ts';
import { atMost, round, type RowResult } from '../row.ts';
import { withLab } from '../with-lab.ts';

const OF_EACH = 5_000;
const SAMPLE = 200;
const IDLE_SECONDS = 15;
const ANSWER_BAR_MS = 100;
const CPU_BAR_PERCENT = 1;
/** Two executors that were started without waiting sessions differ by this much. */
const MEMORY_BAR_MIB = 8;

interface Idle {
  executorMib: number;
  ingressMib: number;
  percent: number;
}

/**
 * Measures 5,000 waiting approvals and 5,000 waiting callbacks: their cost, and how soon a session continues after a
 * click.
 */
export function measureWaiting(): Promise<RowResult[]> {
  return withLab({ backend: 'redis', executors: 1 }, async (lab) => {
    const nothing = await idle(lab);
    await letSessionsWait(lab);
    const waiting = await idle(lab);
    const inQueue = await readMetric(lab.executorMetricsPorts[0]!, 'workflow_dispatcher_in_flight');
    const answered = await answerSome(lab);
    const more = waiting.percent - nothing.percent;
    const executorMib = waiting.executorMib - nothing.executorMib;
    const ingressMib = waiting.ingressMib - nothing.ingressMib;
    return [
      {
        title: `${2 * OF_EACH} approvals and callbacks that wait, compared with none`,
        values: {
          waitingExecutorMib: round(executorMib, 1),
          waitingIngressMib: round(ingressMib, 1),
          waitingInQueue: inQueue,
          waitingIdlePercent: round(more),
        },
        measured:
          `executor ${round(executorMib, 1)} MiB more, ingress ${round(ingressMib, 1)} MiB more, ${inQueue} in the ` +
          `queue, ${round(more)} % of a core more`,
        bar: `≤ ${MEMORY_BAR_MIB} MiB each, 0 in the queue, ≤ ${CPU_BAR_PERCENT} %`,
        passed: Math.max(executorMib, ingressMib) <= MEMORY_BAR_MIB && inQueue === 0 && more <= CPU_BAR_PERCENT,
      },
      atMost(
        'from a decision to the end of its session, p99',
        { decidedP50Ms: round(answered.p50), decidedP99Ms: round(answered.p99) },
        answered.p99,
        ANSWER_BAR_MS,
        `p50 ${round(answered.p50)} ms, p99 ${round(answered.p99)} ms`,
      ),
    ];
  });
}

/** Measures memory and processor time of both services after a restart. */
async function idle(lab: Lab): Promise<Idle> {
  for (const service of lab.services) {
    await service.stop();
    service.start();
    await service.untilReady();
  }
  await pause(10_000);
  const pids = [lab.ingresses[0]!.pid, lab.executors[0]!.pid, lab.postgres.pid];
  const used = (): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = used();
  await pause(IDLE_SECONDS * 1_000);
  return {
    percent: ((used() - before) * 100) / IDLE_SECONDS,
    ingressMib: residentMib(lab.ingresses[0]!.pid),
    executorMib: residentMib(lab.executors[0]!.pid),
  };
}

async function letSessionsWait(lab: Lab): Promise<void> {
  const configs: Record<string, JsonObject> = {
    approval: { title: 'Refund?', message: 'The parcel was lost.', choices: ['approve', 'reject'] },
    'wait-for-callback': { fields: [{ key: 'paid', type: 'BOOLEAN' }] },
  };
  for (const [type, config] of Object.entries(configs)) {
    const [input, asks, output] = [randomUUID(), randomUUID(), randomUUID()];
    const port = type === 'approval' ? 'approve' : 'next';
    const workflowId = await lab.api.publish(`Waits by ${type}`, {
      components: [
        { id: input, type: 'input', config: { placeholders: [] } },
        { id: asks, type, name: 'Ask', output: 'answer', config: { ...config, timeoutSeconds: 86_400 } },
        { id: output, type: 'output', config: { value: 'done' } },
      ],
      connections: [
        { from: input, port: 'next', to: asks },
        { from: asks, port, to: output },
      ],
    });
    const request = {
      port: lab.ingressPorts[0]!,
      method: 'POST',
      path: '/v1/workflow/run',
      headers: { 'Content-Type': 'application/json', 'x-api-key': lab.api.apiKey },
      body: JSON.stringify({ workflowId, componentId: input, placeholderValues: {} }),
    };
    const { statuses } = await runLoad({ request, connections: 32, seconds: 40, most: OF_EACH });
    expectOnly(200, statuses);
  }
  await waitFor(async () => (await countSessions(lab, 'WAITING')) === 2 * OF_EACH, { withinMs: 60_000 });
}

async function countSessions(lab: Lab, status: string): Promise<number> {
  const { rows } = await lab.withDatabase((database) =>
    database.query<{ count: number }>('SELECT count(*)::int AS count FROM sessions WHERE status = $1', [status]),
  );
  return rows[0]!.count;
}

/** Returns the milliseconds from the request that decides to the end of the session, by the clock of the machine. */
async function answerSome(lab: Lab): Promise<{ p50: number; p99: number }> {
  const { items } = await lab.api.call<{ items: { id: string; sessionId: string }[] }>(
    'GET',
    `/v1/approvals?status=waiting&limit=${SAMPLE}`,
  );
  const decidedAt = new Map<string, number>();
  for (const { id, sessionId } of items) {
    decidedAt.set(sessionId, Date.now());
    await lab.api.call('POST', `/v1/approvals/${id}`, { choice: 'approve' });
  }
  await waitFor(async () => (await countSessions(lab, 'SUCCEEDED')) === items.length, { withinMs: 30_000 });
  const { rows } = await lab.withDatabase((database) =>
    database.query<{ id: string; ended: number }>(
      `SELECT id, extract(epoch FROM finished_at)::float8 * 1000 AS ended FROM sessions WHERE status = 'SUCCEEDED'`,
    ),
  );
  const times = rows.map(({ id, ended }) => ended - decidedAt.get(id)!).toSorted((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return { p50: at(0.5), p99: at(0.99) };
}
