import { waitFor } from '@workflow/test-harness';
import { StepRecorder } from '../../chaos/step-recorder.ts';
import { expectOnly } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import {
  engineCpuSeconds,
  LOGS,
  type Engine,
  type EngineOptions,
  type Logs,
  type WorkflowName,
} from '../engines/engine.ts';
import { startHere } from '../engines/start-here.ts';
import { installPeers, startDbos, startRestate } from '../engines/start-peers.ts';
import { atMost, BACKEND_NAMES, median, round, type RowResult } from '../row.ts';

const ROUNDS = 5;
/** Loads are short, so that all engines are measured within the same seconds. */
const SECONDS = 1;
/** A workflow of ten calls takes half a second and more when 64 run. */
const TEN_CALLS_SECONDS = 3;
const WARM_UP_SECONDS = 0.3;
const STARTED_RUNS = 3_000;
const STARTING_CONNECTIONS = 64;
const ENDED_WITHIN_MS = 120_000;

const ENGINES = {
  redis: { name: BACKEND_NAMES.redis, isHere: true, start: (options: EngineOptions) => startHere('redis', options) },
  postgres: {
    name: BACKEND_NAMES.postgres,
    isHere: true,
    start: (options: EngineOptions) => startHere('postgres', options),
  },
  restate: { name: 'Restate', isHere: false, start: startRestate },
  dbos: { name: 'DBOS', isHere: false, start: startDbos },
} as const;
type EngineKey = keyof typeof ENGINES;
const ENGINE_KEYS = Object.keys(ENGINES) as EngineKey[];

/** The maximum p50 of one caller with the queue on Redis, as a share of another engine's. */
const ALONE_BARS = { restate: 0.8, dbos: 1 } as const;

interface Load {
  title: string;
  key: string;
  /** The figure by which the engines are compared. */
  compared: 'p50Ms' | 'perSecond';
  measure(engine: Engine): Promise<Figures>;
}

/** `cpuMicroseconds` is the CPU time of all processes of the engine for each workflow. */
type Figures = Readonly<Record<'perSecond' | 'p50Ms' | 'p99Ms' | 'cpuMicroseconds', number>>;

const WORKFLOW_TITLES: Record<WorkflowName, string> = {
  computed: 'no call',
  called: 'one HTTP call',
  calledTenTimes: 'ten HTTP calls',
};

const LOADS: Load[] = [
  ...[1, 16, 64, 256].map((callers) => waitingLoad('computed', callers)),
  ...[1, 64].map((callers) => waitingLoad('called', callers)),
  ...[1, 64].map((callers) => waitingLoad('calledTenTimes', callers)),
  { title: 'started without waiting', key: 'started', compared: 'perSecond', measure: startMany },
];
function waitingLoad(workflow: WorkflowName, callers: number): Load {
  return {
    title: `output awaited, ${WORKFLOW_TITLES[workflow]}, callers: ${callers}`,
    key: `${workflow}${callers}`,
    compared: callers === 1 ? 'p50Ms' : 'perSecond',
    measure: (engine) =>
      withCpu(engine, async () => {
        const request = engine.waiting[workflow];
        const seconds = workflow === 'calledTenTimes' ? TEN_CALLS_SECONDS : SECONDS;
        const load = await runLoad({ request, connections: callers, seconds, warmUpSeconds: WARM_UP_SECONDS });
        expectOnly(200, load.statuses);
        return load;
      }),
  };
}

/** Starts many workflows and waits until they have ended, so that the next engine has the machine for itself. */
function startMany(engine: Engine): Promise<Figures> {
  return withCpu(engine, async () => {
    const endedBefore = await engine.endedCount();
    const { request, status } = engine.starting;
    const load = await runLoad({ request, connections: STARTING_CONNECTIONS, seconds: 60, most: STARTED_RUNS });
    expectOnly(status, load.statuses);
    const areEnded = async (): Promise<boolean> => (await engine.endedCount()) >= endedBefore + load.answers;
    await waitFor(areEnded, { withinMs: ENDED_WITHIN_MS, everyMs: 50, what: 'all workflows to end' });
    return load;
  });
}

async function withCpu(
  engine: Engine,
  run: () => Promise<Omit<Figures, 'cpuMicroseconds'> & { statuses: Record<string, number> }>,
): Promise<Figures> {
  const before = engineCpuSeconds(engine);
  const { perSecond, p50Ms, p99Ms, statuses } = await run();
  const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return { perSecond, p50Ms, p99Ms, cpuMicroseconds: ((engineCpuSeconds(engine) - before) * 1e6) / answers };
}

/**
 * Measures the same workflows on this service and on two other engines: first all with their usual logs, then all with
 * logs off. All engines run at the same time, and each load is given to one after the other, in another order in each
 * round. Returns the comparisons that this service loses first.
 */
