import { finishedSessions, Lab, readMetric, waitFor } from '@workflow/test-harness';
import { residentMib } from '../../bench/process-usage.ts';
import { runRequest } from '../../load/lab-requests.ts';
import type { LoadRequest } from '../../load/load.ts';
import type { Fault, FaultResult, FaultSize } from '../fault.ts';
import { judge, type Bar } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { watchInvariants } from '../watch-invariants.ts';

const RATE = 1_000;
const SMALL_BYTES = 1_000;
const LARGE_BYTES = 100_000;
/** One request in ten is large. */
const SIZES = [LARGE_BYTES, ...Array.from({ length: 9 }, () => SMALL_BYTES)];
const TENTHS = 10;
const LOOK_EVERY_MS = 1_000;
const MOST_GROWTH = 0.1;

/** Very many runs with small and large values: memory does not grow after the first tenth of them. */
export const steadyMemory: Fault = {
  name: 'memory while very many runs are accepted',
  short: false,
  share: 0.5,
  run: runFault,
};

/** The median memory of a service during a tenth of the load. */
interface Memory {
  residentMib: number;
  /** The part of the resident memory that is outside of V8's heap: buffers. */
  offHeapMib: number;
}

type MemoryOfServices = Record<'ingress' | 'executor', Memory>;

async function runFault(size: FaultSize): Promise<FaultResult> {
  const lab = await Lab.start({ backend: 'redis', executors: 2, prepareDatabase: watchInvariants });
  try {
    const request = await runRequest(lab);
    const requests = SIZES.map((bytes) => withText(request, bytes));
    const total = size.sessions ?? size.of(1_000_000, 2_000);
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
    return await judge(lab, {
      name: steadyMemory.name,
      accepted,
      withinSeconds: 300,
      bars: [
        { text: `refused ${JSON.stringify(refused)}`, met: Object.keys(refused).length === 0 },
        ...(['ingress', 'executor'] as const).flatMap((service) =>
          memoryBars(
            service,
            tenths.map((memory) => memory[service]),
            size,
          ),
        ),
      ],
    });
  } finally {
    await lab.stop();
  }
}

/** Executors may be slower than ingress. The backlog that grows meanwhile is no part of this fault. */
async function untilEnded(lab: Lab, count: number): Promise<void> {
  const what = `${count} sessions to end`;
  await waitFor(async () => (await finishedSessions(lab)) >= count, { withinMs: 600_000, everyMs: 500, what });
}

function withText(request: LoadRequest, bytes: number): LoadRequest {
  const body = JSON.parse(request.body) as { placeholderValues: object };
  const placeholderValues = { ...body.placeholderValues, name: 'x'.repeat(bytes) };
  return { ...request, body: JSON.stringify({ ...body, placeholderValues }) };
}

/** Reads the memory of both services every second. */
function watchMemory(lab: Lab): { stop(): Promise<MemoryOfServices> } {
  const readings: MemoryOfServices[] = [];
  const read = async (): Promise<void> => {
    const of = async (pid: number, port: number): Promise<Memory> => {
      // prom-client updates the other figure when this one is read.
      await readMetric(port, 'nodejs_heap_size_total_bytes');
      const offHeapBytes = await readMetric(port, 'nodejs_external_memory_bytes');
      return { residentMib: residentMib(pid), offHeapMib: offHeapBytes / 1024 / 1024 };
    };
    const [ingress, executor] = await Promise.all([
      of(lab.ingresses[0]!.pid, lab.ingressMetricsPorts[0]!),
      of(lab.executors[0]!.pid, lab.executorMetricsPorts[0]!),
    ]);
    readings.push({ ingress, executor });
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
      const medianOf = (service: keyof MemoryOfServices): Memory => ({
        residentMib: median(readings.map((reading) => reading[service].residentMib)),
        offHeapMib: median(readings.map((reading) => reading[service].offHeapMib)),
      });
      return { ingress: medianOf('ingress'), executor: medianOf('executor') };
    },
  };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Returns the bars that neither kind of memory grows by more than a tenth of the first resident memory. */
function memoryBars(service: string, tenths: Memory[], size: FaultSize): Bar[] {
  const first = tenths[0]!;
  const bar = (name: string, figures: number[]): Bar => ({
    text: `${service} ${name} memory, MiB: ${figures.map((figure) => Math.round(figure)).join(' ')}`,
    // The short form is over before the memory of a started process is steady.
    met: Math.max(...figures) - figures[0]! <= MOST_GROWTH * first.residentMib || !size.long,
  });
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
