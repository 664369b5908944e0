import type { JsonObject } from '@workflow/workflow-model';
import { atMost, median, round, type RowResult } from '../row.ts';
import { startAgentLab, turnOf } from './agent-lab.ts';
import { measureCommit } from './wait-latency.ts';

const TURNS = 200;
const BAR_MS = 20;
const QUEUES = { redis: 'Redis', postgres: 'PostgreSQL' };
const CALLS: Record<string, { tool: string; arguments: JsonObject }> = {
  'a call that the service answers': { tool: 'read_result', arguments: { id: '1', offset: 0, length: 1 } },
  'a call of a workflow': { tool: 'Read', arguments: { bytes: '100' } },
};

/** Measures the time from the last byte of a model's answer to the next request, on an otherwise idle executor. */
export async function measureAgentTurns(): Promise<RowResult[]> {
  return [...(await measureQueue('redis')), ...(await measureQueue('postgres'))];
}

async function measureQueue(backend: 'redis' | 'postgres'): Promise<RowResult[]> {
  const gaps = new Map<string, number[]>();
  let call = Object.values(CALLS)[0]!;
  let answeredAt: number | null = null;
  let kind = '';
  const { lab, publishTool, publishAgent, stop } = await startAgentLab(
    (body) => {
      if (answeredAt !== null) gaps.get(kind)!.push(performance.now() - answeredAt);
      answeredAt = null;
      if (turnOf(body) === TURNS) return { streamed: { pieces: ['Done.'] } };
      return { streamed: { pieces: ['Next.'], calls: [call] }, onSent: () => (answeredAt = performance.now()) };
    },
    { backend },
  );
  try {
    const start = await publishAgent({ tools: [{ workflowId: await publishTool() }], maxTurns: TURNS });
    for (const [name, wanted] of Object.entries(CALLS)) {
      [kind, call] = [name, wanted];
      gaps.set(name, []);
      const { status } = await lab.api.untilEnded(await start(), 300_000);
      if (status !== 'SUCCEEDED') throw new Error(`The agent ended ${status}`);
    }
    const commitMs = round(await measureCommit(lab), 1);
    return [...gaps].map(([name, times]) => {
      const ms = round(median(times), 1);
      const isOwn = name === 'a call that the service answers';
      const values = { [`${isOwn ? 'agentTurnMs' : 'agentToolTurnMs'}-${backend}`]: ms };
      return atMost(
        `an agent's next request after ${name}, queue on ${QUEUES[backend]}`,
        values,
        ms,
        BAR_MS,
        `p50 ${ms} ms (one commit ${commitMs} ms)`,
      );
    });
  } finally {
    await stop();
  }
}
