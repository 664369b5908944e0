import { httpWorkflow, runBody, withFlow, type Lab } from '@workflow/test-harness';
import type { Flow } from '@workflow/workflow-model';
import type { Client } from 'pg';
import { runRequest } from '../../load/lab-requests.ts';
import { injectRepeatedly } from '../inject-repeatedly.ts';
import type { Bar, FaultSize } from '../fault.ts';
import { labFault, type FaultRun } from '../lab-fault.ts';
import { CRASHED_BY_CHANCE, type Verdict } from '../judge.ts';
import { KeyedCalls } from '../keyed-calls.ts';
import { postRuns, type AcceptedRun } from '../post-runs.ts';

const EXECUTORS = 3;
const KILLS_LONG = 20;
const KILLS_SHORT = 2;
/** An executor that was killed during its calls is considered dead after 10 s, and its sessions may be hit again. */
const STARVED_AFTER_SECONDS = 60;
const LIMIT = 5;

/** The evidence for a fault of flow control, after all sessions have ended. */
interface Evidence {
  database: Client;
  calls: KeyedCalls;
  runs: AcceptedRun[];
  sent: number;
}

interface FlowFault {
  name: string;
  flow: Flow;
  /** The output of the workflow. */
  value?: string;
  stepMs: number;
  total: (size: FaultSize) => number;
  ratePerSecond: (size: FaultSize) => number;
  /** Returns the key of a request. */
  keyOf: (index: number, size: FaultSize) => string;
  ingresses?: number;
  /** An additional action with each kill of an executor. */
  alsoInject?: (lab: Lab, index: number) => Promise<unknown>;
  bars: (evidence: Evidence) => Bar[] | Promise<Bar[]>;
}

const KEYS = 200;

const FAULTS: FlowFault[] = [
  {
    name: `executors killed under a limit of ${LIMIT} by key`,
    flow: { concurrency: { key: 'name', limit: LIMIT } },
    stepMs: 200,
    total: (size) => size.of(6_000, 300),
    ratePerSecond: (size) => size.of(500, 150),
    // Three of four requests have one of few keys, which need their limit.
    keyOf: (index, size) => `key ${Math.floor(index / 4) % (index % 4 === 0 ? size.of(KEYS, 20) : size.of(10, 2))}`,
    bars: async ({ calls, database }) => {
      const longest = await longestWithoutEnd(database);
      return [
        {
          text: `${calls.byKey.size} keys, at most ${calls.mostOfOneKey} at a time`,
          met: calls.mostOfOneKey === LIMIT,
        },
        { text: `no key without an end for ${longest.toFixed(1)} s`, met: longest <= STARVED_AFTER_SECONDS },
      ];
    },
  },
  {
    name: 'executors killed and Redis wiped under order by key',
    flow: { order: { key: 'name' } },
    stepMs: 50,
    total: (size) => size.of(4_000, 200),
    ratePerSecond: () => 100,
    keyOf: (index, size) => `key ${index % size.of(KEYS, 20)}`,
    alsoInject: (lab, index) => (index % 4 === 0 ? lab.redis!.command('FLUSHALL') : Promise.resolve()),
    bars: ({ calls, runs }) => {
      const overtaken = countOvertaken(calls, runs);
      return [
        { text: `${calls.byKey.size} keys, ${calls.mostOfOneKey} at a time`, met: calls.mostOfOneKey === 1 },
        { text: `${overtaken} overtaken`, met: overtaken === 0 },
      ];
    },
  },
  {
    name: 'executors and ingress killed while requests gather',
    flow: { gather: { key: 'name', quietSeconds: 0.5, maxSeconds: 3, maxItems: 20, deliver: 'all' } },
    value: '{{ gathered }}',
    stepMs: 100,
    total: (size) => size.of(8_000, 400),
    ratePerSecond: () => 200,
    keyOf: (index, size) => `key ${index % size.of(50, 10)}`,
    ingresses: 2,
    alsoInject: (lab, index) => (index % 4 === 1 ? lab.ingresses[1]!.kill() : Promise.resolve()),
    bars: async ({ database, runs, sent }) =>
      gatheredBars(await readGathered(database), await withoutCrashed(database, runs), sent),
  },
];

/** Executors are killed while flow control holds sessions back: its rules hold, and all sessions end. */
export const flowFaults = FAULTS.map((fault) =>
  labFault({
    name: fault.name,
    short: fault.flow.order !== undefined,
    share: 0.25,
    inject: (run) => inject(run, fault),
  }),
);

