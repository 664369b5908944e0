import { once } from 'node:events';
import { join } from 'node:path';
import { startProgram } from '@workflow/service-runtime';
import { codeWorkflow, createOrganization, transformWorkflow, waitFor, type Lab } from '@workflow/test-harness';
import { residentMib } from '../../bench/process-usage.ts';
import { runRequest, webhookRequest } from '../../load/lab-requests.ts';
import type { LoadRequest } from '../../load/load.ts';
import type { Verdict } from '../judge.ts';
import { labFault, type FaultRun } from '../lab-fault.ts';
import { noServiceEnded } from '../bars.ts';
import type { Bar } from '../fault.ts';
import { postRuns } from '../post-runs.ts';
import { ATTACKS, type AttackRequests, type AttackTarget } from './attack-requests.ts';

const TIMES_BEFORE = 10;
const MOST_MS = 1_500;
/** The maximum growth of the processes' memory after the attack. */
const MEMORY_SLACK_MIB = 150;
const MEMORY_BACK_WITHIN_MS = 60_000;
const RATE = 20;

/**
 * One organization attacks as a stranger or a tenant can, while another one works: no request of the other is refused.
 */
export const attacks = ATTACKS.map((attack) =>
  labFault({ name: `attack: ${attack.name}`, short: false, inject: (run) => injectAttack(run, attack) }),
);

/** The p99 of a neighbour's answers and sessions, in milliseconds. */
interface Pace {
  accepted: string[];
  refused: number;
  answerMs: number;
  finishMs: number;
}

async function injectAttack({ size, startLab }: FaultRun, { name, victim }: AttackRequests): Promise<Verdict> {
  const lab = await startLab({ backend: 'redis' });
  const { apiKey } = await createOrganization(lab.postgres.url, 'Evil');
  const request = await requestOf(lab, victim);
  const count = size.of(200, 40);
  await measurePace(lab, request, count);
  const before = await measurePace(lab, request, count);
  const memoryBefore = memoryMib(lab);
  const attack = join(import.meta.dirname, '../attack-main.ts');
  const attacker = await startProgram(process.execPath, [...process.execArgv, attack], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(attacker, 'exit');
  attacker.send({ name, port: lab.ingressPorts[0]!, apiKey } satisfies AttackTarget);
  const during = await measurePace(lab, request, count);
  const memoryDuring = memoryMib(lab);
  if (attacker.connected) attacker.disconnect();
  const [exitCode] = (await ended) as [number | null];
  const isBack = (): boolean => memoryMib(lab) <= memoryBefore + MEMORY_SLACK_MIB;
  const back = await waitFor(isBack, { withinMs: MEMORY_BACK_WITHIN_MS, everyMs: 500 }).catch(() => false);
  return {
    accepted: [...before.accepted, ...during.accepted],
    withinSeconds: 120,
    bars: [
      slowdownBar('accepted', before.answerMs, during.answerMs),
      slowdownBar('finished', before.finishMs, during.finishMs),
      { text: `${during.refused} of the neighbour's ${count} refused`, met: during.refused === 0 },
      noServiceEnded(lab),
      ...(exitCode === 0 ? [] : [{ text: 'the attack itself failed', met: false }]),
      {
        text: `memory ${Math.round(memoryBefore)} → ${Math.round(memoryDuring)} → ${Math.round(memoryMib(lab))} MiB`,
        met: back,
      },
    ],
  };
}

function requestOf(lab: Lab, victim: AttackRequests['victim']): Promise<LoadRequest> {
  if (victim === 'webhooks of 100 kB') return webhookRequest(lab, JSON.stringify({ text: 'x'.repeat(100_000) }));
  return runRequest(lab, victim === 'code' ? codeWorkflow('return [1, 2, 3].map((n) => n * 2)') : transformWorkflow());
}

/** Posts a neighbour's runs at a steady rate and waits until they have ended. */
async function measurePace(lab: Lab, request: LoadRequest, total: number): Promise<Pace> {
  const { accepted, latencies } = await postRuns({ requests: [request], total, ratePerSecond: RATE });
  const finishMs = await lab.withDatabase((database) =>
    waitFor(
      async () => {
        const { rows } = await database.query<{ open: string; p99: number }>(
          `SELECT count(*) FILTER (WHERE finished_at IS NULL) AS open, 1000 * percentile_disc(0.99) WITHIN GROUP (
             ORDER BY extract(epoch FROM finished_at - uuid_extract_timestamp(id))::float8) AS p99
           FROM sessions WHERE id = ANY($1::uuid[])`,
          [accepted],
        );
        return Number(rows[0]!.open) === 0 ? Math.max(1, rows[0]!.p99) : null;
      },
      { withinMs: 120_000, everyMs: 50, what: "the neighbour's sessions to end" },
    ),
  );
  return { accepted, refused: total - accepted.length, answerMs: latencies.quantileMs(0.99), finishMs };
}

function slowdownBar(what: string, beforeMs: number, duringMs: number): Bar {
  return {
    text: `${what} p99 ${beforeMs.toFixed(1)} → ${duringMs.toFixed(1)} ms`,
    met: duringMs <= TIMES_BEFORE * beforeMs && duringMs < MOST_MS,
  };
}

function memoryMib(lab: Lab): number {
  return lab.services.reduce((sum, { pid }) => sum + residentMib(pid), 0);
}
