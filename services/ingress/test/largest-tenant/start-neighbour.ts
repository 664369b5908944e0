import { setTimeout as pause } from 'node:timers/promises';
import { createApiClient, createOrganization, transformWorkflow } from '@workflow/test-harness';
import type { TestIngress } from '../start-test-ingress.ts';

const EVERY_MS = 100;

/** The answers to another organization that runs a workflow ten times a second. */
export interface Neighbour {
  /** Stops it. Returns the times of its answers. */
  stop(): Promise<NeighbourTimes>;
}

interface NeighbourTimes {
  answers: number;
  /** Statuses other than 200. */
  refused: number[];
  p50Ms: number;
  p99Ms: number;
  slowestMs: number;
}

export async function startNeighbour(ingress: TestIngress): Promise<Neighbour> {
  const { apiKey } = await createOrganization(ingress.databaseUrl, 'Neighbour');
  const api = createApiClient(ingress.url, apiKey);
  const { definition, startId } = transformWorkflow();
  const workflowId = await api.publish('Neighbour', definition);
  const times: number[] = [];
  const refused: number[] = [];
  let isOver = false;
  const runs = (async () => {
    while (!isOver) {
      const began = performance.now();
      const { status } = await api.run(workflowId, startId, { name: 'Ada', amount: 1 });
      times.push(performance.now() - began);
      if (status !== 200) refused.push(status);
      await pause(EVERY_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await runs;
      const sorted = times.toSorted((one, other) => one - other);
      const quantile = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
      return { answers: times.length, refused, p50Ms: quantile(0.5), p99Ms: quantile(0.99), slowestMs: quantile(1) };
    },
  };
}

/** Returns a line with the times. */
export function describeTimes({ answers, p50Ms, p99Ms, slowestMs }: NeighbourTimes): string {
  const [p50, p99, slowest] = [p50Ms, p99Ms, slowestMs].map((ms) => ms.toFixed(0));
  return `neighbour: ${answers} runs accepted, p50 ${p50} ms, p99 ${p99} ms, slowest ${slowest} ms`;
}