async function inject({ size, startLab, own }: FaultRun, fault: FlowFault): Promise<Verdict> {
  const calls = own(new KeyedCalls(fault.stepMs));
  const { ingresses = 1 } = fault;
  const lab = await startLab({
    backend: 'redis',
    ingresses,
    executors: EXECUTORS,
    executorConcurrency: 30,
  });
  const request = await runRequest(lab, withFlow(httpWorkflow(await calls.listen(), 1, fault.value), fault.flow));
  const { workflowId, componentId } = JSON.parse(request.body) as { workflowId: string; componentId: string };
  const runs: AcceptedRun[] = [];
  const total = fault.total(size);
  const posting = postRuns({
    requests: lab.ingressPorts.map((port) => ({ ...request, port })),
    total,
    ratePerSecond: fault.ratePerSecond(size),
    bodyOf: (amount) => runBody(workflowId, componentId, { name: fault.keyOf(amount, size), amount }),
    onAccepted: (run) => runs.push(run),
  });
  const kills = await injectRepeatedly(
    size.of(KILLS_LONG, KILLS_SHORT),
    size.of(3_000, 1_000),
    async (index) => {
      const executor = lab.executors[Math.floor(Math.random() * EXECUTORS)]!;
      await executor.untilReady();
      await Promise.all([executor.kill(), fault.alsoInject?.(lab, index)]);
    },
    () => true,
  );
  const { statuses } = await posting;
  const broken = statuses[0] ?? 0;
  return {
    accepted: [...new Set(runs.map(({ sessionId }) => sessionId))],
    withinSeconds: 600,
    mayCrash: size.of(CRASHED_BY_CHANCE, 0),
    bars: [
      { text: `${kills} kills`, met: kills === size.of(KILLS_LONG, KILLS_SHORT) },
      {
        text: `${runs.length} of ${total} accepted, ${broken} broken off`,
        met: runs.length + broken === total && (broken === 0 || ingresses > 1),
      },
    ],
    barsAtEnd: (database) => fault.bars({ database, calls, runs, sent: total }),
  };
}

/** Returns the longest time, in seconds, in which no session of some key ended although some were accepted. */
async function longestWithoutEnd(database: Client): Promise<number> {
  const { rows } = await database.query<{ longest: number }>(
    `SELECT extract(epoch FROM max(finished_at - before))::float8 AS longest FROM (
       SELECT finished_at, coalesce(lag(finished_at) OVER of_key, min(uuid_extract_timestamp(id)) OVER of_key) AS before
       FROM sessions WINDOW of_key AS (PARTITION BY placeholder_values->>'name' ORDER BY finished_at)) ends`,
  );
  return rows[0]!.longest;
}

/** Counts sessions that started before another of their key whose request was answered before theirs was sent. */
function countOvertaken({ byKey }: KeyedCalls, runs: AcceptedRun[]): number {
  const byIndex = new Map(runs.map((run) => [run.index, run]));
  let overtaken = 0;
  for (const { order } of byKey.values()) {
    let answeredFirst = Infinity;
    for (const index of order.toReversed()) {
      const { sentAt = 0, answeredAt = Infinity } = byIndex.get(index) ?? {};
      if (answeredFirst < sentAt) overtaken += 1;
      answeredFirst = Math.min(answeredFirst, answeredAt);
    }
  }
  return overtaken;
}

interface GatheredItem {
  sessionId: string;
  index: number;
}

async function readGathered(database: Client): Promise<GatheredItem[]> {
  const { rows } = await database.query<GatheredItem>(
    `SELECT id AS "sessionId", (item->>'amount')::int AS index
       FROM sessions, jsonb_array_elements(coalesce(ordered_output::jsonb, output)) item WHERE status = 'SUCCEEDED'`,
  );
  return rows;
}

/** Leaves out the requests of a session that ended because it lost its executors, which has no output to compare. */
async function withoutCrashed(database: Client, runs: AcceptedRun[]): Promise<AcceptedRun[]> {
  const { rows } = await database.query<{ id: string }>(
    "SELECT id FROM sessions WHERE status = 'FAILED' AND error->>'code' = 'CRASHED'",
  );
  const crashed = new Set(rows.map(({ id }) => id));
  return runs.filter(({ sessionId }) => !crashed.has(sessionId));
}

/** Checks that every accepted request is in the session that its answer named, and none is in two. */
function gatheredBars(items: GatheredItem[], runs: AcceptedRun[], sent: number): Bar[] {
  const sessionOf = new Map(items.map(({ index, sessionId }) => [index, sessionId]));
  const elsewhere = runs.filter(({ index, sessionId }) => sessionOf.get(index) !== sessionId).length;
  const sessions = new Set(items.map(({ sessionId }) => sessionId)).size;
  const unknown = [...sessionOf.keys()].filter((index) => !(index >= 0 && index < sent)).length;
  return [
    { text: `${runs.length} requests in ${sessions} runs`, met: sessions > 0 && sessions < runs.length },
    { text: `${elsewhere} not in the run of their answer`, met: elsewhere === 0 },
    { text: `${items.length - sessionOf.size} in two runs`, met: items.length === sessionOf.size },
    { text: `${unknown} that nobody sent`, met: unknown === 0 },
  ];
}
