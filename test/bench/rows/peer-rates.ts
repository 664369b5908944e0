import { Lab, transformWorkflow, type LabOptions } from '@workflow/test-harness';
import type { LoadRequest } from '../../load/load.ts';
import { expectOnly, runRequest } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import { atMost, BACKEND_NAMES, round, type Measurements, type RowResult } from '../row.ts';
import { installPeers, startDbos, startRestate, type Peer } from '../start-peers.ts';
import { share } from './accept-rates.ts';

const CALLERS = [1, 16, 64, 256];
const WARM_UP_SECONDS = 8;
const SECONDS = 15;
/** The maximum p50 for one caller, as a share of the p50 of another engine. */
const ALONE_BAR = 0.8;

interface Engine {
  name: string;
  key: string;
  start: () => Promise<Peer>;
}

const HERE: Engine = { name: 'this service, queue on Redis', key: 'here', start: () => startHere('redis') };
const OTHERS: Engine[] = [
  { name: 'Restate', key: 'restate', start: startRestate },
  { name: 'DBOS', key: 'dbos', start: startDbos },
];

/** Each starts one engine, or this service with one of its queues, with durability on and nothing else running. */
const ENGINES: Engine[] = [
  HERE,
  { name: `this service, ${BACKEND_NAMES.postgres}`, key: 'herePostgres', start: () => startHere('postgres') },
  ...OTHERS,
];

/**
 * Measures the same workflow on this service and on two engines, one after the other, for callers that wait for the
 * output.
 */
export async function measurePeers({ floorPerSecond }: Measurements): Promise<RowResult[]> {
  installPeers();
  const rows: RowResult[] = [];
  for (const engine of ENGINES) {
    const peer = await engine.start();
    try {
      for (const callers of CALLERS) rows.push(await measure(engine, peer.request, callers, floorPerSecond));
    } finally {
      await peer.stop();
    }
  }
  return [...rows, ...OTHERS.map((other) => compareAlone(rows, other))];
}

async function measure(
  { name, key }: Engine,
  request: LoadRequest,
  callers: number,
  floorPerSecond: number,
): Promise<RowResult> {
  await runLoad({ request, connections: callers, seconds: WARM_UP_SECONDS });
  const load = await runLoad({ request, connections: callers, seconds: SECONDS });
  expectOnly(200, load.statuses);
  const latency = `p50 ${round(load.p50Ms, 1)} ms, p99 ${round(load.p99Ms, 1)} ms`;
  return {
    title: `${name}: output awaited, callers: ${callers}`,
    values: {
      [`${key}Waited${callers}PerSecond`]: Math.round(load.perSecond),
      [p50Key(key, callers)]: round(load.p50Ms),
      [`${key}Waited${callers}P99Ms`]: round(load.p99Ms),
    },
    measured: `${share(load.perSecond, floorPerSecond)}, ${latency}`,
    bar: 'shown',
    passed: true,
  };
}

/** Compares the p50 of one caller with that of another engine in the same run. */
function compareAlone(rows: RowResult[], other: Engine): RowResult {
  const [here, there] = [HERE, other].map(({ key }) => {
    const name = p50Key(key, 1);
    return Number(rows.find(({ values }) => name in values)?.values[name]);
  }) as [number, number];
  return atMost(
    `one caller's p50, queue on Redis ÷ ${other.name}`,
    { [`${other.key}AloneRatio`]: round(here / there) },
    here / there,
    ALONE_BAR,
    `${round(here, 1)} ms ÷ ${round(there, 1)} ms = ${round(here / there)}`,
  );
}

function p50Key(engineKey: string, callers: number): string {
  return `${engineKey}Waited${callers}P50Ms`;
}

async function startHere(backend: LabOptions['backend']): Promise<Peer> {
  const lab = await Lab.start({ backend, executors: 1 });
  return { request: await runRequest(lab, transformWorkflow(), { Prefer: 'wait=10' }), stop: () => lab.stop() };
}
