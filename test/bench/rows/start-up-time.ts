import { residentMib, unsharedMib } from '../process-usage.ts';
import { atMost, median, round, type RowResult } from '../row.ts';
import { withLab } from '../with-lab.ts';

const BAR_SECONDS = 1.5;
const BAR_MIB = 120;
const STARTS = 5;

type Service = 'ingress' | 'executor';

/** Measures the time from the start of a process until it is ready, and its memory at that moment. */
export function measureStartUp(): Promise<RowResult[]> {
  return withLab({ backend: 'redis', executors: 1 }, async (lab) => {
    const starts: Record<Service, Started[]> = { ingress: [], executor: [] };
    for (let start = 0; start < STARTS; start += 1)
      for (const service of [lab.ingresses[0]!, lab.executors[0]!]) {
        await service.stop();
        const since = performance.now();
        service.start();
        await service.untilReady();
        const seconds = (performance.now() - since) / 1000;
        const { pid } = service;
        starts[service.options.service].push({ seconds, mib: residentMib(pid), unshared: unsharedMib(pid) });
      }
    const ofBoth = (figure: keyof Started, digits: number): [number, number] => [
      round(median(starts.ingress.map((each) => each[figure])), digits),
      round(median(starts.executor.map((each) => each[figure])), digits),
    ];
    return [startTime(ofBoth('seconds', 2)), readyMemory(ofBoth('mib', 0), ofBoth('unshared', 0))];
  });
}

interface Started {
  seconds: number;
  mib: number;
  unshared: number;
}

function startTime([ingress, executor]: [number, number]): RowResult {
  return atMost(
    'start of a process to ready',
    { ingressStartSeconds: ingress, executorStartSeconds: executor },
    Math.max(ingress, executor),
    BAR_SECONDS,
    `ingress ${ingress} s, executor ${executor} s`,
  );
}

function readyMemory([ingress, executor]: [number, number], unshared: [number, number]): RowResult {
  return atMost(
    'resident memory of a process that is ready',
    {
      ingressReadyMib: ingress,
      executorReadyMib: executor,
      ingressReadyUnsharedMib: unshared[0],
      executorReadyUnsharedMib: unshared[1],
    },
    Math.max(ingress, executor),
    BAR_MIB,
    `ingress ${ingress} MiB, executor ${executor} MiB; shared with no other process ${unshared[0]} and ${unshared[1]}`,
  );
}
