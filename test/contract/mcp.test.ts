import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { chain, component, input, output, type Answer } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const system = useContractSystem();
let clients: { close(): Promise<void> }[] = [];

const order = input({ key: 'customer', type: 'OBJECT', fields: [{ key: 'name', type: 'TEXT' }] }, 'total', {
  key: 'at',
  type: 'DATE_TIME',
  optional: true,
});
order.config['placeholders'] = (order.config['placeholders'] as JsonObject[]).map((field) =>
  field['key'] === 'total' ? { key: 'total', type: 'NUMBER' } : field,
);
const definition = {
  ...chain(order, output({ name: '{{ customer.name }}', twice: '{{ total * 2 }}' })),
  mcp: { name: 'price_order', description: 'Doubles the total of an order.' },
};

/** The common interface of both majors of the official client. */
interface AnyClient {
  listTools(): Promise<{
    tools: { name: string; inputSchema: unknown; outputSchema?: unknown; annotations?: unknown }[];
  }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<Answer['body']>;
  close(): Promise<void>;
}

async function modern(key: string): Promise<AnyClient> {
  const client = new ModernClient({ name: 'test', version: '1' }, {});
  const url = new URL(`${system.ingressUrls[0]}/mcp`);
  await client.connect(new ModernTransport(url, { requestInit: { headers: { authorization: `Bearer ${key}` } } }));
  clients.push(client);
  return client as unknown as AnyClient;
}

async function older(key: string): Promise<AnyClient> {
  const client = new OlderClient({ name: 'test', version: '1' });
  const url = new URL(`${system.ingressUrls[0]}/mcp`);
  await client.connect(new OlderTransport(url, { requestInit: { headers: { 'x-api-key': key } } }) as never);
  clients.push(client);
  return client as unknown as AnyClient;
}

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
});

const tool = (answer: { tools: { name: string }[] }, name: string): Answer['body'] =>
  answer.tools.find((one) => one.name === name);

describe.each([
  ['of the current major', modern],
  ['of the first major', older],
])('a client %s', (_which, connect) => {
  test('lists published workflows with their types, calls one, and reads its session', async () => {
    const workflowId = await system.api.publish('Orders', definition as never);
    const client = await connect(system.api.apiKey);
    const described = tool(await client.listTools(), 'price_order');
    expect(described).toMatchObject({
      description: 'Doubles the total of an order.',
      inputSchema: {
        type: 'object',
        required: ['customer', 'total'],
        properties: {
          customer: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
          total: { type: 'number' },
          at: { type: 'string', format: 'date-time' },
          idempotencyKey: { type: 'string' },
        },
      },
      annotations: { readOnlyHint: true },
    });
    const given = { customer: { name: 'Ada' }, total: 21, idempotencyKey: `${workflowId}-1` };
    const result = await client.callTool({ name: 'price_order', arguments: given });
    expect(result.structuredContent).toMatchObject({ status: 'SUCCEEDED', output: { name: 'Ada', twice: 42 } });
    const again = await client.callTool({ name: 'price_order', arguments: given });
    expect(again.structuredContent).toEqual(result.structuredContent);
    const { sessionId } = result.structuredContent;
    const session = await system.api.call('GET', `/v1/sessions/${sessionId}`);
    expect(session).toMatchObject({ trigger: 'MCP', mode: 'PROD', placeholderValues: { 'customer.name': 'Ada' } });
    const read = await client.callTool({ name: 'get_session', arguments: { sessionId } });
    expect(read.structuredContent).toMatchObject({ id: sessionId, status: 'SUCCEEDED' });
    await system.api.call('POST', `/v1/workflows/${workflowId}/unpublish`);
    expect(tool(await client.listTools(), 'price_order')).toBeUndefined();
  });

  test('gets an error for every wrong argument', async () => {
    const workflowId = await system.api.publish('Orders', definition as never);
    const client = await connect(system.api.apiKey);
    const refused = await client.callTool({
      name: 'price_order',
      arguments: { customer: { name: 'Ada', age: 3 }, other: 1 },
    });
    expect(refused.isError).toBe(true);
    expect(refused.content[0].text).toBe(
      'total is required; customer.age is not an argument of this tool; other is not an argument of this tool',
    );
    const wrong = await client.callTool({ name: 'price_order', arguments: { customer: { name: 'Ada' }, total: 'x' } });
    expect([wrong.isError, wrong.content[0].text]).toEqual([true, 'total must be a number']);
    await system.api.call('POST', `/v1/workflows/${workflowId}/unpublish`);
  });
});

test('a failure is reported in words, and the session can be retried', async () => {
  const start = input();
  const workflowId = await system.api.publish('Fails', {
    ...chain(start, component('fail', { code: 'NO_STOCK', message: 'nothing is left' }, { name: 'Stock' })),
    mcp: { name: 'fails', description: 'Fails.' },
  } as never);
  const client = await modern(system.api.apiKey);
  const failed = await client.callTool({ name: 'fails', arguments: {} });
  expect(failed).toMatchObject({
    isError: true,
    structuredContent: { status: 'FAILED', error: { code: 'NO_STOCK', message: 'nothing is left' } },
  });
  const { sessionId } = failed.structuredContent;
  const read = await client.callTool({ name: 'get_session', arguments: { sessionId } });
  expect(read.structuredContent.failure).toBe('Stock: nothing is left (NO_STOCK)');
  const retried = await client.callTool({ name: 'retry_session', arguments: { sessionId } });
  expect(retried.structuredContent).toMatchObject({ sessionId, run: 2 });
  const listed = await client.callTool({ name: 'list_sessions', arguments: { workflowId } });
  expect(listed.structuredContent.items).toMatchObject([{ id: sessionId }]);
});