export async function measurePeers(): Promise<RowResult[]> {
  installPeers();
  const steps = new StepRecorder(0);
  const stepUrl = await steps.listen();
  try {
    const rows: Ranked[] = [];
    for (const logs of LOGS) rows.push(...(await measureWithLogs({ logs, stepUrl })));
    return rows.toSorted((a, b) => a.ahead - b.ahead);
  } finally {
    steps.close();
  }
}

async function measureWithLogs(options: EngineOptions): Promise<Ranked[]> {
  const engines = new Map<EngineKey, Engine>();
  try {
    for (const key of ENGINE_KEYS) engines.set(key, await ENGINES[key].start(options));
    const rounds: Round[] = [];
    // The first round warms all engines up.
    for (let index = 0; index <= ROUNDS; index += 1) {
      console.error(`  logs ${options.logs}, round ${index} of ${ROUNDS} …`);
      rounds.push(await measureRound(engines, index));
    }
    const measured = rounds.slice(1);
    return [...LOADS.flatMap((load) => compare(load, options.logs, measured)), ...compareAlone(options.logs, measured)];
  } finally {
    for (const engine of engines.values()) await engine.stop();
  }
}

/** A row with its place in the table. */
type Ranked = RowResult & { ahead: number };

/** The figures of one round by load and engine. */
type Round = Readonly<Record<string, Readonly<Record<EngineKey, Figures>>>>;

async function measureRound(engines: ReadonlyMap<EngineKey, Engine>, index: number): Promise<Round> {
  const first = index % ENGINE_KEYS.length;
  const order = [...ENGINE_KEYS.slice(first), ...ENGINE_KEYS.slice(0, first)];
  const round: Record<string, Record<EngineKey, Figures>> = {};
  for (const load of LOADS) {
    const figures: Partial<Record<EngineKey, Figures>> = {};
    for (const key of order) figures[key] = await load.measure(engines.get(key)!);
    round[load.key] = figures as Record<EngineKey, Figures>;
  }
  return round;
}

/**
 * Returns a row that compares this service's better queue with the best other engine, and a row for each engine.
 * `ahead` is less than 1 where the other engine is better.
 */
function compare({ key, title, compared }: Load, logs: Logs, rounds: Round[]): Ranked[] {
  const best = (isHere: boolean, figures: Round[string]): number => {
    const candidates = ENGINE_KEYS.filter((engine) => ENGINES[engine].isHere === isHere).map(
      (engine) => figures[engine],
    );
    return Math.max(...candidates.map((each) => (compared === 'p50Ms' ? 1 / each.p50Ms : each.perSecond)));
  };
  const ratios = rounds.map((round) => best(true, round[key]!) / best(false, round[key]!));
  const ahead = median(ratios);
  const shown = { bar: 'shown', passed: true, ahead };
  const measured = `${compared === 'p50Ms' ? '1 ÷ p50' : 'rate'} ÷ the best other engine's: ${withRange(ratios, 2)}`;
  return [
    { ...shown, title: `${title}, logs ${logs}`, values: { [`${logs}.${key}.ahead`]: round(ahead) }, measured },
    ...ENGINE_KEYS.map((engine) => {
      const all = (name: keyof Figures): number[] => rounds.map((round) => round[key]![engine][name]);
      const names = ['perSecond', 'p50Ms', 'p99Ms', 'cpuMicroseconds'] as const;
      return {
        ...shown,
        title: `  ${ENGINES[engine].name}`,
        values: Object.fromEntries(names.map((name) => [`${logs}.${key}.${engine}.${name}`, round(median(all(name)))])),
        measured:
          `${withRange(all('perSecond'), 0)}/s; p50 ${withRange(all('p50Ms'), 1)} ms; ` +
          `p99 ${withRange(all('p99Ms'), 1)} ms; CPU ${withRange(all('cpuMicroseconds'), 0)} µs`,
      };
    }),
  ];
}

/** Compares the p50 of one caller with that of each other engine, round by round. */
function compareAlone(logs: Logs, rounds: Round[]): Ranked[] {
  return (Object.keys(ALONE_BARS) as (keyof typeof ALONE_BARS)[]).map((other) => {
    const ratios = rounds.map(({ computed1 }) => computed1!.redis.p50Ms / computed1![other].p50Ms);
    const ratio = median(ratios);
    const title = `one caller's p50, ${BACKEND_NAMES.redis} ÷ ${ENGINES[other].name}, logs ${logs}`;
    const values = { [`${logs}.${other}AloneRatio`]: round(ratio) };
    return { ...atMost(title, values, ratio, ALONE_BARS[other], withRange(ratios, 2)), ahead: 1 / ratio };
  });
}

/** Returns the median and, in parentheses, the least and the greatest value. */
function withRange(values: number[], digits: number): string {
  const [least, middle, most] = [Math.min(...values), median(values), Math.max(...values)].map((each) =>
    round(each, digits),
  );
  return `${middle} (${least}–${most})`;
}
