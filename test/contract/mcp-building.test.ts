import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { addApp } from './app-server.ts';
import type { Answer } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';
import { openExampleServers, type ExampleServers } from './example-servers.ts';
import { startModelServer } from './model-server.ts';
import { startToolServer } from './tool-server.ts';

/** A client that knows nothing but the descriptions of the tools and their answers. */

const DOCS = readFileSync(join(import.meta.dirname, '../../docs/mcp.md'), 'utf8');

const system = useContractSystem();
let servers: ExampleServers;
let client: Client;
let descriptions: Map<string, string>;
/** The calls of the present test, as the documentation shows them. */
let transcript: string[];

beforeAll(async () => {
  servers = openExampleServers(system.api);
  const key = await system.api.call('POST', '/v1/organization/api-keys', { name: 'Agent', scopes: ['manage'] });
  const headers = { 'x-api-key': (key as Answer['body']).key };
  client = new Client({ name: 'test', version: '1' }, {});
  const url = new URL(`${system.ingressUrls[0]}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const { tools } = await client.listTools();
  descriptions = new Map(tools.map(({ name, description = '' }) => [name, description]));
});
afterAll(async () => {
  await client?.close();
  await servers?.stop();
});
beforeEach(() => {
  transcript = [];
});

async function call(name: string, given: object = {}): Promise<Answer['body']> {
  const result = (await client.callTool({ name, arguments: given as never })) as Answer['body'];
  transcript.push(`> ${name} ${JSON.stringify(given)}`, `< ${result.content[0].text}`);
  expect({ name, refused: result.isError === true && result.content[0].text }).toEqual({ name, refused: false });
  return result.structuredContent;
}

const describeType = (type: string): Promise<Answer['body']> => call('describe_component_type', { type });

/** Creates, checks, tests and publishes a workflow. Returns the id of the workflow and the session of the test. */
async function build(draft: object, test: object): Promise<{ workflowId: string; session: Answer['body'] }> {
  const { workflowId, etag } = await call('create_workflow', draft);
  expect((await call('check_workflow', { workflowId })).problems).toEqual([]);
  const session = await call('test_workflow', { workflowId, ...test });
  expect(session.failure).toBeUndefined();
  const published = await call('publish_workflow', { workflowId, etag });
  expect(published).toMatchObject({ workflowId, publishedVersion: 1 });
  return { workflowId, session };
}

/** The example in the description of create_workflow. */
function exampleOfGuide(): Answer['body'] {
  const guide = descriptions.get('create_workflow')!;
  return JSON.parse(guide.slice(guide.lastIndexOf('\n') + 1)) as Answer['body'];
}

/** Replaces ids throughout a definition. */
function withIds<Value>(value: Value, ids: Record<string, string>): Value {
  let text = JSON.stringify(value);
  for (const [from, to] of Object.entries(ids)) text = text.replaceAll(from, to);
  return JSON.parse(text) as Value;
}

test('builds a webhook with a condition and a respond from the example in the description', async () => {
  const types = await call('list_component_types');
  expect(types.items.map((one: Answer['body']) => one.type)).toEqual(expect.arrayContaining(['webhook', 'respond']));
  const example = exampleOfGuide();
  expect(example.components).toHaveLength(6);
  const request = (total: number): string => JSON.stringify({ method: 'POST', headers: {}, body: { id: 7, total } });
  const { workflowId, session } = await build(example, { placeholderValues: { request: request(120) } });
  expect(session).toMatchObject({ status: 'SUCCEEDED', mode: 'TEST', output: { order: 7, accepted: true } });
  expect(session.steps.map((step: Answer['body']) => step.component)).toContain('Accept');
  const { etag, components, connections } = await call('get_workflow', { workflowId });
  const changed = components.map((one: Answer['body']) =>
    one.type === 'condition' ? { ...one, config: { expression: 'order.total <= 5000' } } : one,
  );
  const saved = await call('update_workflow', { workflowId, etag, name: 'Orders', components: changed, connections });
  const tried = await call('test_workflow', { workflowId, placeholderValues: { request: request(2_000) } });
  expect(tried.output).toEqual({ order: 7, accepted: true });
  const again = await call('publish_workflow', { workflowId, etag: saved.etag, versionName: 'Up to 5000' });
  expect(again.publishedVersion).toBe(2);
  const { MCP_TRANSCRIPT: file } = process.env;
  if (file !== undefined) writeFileSync(file, transcript.join('\n'));
  const called = transcript.filter((line) => line.startsWith('> ')).map((line) => line.split(' ')[1]);
  const shown = [...DOCS.matchAll(/^> (\w+)/gm)].map(([, name]) => name);
  expect(shown).toEqual(called);
});

test('builds a schedule with a database and a mail from the examples of their types', async () => {
  await servers.makeCredential({ name: 'Orders database', type: 'postgresql' });
  await servers.makeCredential({ name: 'Mail server', type: 'smtp' });
  const { items } = await call('list_credentials');
  const credential = (type: string): string => items.find((one: Answer['body']) => one.type === type).id;
  const [schedule, database, mail] = await Promise.all(['schedule', 'database-query', 'send-email'].map(describeType));
  const trigger = schedule.example.definition.components[0];
  const query = { ...database.example.definition.components[1] };
  const send = { ...mail.example.definition.components[1], id: query.id.replace(/2$/, '3') };
  query.config = { ...query.config, credential: credential('postgresql'), parameters: ['Ada'] };
  send.config = {
    ...send.config,
    credential: credential('smtp'),
    to: 'ada@example.com',
    text: 'Due {{ scheduledFor }}: {{ found.rowCount }} orders, the first has {{ found.rows[0].total }}',
    attachments: [],
  };
  const result = schedule.example.definition.components[1];
  const components = [trigger, query, send, { ...result, config: { value: '{{ mail.accepted }}' } }];
  const connections = components.slice(1).map((to, index) => ({ from: components[index].id, port: 'next', to: to.id }));
  const { placeholderValues } = schedule.example;
  const { session } = await build({ name: 'Daily mail', components, connections }, { placeholderValues });
  expect(session.output).toEqual(['ada@example.com']);
});

test('builds a for-each with its child, and tries one component alone with a pinned output', async () => {
  const { example } = await describeType('for-each');
  const [child] = example.workflows;
  const made = await build({ name: 'Greet', ...child.definition }, { placeholderValues: { name: 'Ada' } });
  expect(made.session.output).toBe('Hello Ada');
  const definition = withIds(example.definition, { [child.id]: made.workflowId });
  const { placeholderValues } = example;
  const { workflowId, session } = await build({ name: 'Greet all', ...definition }, { placeholderValues });
  expect(session.output).toEqual(example.output);
  const [, each, output] = definition.components;
  const pinned = await call('test_workflow', { workflowId, pinnedOutputs: { [each.id]: ['pinned'] } });
  expect(pinned.output).toEqual(['pinned']);
  const alone = { workflowId, componentId: each.id, onlyThisComponent: true, placeholderValues: { names: ['Bob'] } };
  expect((await call('test_workflow', alone)).steps).toMatchObject([{ status: 'SUCCEEDED', output: ['Hello Bob'] }]);
  expect(output.type).toBe('output');
});

test('builds a webhook with a filter and a respond', async () => {
  const webhook = await describeType('webhook');
  expect(webhook.docs).toContain('filter');
  const { components, ...example } = exampleOfGuide();
  const [first, ...others] = components;
  const filter = "request.body.type = 'order.created'";
  const filtering = { ...first, config: { ...first.config, filter } };
  const draft = { ...example, name: 'Created orders', components: [filtering, ...others] };
  const order = { type: 'order.created', id: 7, total: 120 };
  const request = JSON.stringify({ method: 'POST', headers: {}, body: order });
  const { workflowId } = await build(draft, { placeholderValues: { request } });
  // A person creates the token.
  const { token } = await system.api.call<{ token: string }>(
    'POST',
    `/v1/workflows/${workflowId}/components/${first.id}/token`,
  );
  const deliver = async (body: object): Promise<[status: number, body: Answer['body']]> => {
    const answer = await fetch(`${system.ingressUrls[0]}/webhook/${workflowId}`, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return [answer.status, await answer.json()];
  };
  expect(await deliver(order)).toEqual([201, { id: 7, text: 'Order 7: no note' }]);
  expect(await deliver({ ...order, type: 'order.deleted' })).toMatchObject([202, { filtered: true }]);
});

test('builds an agent that works with a workflow', async () => {
  const models = await startModelServer();
  try {
    const fields = { baseUrl: `${models.url}/v1`, apiKey: models.apiKey };
    await system.api.call('POST', '/v1/organization/credentials', { name: 'M', type: 'openai-compatible', ...fields });
    const { items } = await call('list_credentials');
    const { id: credential } = items.find(({ name }: Answer['body']) => name === 'M');
    const [input, agent] = await Promise.all(['input', 'agent'].map(describeType));
    const [start, ...rest] = input.example.definition.components;
    const find = {
      name: 'Find order',
      description: 'Finds an order by its number.',
      components: [
        { ...start, config: { placeholders: [{ key: 'number', type: 'TEXT' }] } },
        ...rest.slice(0, -1),
        { ...rest.at(-1), config: { value: { state: 'sent', number: '{{ number }}' } } },
      ],
      connections: input.example.definition.connections,
    };
    const child = await build(find, { placeholderValues: { number: 'A-1' } });
    const { components, connections } = agent.example.definition;
    const [, works] = components;
    works.config = { ...works.config, credential, tools: [{ workflowId: child.workflowId }] };
    models.answers.push(
      { calls: [{ tool: 'Find_order', arguments: { number: 'A-7' } }] },
      { text: '{"topic":"delivery","urgent":true}' },
    );
    const { placeholderValues } = agent.example;
    const { session } = await build({ name: 'Mails', components, connections }, { placeholderValues });
    expect(session.output).toBe('delivery');
    expect(JSON.stringify(models.requests.at(-1)!.body)).toContain('A-7');
  } finally {
    await models.stop();
  }
});

test('builds an action of an app', async () => {
  const tools = await startToolServer();
  try {
    await addApp(system, { name: 'numbers', kind: 'mcp', url: tools.url });
    const { items } = await call('list_apps');
    const { id: appId } = items.find(({ name }: Answer['body']) => name === 'numbers');
    const found = await call('list_app_operations', { appId, search: 'add' });
    expect(found.items.map(({ key }: Answer['body']) => key)).toEqual(['add']);
    const operation = await call('describe_app_operation', { appId, key: 'add' });
    const argumentsOf = Object.keys(operation.inputSchema.properties);
    const { definition } = (await describeType('app-action')).example;
    const [start, action, output] = definition.components;
    start.config = { placeholders: argumentsOf.map((key) => ({ key, type: 'NUMBER' })) };
    action.config = {
      app: appId,
      version: operation.version,
      action: operation.key,
      arguments: Object.fromEntries(argumentsOf.map((key) => [key, `{{ ${key} }}`])),
    };
    output.config = { value: `{{ ${action.output}.data.sum }}` };
    const { session } = await build({ name: 'Sum', ...definition }, { placeholderValues: { a: 40, b: 2 } });
    expect(session.output).toBe(42);
  } finally {
    tools.stop();
  }
});

test('problems and stale changes are results that a model can act on', async () => {
  const start = { id: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c11', type: 'input', config: { placeholders: [] } };
  const wrong = { id: '7d0f6a3e-5a52-4c1e-9d7c-2f6f1b0a9c12', type: 'condition', config: {} };
  const draft = { name: 'Wrong', components: [start, wrong], connections: [] };
  const { workflowId, etag } = await call('create_workflow', draft);
  const refuse = async (name: string, given: object): Promise<Answer['body']> => {
    const result = (await client.callTool({ name, arguments: given as never })) as Answer['body'];
    expect(result.isError).toBe(true);
    return result;
  };
  const problem = { componentId: wrong.id, path: '/config/expression', code: 'REQUIRED' };
  expect((await call('check_workflow', { workflowId })).problems).toMatchObject([problem]);
  const unpublished = await refuse('publish_workflow', { workflowId, etag });
  expect(unpublished.structuredContent).toMatchObject({ published: false, problems: [problem] });
  await call('update_workflow', { workflowId, etag, ...draft });
  const stale = await refuse('update_workflow', { workflowId, etag, ...draft });
  expect(stale.content[0].text).toMatch(/changed/);
  const unknown = await refuse('create_workflow', { name: 'x', steps: [] });
  expect(unknown.content[0].text).toBe('steps is not a known field');
});