test('an output that is too large for a model is left out', async () => {
  await system.api.publish('Repeats', {
    ...chain(input('text'), output('{{ text }}')),
    mcp: { name: 'repeats', description: 'Repeats a text.' },
  } as never);
  const client = await modern(system.api.apiKey);
  const outcomeOf = async (text: string) =>
    (await client.callTool({ name: 'repeats', arguments: { text } })).structuredContent;
  const succeeded = { sessionId: expect.any(String), status: 'SUCCEEDED' };
  expect(await outcomeOf('short')).toEqual({ ...succeeded, output: 'short' });
  const large = await outcomeOf('x'.repeat(300_000));
  expect(large).toEqual({ ...succeeded, outputTruncated: true, outputBytes: 300_002 });
});

describe('who may', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const post = (headers: Record<string, string>, body: unknown = message): Promise<Response> =>
    fetch(`${system.ingressUrls[0]}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(body),
    });

  test('nobody without a key, with a wrong one, or from a page of another site', async () => {
    const without = await post({});
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer/)]);
    expect((await post({ 'x-api-key': 'wrong' })).status).toBe(403);
    const foreign = await post({ 'x-api-key': system.api.apiKey, origin: 'https://elsewhere.example' });
    expect(foreign.status).toBe(403);
    expect((await post({ 'x-api-key': system.api.apiKey })).status).toBe(200);
    for (const method of ['GET', 'DELETE'])
      expect((await fetch(`${system.ingressUrls[0]}/mcp`, { method })).status).toBe(405);
  });

  test('a key sees and calls what its scopes allow, and the error names the missing one', async () => {
    const { key } = (await system.api.call('POST', '/v1/organization/api-keys', {
      name: 'Reads',
      scopes: ['read'],
    })) as unknown as { key: string };
    const client = await modern(key);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names.toSorted()).toEqual(['get_session', 'list_sessions', 'list_workflows']);
    const call = { ...message, method: 'tools/call', params: { name: 'cancel_session', arguments: {} } };
    const refused = await post({ authorization: `Bearer ${key}` }, call);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringMatching(/^Bearer error="insufficient_scope", scope="read run", resource_metadata="/),
    ]);
  });
});

test('a name that another published workflow has is a problem, and so is a wrong one', async () => {
  const first = await system.api.publish('First', {
    ...definition,
    mcp: { ...definition.mcp, name: 'taken' },
  } as never);
  const second = (await system.api.call('POST', '/v1/workflows', {
    name: 'Second',
    ...definition,
    mcp: { name: 'taken', description: 'Another.' },
  })) as unknown as { id: string };
  const refused = await system.api.request('POST', `/v1/workflows/${second.id}/publish`, {});
  expect([refused.status, refused.body['problems']]).toEqual([
    400,
    [expect.objectContaining({ code: 'MCP_NAME_TAKEN', path: '/mcp/name' })],
  ]);
  await system.api.call('DELETE', `/v1/workflows/${first}`);
  expect((await system.api.request('POST', `/v1/workflows/${second.id}/publish`, {})).status).toBe(201);
});

test('a tool that allows it starts its session later, and answers immediately', async () => {
  const plain = { ...definition, mcp: { ...definition.mcp, name: 'now_only' } };
  const later = { ...definition, mcp: { ...definition.mcp, name: 'later', startAt: true } };
  await system.api.publish('Now only', plain as never);
  await system.api.publish('Later', later as never);
  const client = await modern(system.api.apiKey);
  const properties = (await client.listTools()).tools.map(({ name, inputSchema }) => [
    name,
    Object.hasOwn((inputSchema as { properties: object }).properties, 'startAt'),
  ]);
  expect(properties).toEqual(
    expect.arrayContaining([
      ['now_only', false],
      ['later', true],
    ]),
  );
  const call = (name: string, startAt: unknown) =>
    client.callTool({ name, arguments: { customer: { name: 'Ada' }, total: 1, startAt } });
  const delayed = await call('later', new Date(Date.now() + 86_400_000).toISOString());
  expect(delayed.structuredContent).toEqual({ sessionId: expect.any(String), status: 'running' });
  const path = `/v1/sessions/${delayed.structuredContent.sessionId}`;
  expect(await system.api.call('GET', path)).toMatchObject({ status: 'QUEUED', waitingFor: 'delay', trigger: 'MCP' });
  for (const [name, startAt, problem] of [
    ['now_only', '2030-01-01', 'startAt is not an argument of this tool'],
    ['later', 'soon', 'startAt must be an ISO-8601'],
    ['later', 5, 'startAt must be a string'],
  ] as const)
    expect(await call(name, startAt)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(problem) }],
    });
  const refused = await client.callTool({
    name: 'later',
    arguments: { customer: { name: 'Ada' }, startAt: 'soon', idempotencyKey: 5 },
  });
  expect(refused.content[0].text).toBe(
    'total is required; idempotencyKey must be a string; startAt must be an ISO-8601 date or date-time',
  );
});
