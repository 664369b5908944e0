import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readMetric, waitFor } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { chain, component, input, output, startContractSystem, type ContractSystem } from './contract-system.ts';
import { startModelServer } from './model-server.ts';

let system: ContractSystem;
let server: Awaited<ReturnType<typeof startModelServer>>;
let credential: string;

beforeAll(async () => {
  [system, server] = await Promise.all([
    startContractSystem({ env: { HTTP_ALLOWED_ADDRESSES: '127.0.0.1' } }),
    startModelServer(),
  ]);
  const body = { name: 'Models', type: 'openai-compatible', baseUrl: `${server.url}/v1`, apiKey: server.apiKey };
  credential = (await system.api.request<{ id: string }>('POST', '/v1/organization/credentials', body)).body.id;
});
afterAll(async () => {
  await system?.stop();
  await server?.stop();
});

const TURNS = 4;

/** Publishes an agent whose tool counts its calls, and starts it. @returns the session and the tool's workflow */
async function start() {
  server.answers.length = 0;
  server.requests.length = 0;
  const look = component('transform', { expression: 'number', type: 'JSON' }, { output: 'result' });
  const tool = await system.api.publish('Look', chain(input('number'), look, output('{{ result }}')));
  const agent = component(
    'agent',
    { credential, model: 'm', prompt: 'Count', tools: [{ workflowId: tool }] },
    { output: 'answer' },
  );
  const begin = input('n');
  const parent = await system.api.publish(`Agent ${randomUUID()}`, chain(begin, agent, output('{{ answer }}')));
  return { parent, begin, tool };
}

const call = (number: number) => ({ calls: [{ tool: 'Look', arguments: { number: String(number) } }] });

/** Returns the tokens that the living executors counted. */
async function countedTokens(direction: 'input' | 'output'): Promise<number> {
  const ports = system.executors
    .filter(({ ended }) => !ended)
    .map(({ options: { readyUrl = '' } }) => Number(new URL(readyUrl).port));
  const labels = `direction="${direction}"`;
  const counts = await Promise.all(ports.map((port) => readMetric(port, 'workflow_model_tokens_total', labels)));
  return counts.reduce((sum, count) => sum + count, 0);
}

test('the metrics of executors count the tokens of all turns, and of no call', async () => {
  const { parent, begin } = await start();
  server.answers.push(call(1), call(2), { text: 'Done.' });
  const { body } = await system.api.run(parent, begin.id, { n: '1' });
  expect(await system.api.untilEnded(String(body['sessionId']))).toMatchObject({ status: 'SUCCEEDED' });
  expect([await countedTokens('input'), await countedTokens('output')]).toEqual([3 * 12, 3 * 5]);
});

test.each(Array.from({ length: TURNS }, (_, turn) => turn))(
  'an executor killed in turn %s: no committed turn is asked again, and no tool called twice',
  async (killedIn) => {
    const { parent, begin, tool } = await start();
    const held = Promise.withResolvers<void>();
    for (let turn = 0; turn < TURNS; turn += 1) {
      const answer = turn === TURNS - 1 ? { text: 'Done.' } : call(turn);
      // The turn that is lost is asked for again.
      if (turn === killedIn) server.answers.push({ ...answer, until: held.promise });
      server.answers.push(answer);
    }
    const { body } = await system.api.run(parent, begin.id, { n: '1' });
    const { sessionId } = body as { sessionId: string };
    await waitFor(() => server.requests.length === killedIn + 1, { what: 'the question of the turn' });
    await Promise.all([system.executors.findLast((one) => !one.ended)!.kill(), system.startExecutor()]);
    held.resolve();
    expect(await system.api.untilEnded(sessionId)).toMatchObject({
      status: 'SUCCEEDED',
      output: { text: 'Done.', turns: TURNS },
    });
    expect(server.requests).toHaveLength(TURNS + 1);
    const { body: children } = await system.api.request<{ items: JsonObject[] }>(
      'GET',
      `/v1/sessions?workflowId=${tool}&limit=50`,
    );
    expect(children.items).toHaveLength(TURNS - 1);
  },
);
