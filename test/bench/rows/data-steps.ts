import { randomUUID } from 'node:crypto';
import { createApiClient, createOrganization, type ApiClient } from '@workflow/test-harness';
import type { Component, Json, SessionView, StepView } from '@workflow/workflow-model';
import { expectOnly, runRequest } from '../../load/lab-requests.ts';
import type { LoadResult } from '../../load/load.ts';
import { runLoad } from '../../load/run-load.ts';
import { median, round, type RowResult } from '../row.ts';
import { withLab } from '../with-lab.ts';

const BYTES = 10_000_000;
const ROUNDS = 5;
const STEP_BAR_MS = 1_000;
/** The p99 of a neighbour may be this many times its p99 without the load, or greater by NEIGHBOUR_BAR_MS. */
const NEIGHBOUR_BAR = 1.5;
const NEIGHBOUR_BAR_MS = 10;
const NEIGHBOUR_PER_SECOND = 100;
const ALONE_SECONDS = 10;
/** A CSV of 10 MB is larger as JSON, because each row names its columns. */
const ENV = { STEP_MAX_OUTPUT_BYTES: '33554432' };

/** Measures `convert` with a CSV and a JSON text of 10 MB, `list` with its results, and a neighbour during both. */
export function measureDataSteps(): Promise<RowResult[]> {
  return withLab({ backend: 'redis', executors: 1, env: ENV }, async (lab) => {
    const neighbour = createApiClient(lab.ingressUrl, (await createOrganization(lab.postgres.url, 'Neighbour')).apiKey);
    const steps = await openDataSteps(lab.api);
    for (const step of Object.values(steps)) await step();
    const request = await runRequest({ api: neighbour, ingressPorts: lab.ingressPorts }, undefined, {
      Prefer: 'wait=10',
    });
    const load = (seconds: number): Promise<LoadResult> =>
      runLoad({ request, connections: 16, warmUpSeconds: 3, seconds, ratePerSecond: NEIGHBOUR_PER_SECOND });
    const alone = await load(ALONE_SECONDS);
    const measuring = load(ALONE_SECONDS);
    const times: Record<string, Times[]> = {};
    const since = performance.now();
    for (let round = 0; round < ROUNDS || performance.now() - since < (ALONE_SECONDS + 3) * 1_000; round += 1)
      for (const [name, run] of Object.entries(steps)) (times[name] ??= []).push(await run());
    const during = await measuring;
    expectOnly(200, alone.statuses);
    expectOnly(200, during.statuses);
    return [...Object.entries(times).map(([name, of]) => stepResult(name, of)), neighbourResult(alone, during)];
  });
}

/** Milliseconds of the step and of its whole session. */
interface Times {
  step: number;
  session: number;
}

function stepResult(name: string, times: readonly Times[]): RowResult {
  const [step, session] = [median(times.map((one) => one.step)), median(times.map((one) => one.session))];
  return {
    title: `${name}, 10 MB`,
    values: { [`${name.replaceAll(' ', '')}Ms`]: step, [`${name.replaceAll(' ', '')}SessionMs`]: session },
    measured: `step ${step} ms, session ${session} ms`,
    bar: `step ≤ ${STEP_BAR_MS} ms`,
    passed: step <= STEP_BAR_MS,
  };
}

function neighbourResult(alone: LoadResult, during: LoadResult): RowResult {
  return {
    title: "a neighbour's Prefer: wait during them",
    values: { neighbourAloneP99Ms: round(alone.p99Ms), neighbourDuringP99Ms: round(during.p99Ms) },
    measured: `p99 ${round(during.p99Ms, 1)} ms, alone ${round(alone.p99Ms, 1)} ms`,
    bar: `≤ ${NEIGHBOUR_BAR} ×, or ≤ ${NEIGHBOUR_BAR_MS} ms more`,
    passed: during.p99Ms <= Math.max(alone.p99Ms * NEIGHBOUR_BAR, alone.p99Ms + NEIGHBOUR_BAR_MS),
  };
}

