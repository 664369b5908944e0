import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { chain, component, input, openContractSystem, output, type SharedContractSystem } from './contract-system.ts';
import { startModelServer } from './model-server.ts';

let system: SharedContractSystem;
let server: Awaited<ReturnType<typeof startModelServer>>;
const credentials: Record<string, string> = {};
const TYPES = ['openai', 'openai-compatible', 'anthropic'];

/** The reasoning in an answer. It must return unchanged, because servers refuse a conversation without it. */
const REASONING: Record<string, string> = {
  openai: '"encrypted_content":"sealed"',
  anthropic: '"signature":"signed"',
};

interface Ended {
  sessionId: string;
  status: string;
  output: JsonObject;
  error: { code: string; message: string };
}

beforeAll(async () => {
  [system, server] = await Promise.all([openContractSystem(), startModelServer()]);
  for (const type of TYPES) {
    const body = { name: `${type} ${randomUUID()}`, type, baseUrl: `${server.url}/v1`, apiKey: server.apiKey };
    const made = await system.api.request<{ id: string }>('POST', '/v1/organization/credentials', body);
    credentials[type] = made.body.id;
  }
});
beforeEach(() => {
  server.answers.length = 0;
  server.requests.length = 0;
});
afterAll(() => server?.stop());

async function publishTool(name: string, expression: string): Promise<string> {
  const total = component('transform', { expression, type: 'JSON' }, { output: 'result' });
  return system.api.publish(name, chain(input('number'), total, output('{{ result }}')));
}

async function run(type: string, config: JsonObject = {}) {
  const agent = component(
    'agent',
    { credential: credentials[type]!, model: 'some-model', prompt: 'Where is {{ n }}?', ...config },
    { output: 'answer' },
  );
  return (await system.runChain([input('n'), agent, output('{{ answer }}')], { n: '7' })).body as Ended;
}

test.each(TYPES)('%s: calls workflows side by side, and answers with what they returned', async (type) => {
  const name = `Find order ${randomUUID().slice(0, 4)}`;
  const workflowId = await publishTool(name, '{ "state": "sent", "number": number }');
  const tool = name.replaceAll(' ', '_');
  server.answers.push(
    {
      calls: [
        { tool, arguments: { number: '7' } },
        { tool, arguments: { number: '8' } },
      ],
    },
    { text: 'It was sent.' },
  );
  const { sessionId: id, output: given } = await run(type, { tools: [{ workflowId }], reasoning: 'low' });
  expect(given).toMatchObject({ text: 'It was sent.', turns: 2, usage: { totalTokens: 34 } });

  const { body } = await system.api.request<{ items: JsonObject[] }>('GET', `/v1/sessions/${id}/steps`);
  const parts = body.items.filter(({ kind }) => kind !== undefined);
  expect(parts.map(({ kind, turn, tool: called, status }) => [kind, turn, called, status])).toEqual([
    ['turn', 1, undefined, 'SUCCEEDED'],
    ['tool', 1, tool, 'SUCCEEDED'],
    ['tool', 1, tool, 'SUCCEEDED'],
    ['turn', 2, undefined, 'SUCCEEDED'],
  ]);
  expect(parts[1]).toMatchObject({ input: { number: '7' }, output: { state: 'sent', number: '7' } });
  const [first, second] = server.requests.map((request) => JSON.stringify(request.body));
  const field = type === 'openai' ? 'input' : 'messages';
  const [before, after] = server.requests.map((request) => request.body[field] as JsonObject[]);
  expect(JSON.stringify(after!.slice(0, before!.length))).toBe(JSON.stringify(before));
  expect(second).toContain(String.raw`{\"state\":\"sent\",\"number\":\"8\"}`);
  expect(second).toContain(REASONING[type] ?? '');
  expect(first).not.toContain('temperature');
});

