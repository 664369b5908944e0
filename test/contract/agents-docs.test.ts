import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { openAgentLab, type AgentLab } from './agent-lab.ts';
import { ask, dataOf, publishChat } from './chat-lab.ts';
import { chain, component, input, output } from './contract-system.ts';

/** Follows the tutorial of docs/agents.md: the configs and values in it are read from there. */

const DOCS = readFileSync(join(import.meta.dirname, '../../docs/agents.md'), 'utf8');
const BLOCKS = [...DOCS.matchAll(/```json\n([^`]*)```/g)].map(([, text]) => text!);

/** Returns the first block of the page that contains a text, with ids instead of their names. */
function blockWith(text: string, ids: Record<string, string> = {}): JsonObject {
  const block = BLOCKS.find((one) => one.includes(text));
  if (block === undefined) throw new Error(`docs/agents.md has no block with ${text}`);
  const whole = Object.entries(ids).reduce((before, [name, id]) => before.replaceAll(`<${name}>`, id), block);
  return JSON.parse(whole) as JsonObject;
}

/** Returns the text in backquotes that follows these words on the page. */
function quotedAfter(words: string): string {
  const quoted = DOCS.split(words)[1]?.split('`')[1];
  if (quoted === undefined) throw new Error(`docs/agents.md quotes nothing after ${words}`);
  return quoted;
}

let lab: AgentLab;
let config: JsonObject;
beforeAll(async () => {
  lab = await openAgentLab();
  const { api } = lab.system;
  const find = await describedTool('Find order', quotedAfter('because the model reads the description:'));
  const refund = await lab.system.api.publish('Refund', refundWorkflow());
  const { items } = await api.call<{ items: { id: string }[] }>('GET', '/v1/organization/credentials');
  const ids = { 'id of the credential': items[0]!.id, 'id of Find order': find, 'id of Refund': refund };
  config = blockWith('"instructions"', ids);
});
afterAll(() => lab?.server.stop());

async function describedTool(name: string, description: string): Promise<string> {
  const { api } = lab.system;
  const order = component(
    'transform',
    { expression: '{ "state": "sent", "euros": 48 }', type: 'JSON' },
    { output: 'order' },
  );
  const definition = chain(input('number'), order, output('{{ order }}'));
  const { id } = await api.call<{ id: string }>('POST', '/v1/workflows', { name, description, ...definition });
  await api.call('POST', `/v1/workflows/${id}/publish`);
  return id;
}

function refundWorkflow() {
  return chain(input('number', { key: 'euros', type: 'NUMBER' }), output('refunded'));
}

test('the agent of the tutorial answers, and its refund needs the person that the tutorial names', async () => {
  lab.server.answers.push(
    { calls: [{ tool: 'Find_order', arguments: { number: 'A-1001' } }] },
    { text: 'Your order was sent.' },
  );
  const { api } = lab.system;
  const start = input('question');
  const agent = component('agent', config, { output: 'answer' });
  const workflow = await api.publish('Answer customers', chain(start, agent, output('{{ answer.text }}')));
  const { body } = await api.run(workflow, start.id, blockWith('"question"'), { prefer: 'wait=60' });
  expect(body).toMatchObject({ status: 'SUCCEEDED', output: 'Your order was sent.' });
  const parts = await lab.partsOf(String(body['sessionId']));
  expect(parts.map(({ kind, turn, tool }) => [kind, turn, tool])).toEqual([
    ['turn', 1, undefined],
    ['tool', 1, 'Find_order'],
    ['turn', 2, undefined],
  ]);
  const [first] = lab.server.requests;
  expect(JSON.stringify(first?.body['tools'])).toContain('Returns its state and its total in euros.');

  lab.server.answers.push(
    { calls: [{ tool: 'Refund', arguments: { number: 'A-1001', euros: 20 } }] },
    { calls: [{ tool: 'Refund', arguments: { number: 'A-1001', euros: 48 } }] },
    { text: 'A colleague decides.' },
  );
  const asking = await api.run(workflow, start.id, { question: 'I want my money back' });
  const asked = await lab.untilAsked(String(asking.body['sessionId']));
  expect(asked).toMatchObject({ title: 'Refund for Answer customers', message: expect.stringContaining('48') });
  await api.call('POST', `/v1/sessions/${String(asking.body['sessionId'])}/cancel`);
});

test('the chat of the tutorial remembers the conversation', async () => {
  lab.server.forget();
  lab.server.answers.push({ text: 'It was sent.' }, { text: 'Tomorrow.' });
  const talking = { ...config, ...blockWith('"memory"') };
  const agent = component('agent', talking, { output: 'answer' });
  const { url } = await publishChat(lab.system, {}, agent, output('{{ answer.text }}'));
  const first = await ask(url, { message: 'Where is order A-1001?' });
  const { conversationId } = dataOf(first, 'session')[0]!;
  const second = await ask(url, { message: 'When does it arrive?', conversationId: conversationId! });
  expect(dataOf(second, 'done')).toMatchObject([{ status: 'SUCCEEDED', output: 'Tomorrow.' }]);
  const { messages } = lab.server.requests[1]!.body as { messages: JsonObject[] };
  expect(messages.slice(1).map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Where is order A-1001?'],
    ['assistant', 'It was sent.'],
    ['user', 'When does it arrive?'],
  ]);
});
