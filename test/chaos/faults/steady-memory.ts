import { finishedSessions, readMetric, waitFor, type Lab } from '@workflow/test-harness';
import { residentMib } from '../../bench/process-usage.ts';
import { runRequest, withBody } from '../../load/lab-requests.ts';
import type { LoadRequest } from '../../load/load.ts';
import type { Verdict } from '../judge.ts';
import { onBothQueues, type FaultRun, type Queue } from '../lab-fault.ts';
import { timeBar } from '../bars.ts';
import type { Bar, FaultSize } from '../fault.ts';
import { postRuns } from '../post-runs.ts';

const RATE = 2_000;
/** The queue makes little difference to memory, so only one row has a million. */
const MOST_SESSIONS = { redis: 1_000_000, postgres: 100_000 };
const SMALL_BYTES = 1_000;
const LARGE_BYTES = 100_000;
/** One request in ten is large. */
const SIZES = [LARGE_BYTES, ...Array.from({ length: 9 }, () => SMALL_BYTES)];
const TENTHS = 10;
/** The memory of a service is steady after this number of runs. In a shorter row the second half counts. */
const STEADY_AFTER = 100_000;
const LOOK_EVERY_MS = 1_000;
const MOST_GROWTH = 0.1;

/** Very many runs with small and large values: memory does not grow after the first 100,000 of them. */
export const steadyMemory = onBothQueues('memory while very many runs are accepted', {
  short: false,
  inject,
});

/** The median memory of a service during a tenth of the load. */
interface Memory {
  residentMib: number;
  /** The part of the resident memory that is outside of V8's heap: buffers. */
  offHeapMib: number;
}

/** The memory of each service, by its name. */
type MemoryOfServices = Map<string, Memory>;

async function inject({ size, startLab }: FaultRun, backend: Queue): Promise<Verdict> {
  const lab = await startLab({ backend, executors: 2 });
  const request = await runRequest(lab);
  const requests = SIZES.map((bytes) => withText(request, bytes));
  const total = size.sessions ?? size.of(MOST_SESSIONS[backend], 2_000);
  const accepted: string[] = [];
  const refused: Record<string, number> = {};
  const tenths: MemoryOfServices[] = [];
  for (let tenth = 0; tenth < TENTHS; tenth += 1) {
    const watch = watchMemory(lab);
    const posted = await postRuns({ requests, total: Math.ceil(total / TENTHS), ratePerSecond: RATE });
    tenths.push(await watch.stop());
    await untilEnded(lab, accepted.length + posted.accepted.length);
    for (const id of posted.accepted) accepted.push(id);
    for (const [status, count] of Object.entries(posted.statuses))
      if (status !== '200') refused[status] = (refused[status] ?? 0) + count;
  }
  return {
    accepted,
    withinSeconds: 300,
    bars: [
      { text: `refused ${JSON.stringify(refused)}`, met: Object.keys(refused).length === 0 },
      ...[...tenths[0]!.keys()].flatMap((service) =>
        memoryBars(
          service,
          tenths.slice(steadyFrom(total)).map((memory) => memory.get(service)!),
          size,
        ),
      ),
    ],
  };
}

/** Executors may be slower than ingress. The backlog that grows meanwhile is no part of this fault. */
async function untilEnded(lab: Lab, count: number): Promise<void> {
  const what = `${count} sessions to end`;
  await waitFor(async () => (await finishedSessions(lab)) >= count, { withinMs: 600_000, everyMs: 500, what });
}

function withText(request: LoadRequest, bytes: number): LoadRequest {
  const { placeholderValues } = JSON.parse(request.body) as { placeholderValues: object };
  return withBody(request, { placeholderValues: { ...placeholderValues, name: 'x'.repeat(bytes) } });
}

/** Reads the memory of all services every second. */
function watchMemory(lab: Lab): { stop(): Promise<MemoryOfServices> } {
  const readings: MemoryOfServices[] = [];
  const read = async (): Promise<void> => {
    const of = async (name: string, { pid }: { pid: number }, port: number): Promise<[string, Memory]> => {
      // prom-client updates the other figure when this one is read.
      await readMetric(port, 'nodejs_heap_size_total_bytes');
      const offHeapBytes = await readMetric(port, 'nodejs_external_memory_bytes');
      return [name, { residentMib: residentMib(pid), offHeapMib: offHeapBytes / 1024 / 1024 }];
    };
    const memories = await Promise.all([
      ...lab.ingresses.map((ingress, index) => of(`ingress ${index + 1}`, ingress, lab.ingressMetricsPorts[index]!)),
      ...lab.executors.map((executor, index) =>
        of(`executor ${index + 1}`, executor, lab.executorMetricsPorts[index]!),
      ),
    ]);
    readings.push(new Map(memories));
  };
  let failure: unknown;
  let last = Promise.resolve();
  const look = (): void => {
    last = last.then(read).catch((error: unknown) => (failure = error) as void);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      look();
      await last;
      if (readings.length === 0) throw failure;
      const medianOf = (service: string): Memory => ({
        residentMib: median(readings.map((reading) => reading.get(service)!.residentMib)),
        offHeapMib: median(readings.map((reading) => reading.get(service)!.offHeapMib)),
      });
      return new Map([...readings[0]!.keys()].map((service) => [service, medianOf(service)]));
    },
  };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Returns the index of the tenth whose memory the following ones are compared with. */
function steadyFrom(total: number): number {
  return Math.min(TENTHS / 2, Math.ceil((STEADY_AFTER * TENTHS) / total)) - 1;
}

/** Returns the bars that neither kind of memory grows by more than a tenth of the first resident memory. */
function memoryBars(service: string, tenths: Memory[], size: FaultSize): Bar[] {
  const first = tenths[0]!;
  // The short form is over before the memory of a started process is steady.
  const bar = (name: string, figures: number[]): Bar =>
    timeBar(
      size,
      `${service} ${name} memory, MiB: ${figures.map((figure) => Math.round(figure)).join(' ')}`,
      Math.max(...figures) - figures[0]! <= MOST_GROWTH * first.residentMib,
    );
  return [
    bar(
      'resident',
      tenths.map((memory) => memory.residentMib),
    ),
    bar(
      'off-heap',
      tenths.map((memory) => memory.offHeapMib),
    ),
  ];
}