test('a call waits for a person, and a rejection is a result for the model', async () => {
  const workflowId = await publishTool('Refund', '"done"');
  server.answers.push({ calls: [{ tool: 'Refund', arguments: { number: '7' } }] }, { text: 'Not refunded.' });
  const agent = component(
    'agent',
    {
      ...{ credential: credentials['openai-compatible']!, model: 'm', prompt: 'Refund 7' },
      tools: [{ workflowId, approval: { when: 'number > "6"' } }],
    },
    { output: 'answer' },
  );
  const start = input('n');
  const parent = await system.api.publish('Refunds', chain(start, agent, output('{{ answer.text }}')));
  const { body: accepted } = await system.api.run(parent, start.id, { n: '7' });
  const { sessionId } = accepted as { sessionId: string };
  const approval = await waitFor(async () => {
    const { body } = await system.api.request<{ items: JsonObject[] }>('GET', `/v1/approvals?sessionId=${sessionId}`);
    return body.items[0];
  });
  expect(approval).toMatchObject({ title: expect.stringMatching(/^Refund for /), choices: ['approve', 'reject'] });
  const decided = await system.api.request('POST', `/v1/approvals/${String(approval!['id'])}`, {
    choice: 'reject',
    comment: 'too late',
  });
  expect(decided.status).toBe(200);
  expect(await system.api.untilEnded(sessionId)).toMatchObject({ status: 'SUCCEEDED', output: 'Not refunded.' });
  expect(JSON.stringify(server.requests[1]?.body)).toContain('too late');
});

test('a retry continues with the failed turn', async () => {
  const workflowId = await publishTool('Look up', '"done"');
  server.answers.push({ calls: [{ tool: 'Look_up', arguments: { number: '7' } }] }, { status: 400 });
  const { sessionId: id, error } = await run('openai-compatible', { tools: [{ workflowId }] });
  expect(error).toMatchObject({ code: 'MODEL_REFUSED' });
  server.answers.push({ text: 'Here.' });
  await system.api.request('POST', `/v1/sessions/${id}/retry`);
  expect(await system.api.untilEnded(id)).toMatchObject({ status: 'SUCCEEDED', output: { text: 'Here.', turns: 2 } });
  expect(server.requests).toHaveLength(3);
});

test('a session that failed runs again from a turn, which asks for a new approval', async () => {
  const workflowId = await publishTool('Repay', '"repaid " & number');
  const call = (number: string) => ({ calls: [{ tool: 'Repay', arguments: { number } }] });
  server.answers.push(call('1'), call('2'), { status: 400 });
  const agent = component(
    'agent',
    {
      ...{ credential: credentials['openai-compatible']!, model: 'm', prompt: 'Repay' },
      tools: [{ workflowId, approval: { when: 'number != "1"' } }],
    },
    { output: 'answer' },
  );
  const start = input('n');
  const parent = await system.api.publish('Repayments', chain(start, agent, output('{{ answer }}')));
  const { body: accepted } = await system.api.run(parent, start.id, { n: '7' });
  const id = String(accepted['sessionId']);
  const approve = async (choice: string) => {
    const asked = await waitFor(async () => {
      const { body } = await system.api.request<{ items: JsonObject[] }>('GET', `/v1/approvals?sessionId=${id}`);
      return body.items[0];
    });
    await system.api.call('POST', `/v1/approvals/${String(asked['id'])}`, { choice });
  };
  await approve('approve');
  expect(await system.api.untilEnded(id)).toMatchObject({ status: 'FAILED' });

  const again = (query: string) => system.api.request('POST', `/v1/sessions/${id}/retry?${query}`);
  expect((await again(`componentId=${agent.id}&turn=9`)).status).toBe(409);
  expect((await again('turn=2')).status).toBe(400);
  server.answers.push(call('3'), { text: 'Done.' });
  expect((await again(`componentId=${agent.id}&turn=2`)).status).toBe(200);
  await approve('reject');
  expect(await system.api.untilEnded(id)).toMatchObject({
    status: 'SUCCEEDED',
    output: { text: 'Done.', turns: 3, usage: { totalTokens: 3 * 17 } },
  });
  // The first turn and its call count. The second turn was asked again, and its call was rejected.
  expect(server.requests).toHaveLength(5);
  expect(JSON.stringify(server.requests[3]?.body)).toBe(JSON.stringify(server.requests[1]?.body));
  expect(JSON.stringify(server.requests[4]?.body)).toContain('rejected');
  // A session that succeeded never changes.
  const refused = await again(`componentId=${agent.id}&turn=1`);
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining('succeeded')]);
});
