import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { openHeldWrites } from '../chaos/hold-writes.ts';
import {
  chain,
  component,
  input,
  output,
  startContractSystem,
  type ContractSystem,
} from '../contract/contract-system.ts';
import { startModelServer } from '../contract/model-server.ts';

const TURNS = 10;
/** Thirty executors are killed, and each death is noticed after three seconds. */
const TIME_LIMIT_MS = 900_000;
const TOKENS_OF_A_TURN = 17;

/** The commits of a turn with one call, and what becomes of each when its executor is killed. */
type Fate = 'lose' | 'arrive';
interface Kills {
  turn: Fate[];
  begin: Fate[];
  end: Fate[];
}

/** A session is given up after three kills without progress, so few commits of a turn are both lost and repeated. */
const PLANS: readonly Kills[] = [
  { turn: ['lose', 'arrive'], begin: ['arrive'], end: ['arrive'] },
  { turn: ['arrive'], begin: ['lose'], end: ['arrive'] },
  { turn: ['arrive'], begin: [], end: ['lose', 'arrive'] },
];

let system: ContractSystem;
let server: Awaited<ReturnType<typeof startModelServer>>;
let writes: Awaited<ReturnType<typeof openHeldWrites>>;
let shop: Server;
/** The orders that the tool placed, by the keys of their requests. */
const orders: { number: string; key: string }[] = [];

beforeAll(async () => {
  shop = createServer((request, response) => {
    const number = new URL(request.url ?? '', 'http://shop').searchParams.get('number') ?? '';
    orders.push({ number, key: String(request.headers['idempotency-key']) });
    response.end('ordered');
  }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  [system, server] = await Promise.all([
    startContractSystem({ executors: 0, env: { HTTP_ALLOWED_ADDRESSES: '127.0.0.1', EXECUTOR_DEAD_AFTER_MS: '3000' } }),
    startModelServer({ answer: nextAnswer, isStrict: true }),
  ]);
  writes = await openHeldWrites(system.databaseUrl);
});
afterAll(async () => {
  await writes?.close();
  await system?.stop();
  await server?.stop();
  shop?.closeAllConnections();
  shop?.close();
});

/** Returns the number of the turn that a request asks for, from 1. */
function turnOf(body: JsonObject): number {
  return (body['messages'] as JsonObject[]).filter(({ role }) => role === 'assistant').length + 1;
}

function nextAnswer(body: JsonObject) {
  const turn = turnOf(body);
  if (turn === TURNS) return { streamed: { pieces: ['Done.'] } };
  const calls = [{ tool: 'Look', arguments: { number: String(turn) } }];
  return { streamed: { pieces: [`Turn ${turn}.`], reasoning: `Thought ${turn}`, calls } };
}

async function startAgent(): Promise<{ sessionId: string; tool: string }> {
  const { api } = system;
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/?number={{ number }}`;
  const order = component('http-request', { method: 'POST', url }, { output: 'result' });
  const tool = await api.publish('Look', chain(input('number'), order, output('{{ result.body }}')));
  const key = { name: 'Models', type: 'openai-compatible', baseUrl: `${server.url}/v1`, apiKey: server.apiKey };
  const { id: credential } = await api.call<{ id: string }>('POST', '/v1/organization/credentials', key);
  const config = { credential, model: 'm', prompt: 'Look', tools: [{ workflowId: tool }] };
  const [start, agent] = [input('n'), component('agent', config, { output: 'answer' })];
  const workflow = await api.publish('Agent', chain(start, agent, output('{{ answer }}')));
  const { body } = await api.run(workflow, start.id, { n: '1' });
  return { sessionId: String(body['sessionId']), tool };
}

/** Returns how often each turn was asked for. */
function askedTurns(): number[] {
  const asked = server.requests.map(({ body }) => turnOf(body));
  return Array.from({ length: TURNS }, (_, index) => asked.filter((turn) => turn === index + 1).length);
}

test(
  'an executor that is killed at every commit of an agent repeats no committed turn and no call',
  async () => {
    const { sessionId, tool } = await startAgent();
    let written = 0;
    let kills = 0;
    /** How often each turn was asked for when it was committed. */
    const askedWhenCommitted: number[] = [];

    /** Kills the executor at the next commit, once for each fate. The commit exists afterwards. */
    async function killAt(fates: readonly Fate[]): Promise<void> {
      written += 1;
      for (const fate of fates) {
        await writes.holdPart(sessionId, written);
        const executor = await system.startExecutor();
        const held = (await writes.untilHeld())!;
        await executor.kill();
        await held[fate]();
        kills += 1;
      }
    }

    for (let turn = 1; turn <= TURNS; turn += 1) {
      const plan = PLANS[(turn - 1) % PLANS.length]!;
      await killAt(plan.turn);
      askedWhenCommitted.push(askedTurns()[turn - 1]!);
      if (turn === TURNS) continue;
      await killAt(plan.begin);
      await killAt(plan.end);
    }
    await system.startExecutor();
    expect(await system.api.untilEnded(sessionId)).toMatchObject({
      status: 'SUCCEEDED',
      output: { text: 'Done.', turns: TURNS, usage: { totalTokens: TURNS * TOKENS_OF_A_TURN } },
    });
    expect(askedTurns()).toEqual(askedWhenCommitted);
    expect(askedTurns()).toEqual(Array.from({ length: TURNS }, (_, index) => PLANS[index % PLANS.length]!.turn.length));
    const { items } = await system.api.call<{ items: JsonObject[] }>('GET', `/v1/sessions?workflowId=${tool}&limit=50`);
    expect(items.map(({ placeholderValues, run }) => [placeholderValues, run])).toEqual(
      Array.from({ length: TURNS - 1 }, (_, index) => [{ number: String(TURNS - 1 - index) }, 1]),
    );
    expect(orders.map(({ number }) => number)).toEqual(
      Array.from({ length: TURNS - 1 }, (_, index) => String(index + 1)),
    );
    expect(new Set(orders.map(({ key }) => key)).size).toBe(TURNS - 1);
    // Each answer of the model was counted once, also those whose turns were lost.
    const { usedModelTokens } = await system.api.call('GET', '/v1/organization/limits');
    expect(usedModelTokens).toBe(server.requests.length * TOKENS_OF_A_TURN);
    expect(server.requests.length - TURNS).toBeLessThanOrEqual(kills);
  },
  TIME_LIMIT_MS,
);
