import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SHARED_OPERATOR_KEY, waitFor } from '@workflow/test-harness';
import { openAgentLab, type AgentLab } from './agent-lab.ts';
import { ask, dataOf, eventsOf, publishChat, wordsOf, type ReceivedEvent } from './chat-lab.ts';
import { chain, component, input, output } from './contract-system.ts';

const CARD = 'planted-4111-1111';

let lab: AgentLab;
beforeAll(async () => {
  lab = await openAgentLab();
});
beforeEach(() => lab.server.forget());
afterAll(() => lab?.server.stop());

/** Returns all events of a session until it ends. */
async function watch(sessionId: string): Promise<ReceivedEvent[]> {
  const { api } = lab.system;
  const events: ReceivedEvent[] = [];
  const url = `${api.baseUrl}/v1/sessions/${sessionId}/events`;
  for await (const event of eventsOf(await fetch(url, { headers: { 'x-api-key': api.apiKey } }))) events.push(event);
  return events;
}

test('a sensitive value goes to the model and to the tool, and is masked wherever turns and calls show', async () => {
  const tool = await lab.tool('Look', '{ "card": number, "state": "sent" }');
  const pieces = ['The card is planted-', '4111', '-1111', ' indeed.'];
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  lab.server.answers.push(
    {
      streamed: { pieces: [`Card ${CARD}.`], calls: [{ tool: 'Look', arguments: { number: CARD } }] },
      until: begun.promise,
    },
    { streamed: { pieces, before: { 1: held.promise, 2: held.promise, 3: held.promise } } },
  );
  const start = input({ key: 'card', type: 'TEXT', sensitive: true });
  const agent = lab.agent({ prompt: 'Look for {{ card }}', tools: [{ workflowId: tool }] });
  const sessionId = await lab.start(agent, start, { card: CARD });
  const watched = watch(sessionId);
  begun.resolve();
  await waitFor(() => lab.server.requests.length === 2);
  held.resolve();
  const events = await watched;
  expect(await lab.system.api.untilEnded(sessionId)).toMatchObject({ status: 'SUCCEEDED' });

  const [first, second] = lab.server.requests.map(({ body }) => JSON.stringify(body));
  expect([first!.includes(CARD), second!.split(CARD).length]).toEqual([true, 5]);
  const parts = await lab.partsOf(sessionId);
  expect(parts.map(({ kind }) => kind)).toEqual(['turn', 'tool', 'turn']);
  const [child] = await lab.sessionsOf(tool);
  const ofChild = await lab.system.api.request('GET', `/v1/sessions/${String(child!['id'])}/steps?full=true`);
  for (const shown of [parts, events, child, ofChild.body])
    expect(JSON.stringify(shown).includes(CARD) ? shown : null).toBeNull();
  expect(wordsOf(events)).toMatch(/^Card .+\.The card is .+ indeed\.$/);
});

test('the key of a server of models is masked in the words of a chat and in its output', async () => {
  const { apiKey } = lab.server;
  lab.server.answers.push({ streamed: { pieces: ['My key is ', apiKey.slice(0, 7), `${apiKey.slice(7)}!`] } });
  const { url } = await publishChat(
    lab.system,
    {},
    lab.agent({ prompt: '{{ chat.message }}' }),
    output('{{ answer }}'),
  );
  const events = await ask(url, { message: 'Which key?' });
  expect(dataOf(events, 'done')).toMatchObject([{ status: 'SUCCEEDED' }]);
  expect(JSON.stringify(events)).not.toContain(apiKey);
  expect(wordsOf(events)).toMatch(/^My key is .+!$/);
});

test('the tokens of each turn count towards the quota of the organization, which ends the agent clearly', async () => {
  const organization = await lab.system.createOrganization();
  const client = lab.system.as(organization.apiKey);
  const path = `/v1/operator/organizations/${organization.id}/quotas`;
  const operator = lab.system.as(SHARED_OPERATOR_KEY);
  expect((await operator.request('PUT', path, { modelTokensPerMonth: 30 })).status).toBe(200);
  const { server } = lab;
  const key = { name: 'Models', type: 'openai-compatible', baseUrl: `${server.url}/v1`, apiKey: server.apiKey };
  const { id: credential } = await client.call<{ id: string }>('POST', '/v1/organization/credentials', key);
  const again = { calls: [{ tool: 'read_result', arguments: { id: '1', offset: 0, length: 1 } }] };
  server.answers.push(again, again, { text: 'Never.' });
  const tool = await client.publish('Look', chain(input('number'), output('{{ number }}')));
  const agent = component(
    'agent',
    { credential, model: 'm', prompt: 'Look', tools: [{ workflowId: tool }] },
    { output: 'answer' },
  );
  const start = input('n');
  const workflow = await client.publish('Agent', chain(start, agent));
  const { body } = await client.run(workflow, start.id, { n: '1' }, { prefer: 'wait=60' });
  expect(body).toMatchObject({ status: 'FAILED', error: { code: 'MODEL_QUOTA' } });
  // The first turn used 17 tokens, and the second one 34 of 30.
  expect(server.requests).toHaveLength(2);
  const limits = await client.call('GET', '/v1/organization/limits');
  expect(limits).toMatchObject({ modelTokensPerMonth: 30, usedModelTokens: 34 });
});