/** Returns functions that each run one session whose second component is the step. */
async function openDataSteps(api: ApiClient): Promise<Record<string, () => Promise<Times>>> {
  const files = { csv: await upload(api, 'rows.csv', csvText()), json: await upload(api, 'rows.json', jsonText()) };
  const ofFile = (format: 'csv' | 'json'): Promise<() => Promise<Times>> =>
    stepRunner(api, { type: 'convert', config: { from: '{{ file }}', format } }, files[format]);
  return {
    'convert csv': await ofFile('csv'),
    'convert json': await ofFile('json'),
    list: await stepRunner(
      api,
      {
        type: 'list',
        config: {
          items: '{{ rows }}',
          operations: [
            { operation: 'filter', expression: 'item.amount > 100 and item.city != "Bern"' },
            {
              operation: 'sort',
              by: [
                { field: 'city', direction: 'asc' },
                { field: 'amount', direction: 'desc' },
              ],
            },
            { operation: 'group', by: 'city' },
            { operation: 'aggregate', values: [{ key: 'total', function: 'sum', field: 'amount' }] },
          ],
        },
      },
      files.json,
      { type: 'convert', output: 'rows', config: { from: '{{ file }}', format: 'json' } },
    ),
  };
}

type WithoutId = Omit<Component, 'id'>;

async function stepRunner(
  api: ApiClient,
  measured: WithoutId,
  file: Json,
  before?: WithoutId,
): Promise<() => Promise<Times>> {
  const chained: WithoutId[] = [
    { type: 'input', config: { placeholders: [{ key: 'file', type: 'FILE' }] } },
    ...(before === undefined ? [] : [before]),
    { output: 'result', ...measured },
    { type: 'output', config: { value: 'done' } },
  ];
  const components = chained.map((component) => ({ id: randomUUID(), ...component }));
  const connections = components
    .slice(1)
    .map((component, index) => ({ from: components[index]!.id, port: 'next', to: component.id }));
  const workflowId = await api.publish(`Data ${randomUUID()}`, { components, connections });
  return async () => {
    const { body } = await api.run(workflowId, components[0]!.id, { file });
    const session = await api.untilEnded(String(body.sessionId));
    if (session.status !== 'SUCCEEDED') throw new Error(JSON.stringify(session.error));
    const step = (await api.steps(session.id)).find(({ componentId }) => componentId === components.at(-2)!.id);
    return { step: tookMs(step!), session: tookMs(session) };
  };
}

function tookMs({ startedAt, finishedAt }: SessionView | StepView): number {
  return Date.parse(String(finishedAt)) - Date.parse(String(startedAt));
}

async function upload(api: ApiClient, name: string, text: string): Promise<Json> {
  const { status, body } = await api.request<Json>('POST', `/v1/files?name=${name}`, text, {
    'content-type': 'application/octet-stream',
  });
  if (status !== 201) throw new Error(`the file was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

const CITIES = ['Bern', 'Zürich', 'Genève', 'Lugano', 'Basel', 'Chur'];
const NOTE = 'a note, with a comma, that describes what was bought';

function rowOf(id: number) {
  return {
    id,
    city: CITIES[id % CITIES.length] as string,
    amount: ((id * 7_919) % 100_000) / 100,
    paid: id % 3 > 0,
    note: NOTE,
  };
}

function csvText(): string {
  const lines = ['id,city,amount,paid,note'];
  let length = 0;
  for (let id = 1; length < BYTES - 200; id += 1) {
    const { city, amount, paid, note } = rowOf(id);
    const line = `${id},${city},${amount},${paid},"${note}"`;
    lines.push(line);
    length += Buffer.byteLength(line) + 1;
  }
  return lines.join('\n');
}

function jsonText(): string {
  const items: string[] = [];
  let length = 2;
  for (let id = 1; length < BYTES - 200; id += 1) {
    const item = JSON.stringify(rowOf(id));
    items.push(item);
    length += Buffer.byteLength(item) + 1;
  }
  return `[${items.join(',')}]`;
}
