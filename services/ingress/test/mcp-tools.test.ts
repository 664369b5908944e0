import { randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestIngress, type AnyBody, type TestIngress } from './start-test-ingress.ts';

let ingress: TestIngress;
let client: AnyBody;

/** No executor runs: a session stays queued, and the wait for it ends after 6 s. */
beforeAll(async () => {
  ingress = await startTestIngress({ config: { mcp: { maxListedTools: 2, waitMs: 6_000 } } });
  client = new Client({ name: 'test', version: '1' }, {});
  const headers = { 'x-api-key': ingress.organization.apiKey };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${ingress.url}/mcp`), { requestInit: { headers } }));
});
afterAll(async () => {
  await client?.close();
  await ingress?.stop();
});

async function publishTool(name: string): Promise<void> {
  const start = {
    id: randomUUID(),
    type: 'input',
    name: 'Start',
    config: { placeholders: [{ key: 'who', type: 'TEXT' }] },
  };
  const answer = { id: randomUUID(), type: 'output', name: 'Answer', config: { value: '{{ who }}' } };
  const headers = { 'x-api-key': ingress.organization.apiKey, 'content-type': 'application/json' };
  const made = await ingress.request('POST', '/v1/workflows', {
    headers,
    body: {
      name,
      components: [start, answer].map((component, index) => ({ ...component, position: { x: index * 300, y: 0 } })),
      connections: [{ from: start.id, port: 'next', to: answer.id }],
      mcp: { name, description: `Greets by ${name}.` },
    },
  });
  const published = await ingress.request('POST', `/v1/workflows/${made.body.id}/publish`, { headers, body: {} });
  if (published.status !== 201) throw new Error(published.text);
}

const listed = async (): Promise<string[]> => (await client.listTools()).tools.map(({ name }: AnyBody) => name);

test('a client that asks for it hears that a long call goes on, and then that it is running', async () => {
  await publishTool('greet_one');
  const received: AnyBody[] = [];
  const result = await client.callTool(
    { name: 'greet_one', arguments: { who: 'Ada' } },
    { onprogress: (progress: AnyBody) => received.push(progress) },
  );
  expect(result.structuredContent).toMatchObject({ status: 'running' });
  expect(received[0]).toMatchObject({ progress: 5, message: 'the workflow is running' });
});

test('an idempotencyKey that PostgreSQL does not store is refused by name', async () => {
  const refused = await client.callTool({ name: 'greet_one', arguments: { who: 'Ada', idempotencyKey: 'a\0' } });
  expect(refused.isError).toBe(true);
  expect(refused.content[0].text).toContain('idempotencyKey must not contain NUL characters');
});

test('more tools than are listed are searched and run by two others', async () => {
  await publishTool('greet_two');
  expect(await listed()).toEqual(expect.arrayContaining(['greet_one', 'greet_two']));
  await publishTool('greet_three');
  const names = await listed();
  expect(names).toEqual(expect.arrayContaining(['search_workflows', 'run_workflow', 'get_session']));
  expect(names.filter((name) => name.startsWith('greet'))).toEqual([]);
  const found = await client.callTool({ name: 'search_workflows', arguments: { query: 'THREE' } });
  expect(found.structuredContent.workflows).toMatchObject([
    { name: 'greet_three', inputSchema: { required: ['who'], properties: { who: { type: 'string' } } } },
  ]);
  const wrong = await client.callTool({ name: 'run_workflow', arguments: { name: 'greet_three', arguments: {} } });
  expect([wrong.isError, wrong.content[0].text]).toEqual([true, 'who is required']);
  const unknown = await client.callTool({ name: 'run_workflow', arguments: { name: 'greet_four' } });
  expect(unknown.content[0].text).toBe("There is no workflow with the name 'greet_four'");
  const key = { idempotencyKey: 'once' };
  const run = { name: 'run_workflow', arguments: { name: 'greet_three', arguments: { who: 'Ada', ...key } } };
  const [first, again] = await Promise.all([client.callTool(run), client.callTool(run)]);
  expect(again.structuredContent.sessionId).toBe(first.structuredContent.sessionId);
});
