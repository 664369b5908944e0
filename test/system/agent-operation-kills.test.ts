import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { openHeldWrites } from '../chaos/hold-writes.ts';
import { addApp, startAppServer, type AppServer } from '../contract/app-server.ts';
import {
  chain,
  component,
  input,
  output,
  startContractSystem,
  type ContractSystem,
} from '../contract/contract-system.ts';
import { startModelServer } from '../contract/model-server.ts';
import { startToolServer, type ToolServer } from '../contract/tool-server.ts';

/** Each case kills an executor, whose death is noticed after three seconds. */
const TIME_LIMIT_MS = 120_000;
/** The commits of an agent with one turn and one call, in their order. */
const COMMITS = { turn: 1, begin: 2, end: 3 };

let system: ContractSystem;
let model: Awaited<ReturnType<typeof startModelServer>>;
let tools: ToolServer;
let shop: AppServer;
let writes: Awaited<ReturnType<typeof openHeldWrites>>;
let credential: string;
const apps: Record<string, Awaited<ReturnType<typeof addApp>>> = {};

beforeAll(async () => {
  [system, model, tools, shop] = await Promise.all([
    startContractSystem({ env: { HTTP_ALLOWED_ADDRESSES: '127.0.0.1', EXECUTOR_DEAD_AFTER_MS: '3000' } }),
    startModelServer(),
    startToolServer(),
    startAppServer(),
  ]);
  writes = await openHeldWrites(system.databaseUrl);
  apps['tool'] = await addApp(system, { name: 'tools', kind: 'mcp', url: tools.url });
  apps['request'] = await addApp(system, { name: 'shop', kind: 'openapi', url: `${shop.url}/openapi.json` });
  const key = { name: 'Models', type: 'openai-compatible', baseUrl: `${model.url}/v1`, apiKey: model.apiKey };
  ({ id: credential } = await system.api.call<{ id: string }>('POST', '/v1/organization/credentials', key));
  await killAll();
});
afterAll(async () => {
  tools?.stop();
  shop?.stop();
  await writes?.close();
  await system?.stop();
  await model?.stop();
});

const killAll = () => Promise.all(system.executors.filter((one) => !one.ended).map((one) => one.kill()));

const CALLS = {
  tool: { action: 'note', given: { text: 'x' } },
  request: { action: 'orders/create', given: { body: { product: 'Lamp', amount: 1 } } },
} as const;
type Kind = keyof typeof CALLS;
const EFFECTS = ['none', 'repeatable', 'once'] as const;
type Effect = (typeof EFFECTS)[number];

/** Starts an agent that calls one operation with this effect, while no executor runs. */
async function begin(kind: Kind, effect: Effect): Promise<string> {
  for (const list of [model.answers, model.requests, tools.calls, shop.seen]) list.length = 0;
  const { action, given } = CALLS[kind];
  const app = apps[kind]!;
  await system.api.call('PUT', `/v1/organization/apps/${app.id}`, { effects: { [action]: effect } });
  model.answers.push({ calls: [{ tool: action.replace('/', '_'), arguments: given }] }, { text: 'Done.' });
  const used = { app: app.id, version: app.version, actions: [action] };
  const [start, agent] = [
    input('n'),
    component('agent', { credential, model: 'm', prompt: 'Look', tools: [used] }, { output: 'answer' }),
  ];
  const workflow = await system.api.publish('Agent', chain(start, agent, output('{{ answer.text }}')));
  const { body } = await system.api.run(workflow, start.id, { n: '1' });
  return String(body['sessionId']);
}

/** Returns how often the server of the operation was called, and with which keys. */
function sent(kind: Kind): { calls: number; keys: (string | undefined)[] } {
  const keys = shop.seen.map(({ headers }) => headers['idempotency-key'] as string | undefined);
  return kind === 'tool' ? { calls: tools.calls.length, keys: [] } : { calls: shop.seen.length, keys };
}

