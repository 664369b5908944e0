import { Lab, transformWorkflow, type LabOptions } from '@workflow/test-harness';
import type { LoadRequest } from '../../load/load.ts';
import { expectOnly, runRequest } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import { BACKEND_NAMES, round, type Measurements, type RowResult } from '../row.ts';
import { installPeers, startDbos, startRestate, type Peer } from '../start-peers.ts';
import { share } from './accept-rates.ts';

const CONNECTIONS = [1, 64, 256];
const WARM_UP_SECONDS = 8;
const SECONDS = 15;

/** Each starts one engine, or this service on one of its queues, with durability on and nothing else running. */
const ENGINES: { name: string; key: string; start: () => Promise<Peer> }[] = [
  { name: 'this service, queue on Redis', key: 'here', start: () => startHere('redis') },
  { name: `this service, ${BACKEND_NAMES.postgres}`, key: 'herePostgres', start: () => startHere('postgres') },
  { name: 'Restate', key: 'restate', start: startRestate },
  { name: 'DBOS', key: 'dbos', start: startDbos },
];

/** The same workflow on this service and on two engines, one after the other, for callers that wait for the output. */
export async function measurePeers({ floorPerSecond }: Measurements): Promise<RowResult[]> {
  installPeers();
  const rows: RowResult[] = [];
  for (const { name, key, start } of ENGINES) {
    const peer = await start();
    try {
      for (const connections of CONNECTIONS) rows.push(await measure(peer.request, connections, name, key));
    } finally {
      await peer.stop();
    }
  }
  return rows;

  async function measure(request: LoadRequest, connections: number, name: string, key: string): Promise<RowResult> {
    await runLoad({ request, connections, seconds: WARM_UP_SECONDS });
    const load = await runLoad({ request, connections, seconds: SECONDS });
    expectOnly(200, load.statuses);
    const latency = `p50 ${round(load.p50Ms, 1)} ms, p99 ${round(load.p99Ms, 1)} ms`;
    return {
      title: `${name}: output awaited, connections: ${connections}`,
      values: {
        [`${key}Waited${connections}PerSecond`]: Math.round(load.perSecond),
        [`${key}Waited${connections}P99Ms`]: round(load.p99Ms),
      },
      measured: `${share(load.perSecond, floorPerSecond)}, ${latency}`,
      bar: 'shown',
      passed: true,
    };
  }
}

async function startHere(backend: LabOptions['backend']): Promise<Peer> {
  const lab = await Lab.start({ backend, executors: 1 });
  return { request: await runRequest(lab, transformWorkflow(), { Prefer: 'wait=10' }), stop: () => lab.stop() };
}
