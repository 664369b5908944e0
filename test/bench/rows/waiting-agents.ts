import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import { residentMib } from '../process-usage.ts';
import { atMost, round, type RowResult } from '../row.ts';
import { startAgentLab } from './agent-lab.ts';

const AGENTS = 1_000;
const BAR_KIB = 100;
const SECONDS = 10;
const SETTLES_MS = 5_000;

/** Measures the memory of an executor for each agent that waits for its model, and what a neighbour notices of them. */
export async function measureWaitingAgents(): Promise<RowResult> {
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  const { lab, models, publishAgent, stop } = await startAgentLab(
    () => (isHeld ? { text: 'Done.', until: held.promise } : { text: 'Done.' }),
    { executorConcurrency: AGENTS + 100 },
  );
  try {
    const start = await publishAgent({});
    await lab.api.untilEnded(await start());
    const request = await runRequest(lab, undefined, { Prefer: 'wait=10' });
    const load = () => runLoad({ request, connections: 4, seconds: SECONDS });
    await load();
    const before = await load();
    await pause(SETTLES_MS);
    const { pid } = lab.executors[0]!;
    const emptyMib = residentMib(pid);
    isHeld = true;
    const asked = models.requests.length;
    for (let from = 0; from < AGENTS; from += 50) await Promise.all(Array.from({ length: 50 }, start));
    await waitFor(() => models.requests.length >= asked + AGENTS, { withinMs: 120_000, what: 'the requests' });
    await pause(SETTLES_MS);
    const kib = ((residentMib(pid) - emptyMib) * 1024) / AGENTS;
    const during = await load();
    held.resolve();
    const values = {
      waitingAgentKib: round(kib, 1),
      neighbourP99BeforeMs: round(before.p99Ms, 1),
      neighbourP99Ms: round(during.p99Ms, 1),
    };
    const measured =
      `${values.waitingAgentKib} KiB each; a neighbour's p99 ${values.neighbourP99BeforeMs} ms before, ` +
      `${values.neighbourP99Ms} ms meanwhile`;
    return atMost('1,000 agents that wait for their model', values, kib, BAR_KIB, measured);
  } finally {
    await stop();
  }
}