/** Returns what the model got as the result of the call. */
function resultSent(): string {
  const { messages } = model.requests.at(-1)!.body as { messages: JsonObject[] };
  return String(messages.find(({ role }) => role === 'tool')?.['content']);
}

const POINTS = [
  { when: 'before it is committed that the call begins', at: 'begin' },
  { when: 'after the server received the call', at: 'call' },
  { when: 'after the answer, whose result is lost', at: 'lose' },
  { when: 'after the answer, whose result was committed', at: 'arrive' },
] as const;
const KINDS: Kind[] = ['tool', 'request'];
const CASES = KINDS.flatMap((kind) =>
  POINTS.flatMap(({ when, at }) => EFFECTS.map((effect) => ({ kind, when, at, effect }))),
);

test.each(CASES)(
  'a $kind with the effect $effect, killed $when',
  async ({ kind, at, effect }) => {
    const sessionId = await begin(kind, effect);
    if (at !== 'call') await writes.holdPart(sessionId, at === 'begin' ? COMMITS.begin : COMMITS.end);
    const reached = Promise.withResolvers<void>();
    const isOver = Promise.withResolvers<void>();
    const gate = async () => {
      reached.resolve();
      await isOver.promise;
    };
    if (at === 'call') {
      tools.gate = async (method) => (method === 'tools/call' ? gate() : undefined);
      shop.gate = gate;
    }
    await system.startExecutor();
    if (at === 'call') await reached.promise;
    else {
      const held = (await writes.untilHeld())!;
      await killAll();
      await held[at === 'arrive' ? 'arrive' : 'lose']();
      // A lost write is not counted, so the next one would have its number and be held as well.
      await writes.holdPart(sessionId, 0);
    }
    await killAll();
    Object.assign(tools, { gate: null });
    shop.gate = null;
    isOver.resolve();
    await system.startExecutor();
    expect(await system.api.untilEnded(sessionId)).toMatchObject({ status: 'SUCCEEDED', output: 'Done.' });
    await killAll();

    const isRepeated = effect !== 'once' && (at === 'call' || at === 'lose');
    const isUnknown = effect === 'once' && (at === 'call' || at === 'lose');
    const { calls, keys } = sent(kind);
    expect(calls).toBe(isRepeated ? 2 : 1);
    // The key names the session, the run, the component and the call.
    const isKeyed = kind === 'request' && effect === 'once';
    expect(keys.map((key) => key?.startsWith(`${sessionId}:1:`) === true && key.endsWith(':2'))).toEqual(
      keys.map(() => isKeyed),
    );
    expect(resultSent()).toMatch(isUnknown ? /^OUTCOME_UNKNOWN: Nobody knows whether/ : /Lamp|noted/);
    // No committed turn is asked for again.
    expect(model.requests).toHaveLength(2);
  },
  TIME_LIMIT_MS,
);

test(
  'a call that must happen once is not sent again by a retry of its session',
  async () => {
    const sessionId = await begin('request', 'once');
    const reached = Promise.withResolvers<void>();
    const isOver = Promise.withResolvers<void>();
    shop.gate = async () => {
      reached.resolve();
      await isOver.promise;
    };
    await system.startExecutor();
    await reached.promise;
    await system.api.call('POST', `/v1/sessions/${sessionId}/cancel`);
    expect(await system.api.untilEnded(sessionId)).toMatchObject({ status: 'CANCELLED' });
    shop.gate = null;
    isOver.resolve();
    await system.api.call('POST', `/v1/sessions/${sessionId}/retry`);
    expect(await system.api.untilEnded(sessionId)).toMatchObject({ status: 'SUCCEEDED', output: 'Done.' });
    await killAll();
    expect(shop.seen).toHaveLength(1);
    expect(resultSent()).toMatch(/^OUTCOME_UNKNOWN/);
  },
  TIME_LIMIT_MS,
);
