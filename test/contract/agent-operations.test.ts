import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { openAgentLab, type AgentLab } from './agent-lab.ts';
import { addApp, startAppServer, untilRead, type AppServer } from './app-server.ts';
import { chain, input } from './contract-system.ts';
import { startToolServer, type ToolServer } from './tool-server.ts';

let lab: AgentLab;
let shop: AppServer;
let tools: ToolServer;
let shopApp: Awaited<ReturnType<typeof addApp>>;
let toolsApp: Awaited<ReturnType<typeof addApp>>;

beforeAll(async () => {
  [lab, shop, tools] = await Promise.all([openAgentLab(), startAppServer(), startToolServer()]);
  [shopApp, toolsApp] = await Promise.all([
    addApp(lab.system, { name: 'agent-shop', kind: 'openapi', url: `${shop.url}/openapi.json` }),
    addApp(lab.system, { name: 'agent-tools', kind: 'mcp', url: tools.url }),
  ]);
});
afterAll(async () => {
  shop?.stop();
  tools?.stop();
  await lab?.server.stop();
});
beforeEach(() => {
  for (const list of [lab.server.answers, lab.server.requests, shop.seen, tools.calls]) list.length = 0;
  shop.status = 200;
  Object.assign(tools, { renamed: false, cuts: false, refusesWith: null, gate: null });
});

const ofShop = (actions: string[], more: JsonObject = {}) => ({
  ...{ app: shopApp.id, version: shopApp.version, actions },
  ...more,
});
const ofTools = (actions: string[], more: JsonObject = {}) => ({
  ...{ app: toolsApp.id, version: toolsApp.version, actions },
  ...more,
});

/** Runs an agent with these tools. @returns its session, its turns and calls, and what the model got as results */
async function run(config: JsonObject) {
  const sessionId = await lab.start(lab.agent(config), input('n'), { n: '7' });
  const ended = await lab.system.api.untilEnded(sessionId);
  const parts = await lab.partsOf(sessionId);
  return {
    ended,
    calls: parts.filter(({ kind }) => kind === 'tool'),
    results: resultsIn(lab.server.requests.at(-1)!.body),
  };
}

function resultsIn({ messages }: JsonObject): string[] {
  return (messages as JsonObject[]).filter(({ role }) => role === 'tool').map(({ content }) => String(content));
}

const call = (tool: string, given: JsonObject) => ({ tool, arguments: given });

test('the model gets the operations with their schemas, and calls them side by side', async () => {
  lab.server.answers.push(
    {
      calls: [
        call('orders_get', { path: { id: 'A 1' }, query: { id: ['1', '2'] } }),
        call('orders_create', { body: { product: 'Lamp', amount: 2 } }),
        call('add', { a: 40, b: 2 }),
        call('picture', {}),
      ],
    },
    { text: 'Done.' },
  );
  const { ended, calls, results } = await run({
    tools: [ofShop(['orders/get', 'orders/create']), ofTools(['add', 'picture'])],
  });
  expect(ended).toMatchObject({ status: 'SUCCEEDED', output: 'Done.' });

  const offered = (lab.server.requests[0]!.body['tools'] as { function: JsonObject }[]).map((one) => one.function);
  expect(offered.map(({ name, description }) => [name, description])).toEqual([
    ['orders_get', 'Get an order'],
    ['orders_create', 'Create an order'],
    ['add', 'Add numbers. Adds two numbers.'],
    ['picture', ''],
    ['read_result', expect.any(String)],
  ]);
  expect(offered[1]!['parameters']).toMatchObject({
    type: 'object',
    properties: { body: { $ref: '#/$defs/NewOrder' } },
    required: ['body'],
    $defs: { NewOrder: { allOf: [{ $ref: '#/$defs/Line' }, {}] }, Line: { required: ['product'] } },
  });
  expect(JSON.stringify(offered[1]!['parameters'])).not.toContain('"Order"');

  expect(shop.seen.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual([
    'GET /orders/A%201?id=1&id=2',
    'POST /orders',
  ]);
  const created = shop.seen.find(({ method }) => method === 'POST')!;
  expect([JSON.parse(created.body), created.headers['idempotency-key']]).toEqual([
    { product: 'Lamp', amount: 2 },
    expect.stringMatching(/:3$/),
  ]);
  expect(shop.seen.find(({ method }) => method === 'GET')!.headers['idempotency-key']).toBeUndefined();
  expect(calls.map(({ tool, status, input: given }) => [tool, status, given])).toEqual([
    ['orders_get', 'SUCCEEDED', { path: { id: 'A 1' }, query: { id: ['1', '2'] } }],
    ['orders_create', 'SUCCEEDED', { body: { product: 'Lamp', amount: 2 } }],
    ['add', 'SUCCEEDED', { a: 40, b: 2 }],
    ['picture', 'SUCCEEDED', {}],
  ]);
  expect(results.map((text) => JSON.parse(text) as unknown)).toEqual([
    { status: 200, headers: expect.anything(), body: expect.objectContaining({ id: 'A 1', total: 12.5 }) },
    { status: 200, headers: expect.anything(), body: expect.objectContaining({ id: 'A 1' }) },
    { text: 'The sum is 42', data: { sum: 42 } },
    { text: '', files: [expect.objectContaining({ contentType: 'image/png', fileId: expect.any(String) })] },
  ]);
});

test.each<[string, () => void, string, JsonObject, RegExp[]]>([
  [
    'wrong arguments',
    () => undefined,
    'orders_create',
    { body: { product: 7, amount: 0 } },
    [/Wrong arguments/, /body\.product must be a text/, /body\.amount must be at least 1/],
  ],
  ['a text with braces is no template', () => undefined, 'add', { a: '{{ 1 }}', b: 2 }, [/a must be a number/]],
  ['an unknown argument', () => undefined, 'orders_get', { path: { id: '1' }, x: 1 }, [/x is not a known argument/]],
  ['an unknown tool', () => undefined, 'orders_delete', {}, [/tool 'orders_delete'/, /orders_get, orders_create, add/]],
  ['a tool that fails', () => undefined, 'fails', {}, [/TOOL_FAILED/, /There is no such order/]],
  ['a tool that changed', () => (tools.renamed = true), 'add', { a: 1, b: 2 }, [/TOOL_CHANGED/, /add/]],
  ['an error with its answer', () => (shop.status = 422), 'orders_get', { path: { id: '1' } }, [/422/, /"total":12.5/]],
  ['a server that is busy', () => (tools.refusesWith = 503), 'add', { a: 1, b: 2 }, [/APP_UNREACHABLE/, /503/]],
  ['a lost answer', () => (tools.cuts = true), 'note', { text: 'x' }, [/OUTCOME_UNKNOWN/, /note/]],
  ['a lost answer without an effect', () => (tools.cuts = true), 'add', { a: 1, b: 2 }, [/APP_UNREACHABLE/]],
])('%s is a result for the model', async (_what, prepare, tool, given, words) => {
  prepare();
  lab.server.answers.push({ calls: [call(tool, given)] }, { text: 'I see.' });
  const { ended, results, calls } = await run({
    tools: [ofShop(['orders/get', 'orders/create']), ofTools(['add', 'note', 'fails'])],
  });
  expect(ended).toMatchObject({ status: 'SUCCEEDED', output: 'I see.' });
  expect(calls.map(({ status }) => status)).toEqual(['FAILED']);
  for (const word of words) expect(results[0]).toMatch(word);
});

test('a call waits for a person if the condition over its arguments and their groups is true', async () => {
  const create = (amount: number) => call('orders_create', { body: { product: 'Lamp', amount } });
  lab.server.answers.push({ calls: [create(2), create(20)] }, { text: 'Done.' });
  const config = { tools: [ofShop(['orders/create'], { approval: { when: 'body.amount > 10' } })] };
  const sessionId = await lab.start(lab.agent(config), input('n'), { n: '7' });
  const asked = await lab.untilAsked(sessionId);
  expect(asked).toMatchObject({
    title: expect.stringMatching(/^orders_create for /),
    message: expect.stringContaining('20'),
  });
  expect(shop.seen.map(({ body }) => body)).toEqual([JSON.stringify({ product: 'Lamp', amount: 2 })]);
  await lab.system.api.call('POST', `/v1/approvals/${String(asked['id'])}`, { choice: 'approve', comment: 'fine' });
  expect(await lab.system.api.untilEnded(sessionId)).toMatchObject({ status: 'SUCCEEDED' });
  expect(shop.seen).toHaveLength(2);
  const [, second] = (await lab.partsOf(sessionId)).filter(({ kind }) => kind === 'tool');
  expect(second).toMatchObject({ status: 'SUCCEEDED', approval: { choice: 'approve', comment: 'fine' } });
});

test('a call without an argument that the condition names waits for a person', async () => {
  lab.server.answers.push({ calls: [call('orders_get', { path: { id: '1' } })] }, { text: 'Done.' });
  const config = { tools: [ofShop(['orders/get', 'orders/create'], { approval: { when: 'body.amount > 10' } })] };
  const sessionId = await lab.start(lab.agent(config), input('n'), { n: '7' });
  const asked = await lab.untilAsked(sessionId);
  expect(shop.seen).toEqual([]);
  await lab.system.api.call('POST', `/v1/approvals/${String(asked['id'])}`, { choice: 'approve' });
  expect(await lab.system.api.untilEnded(sessionId)).toMatchObject({ status: 'SUCCEEDED' });
  expect(shop.seen).toHaveLength(1);
});

test('a large result is read in parts', async () => {
  const large = 'x'.repeat(50_000);
  lab.server.answers.push(
    { calls: [call('note', { text: large })] },
    { calls: [call('read_result', { id: '2', offset: 0, length: 40 })] },
    { text: 'Read.' },
  );
  const { ended, results } = await run({ tools: [ofTools(['note'])] });
  expect(ended).toMatchObject({ status: 'SUCCEEDED', output: 'Read.' });
  expect(JSON.parse(results[0]!)).toMatchObject({ id: '2', characters: expect.any(Number) });
  expect((JSON.parse(results[1]!) as JsonObject)['part']).toMatch(/^\{"text":"\{\\"noted\\":\\"xxx/);
});

test('at most sixteen calls run at the same time, together with workflows', async () => {
  let open = 0;
  let most = 0;
  tools.gate = async (method) => {
    if (method !== 'tools/call') return;
    most = Math.max(most, (open += 1));
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
  };
  const look = await lab.tool('Look', '"seen"');
  const calls = Array.from({ length: 40 }, (_, n) =>
    n % 4 === 0 ? call('Look', { number: String(n) }) : call('add', { a: n, b: 1 }),
  );
  lab.server.answers.push({ calls }, { text: 'Done.' });
  const { ended, results } = await run({ tools: [{ workflowId: look }, ofTools(['add'])] });
  expect(ended).toMatchObject({ status: 'SUCCEEDED' });
  expect(results).toHaveLength(40);
  expect(tools.calls).toHaveLength(30);
  expect(most).toBeLessThanOrEqual(16);
});

test('cancelling a session ends a call that is under way', async () => {
  const reached = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  tools.gate = async (method) => {
    if (method !== 'tools/call') return;
    reached.resolve();
    await ended.promise;
  };
  lab.server.answers.push({ calls: [call('note', { text: 'x' })] });
  const sessionId = await lab.start(lab.agent({ tools: [ofTools(['note'])] }), input('n'), { n: '7' });
  await reached.promise;
  await lab.system.api.call('POST', `/v1/sessions/${sessionId}/cancel`);
  expect(await lab.system.api.untilEnded(sessionId)).toMatchObject({ status: 'CANCELLED' });
  ended.resolve();
  expect((await lab.partsOf(sessionId)).map(({ status }) => status)).toEqual(['SUCCEEDED', 'CANCELLED']);
});

test('a call that exceeds the time of a turn is a result; its outcome is unknown if it must happen once', async () => {
  const ended = Promise.withResolvers<void>();
  tools.gate = async (method) => (method === 'tools/call' ? ended.promise : undefined);
  lab.server.answers.push({ calls: [call('note', { text: 'x' }), call('add', { a: 1, b: 2 })] }, { text: 'Late.' });
  const { ended: session, results } = await run({ tools: [ofTools(['note', 'add'])], turnTimeoutSeconds: 3 });
  ended.resolve();
  expect(session).toMatchObject({ status: 'SUCCEEDED', output: 'Late.' });
  expect(results).toEqual([
    expect.stringMatching(/^OUTCOME_UNKNOWN: .*3 s/),
    expect.stringMatching(/^STEP_TIMEOUT: .*3 s/),
  ]);
});

test('calls of operations count towards the time limit of the agent', async () => {
  const ended = Promise.withResolvers<void>();
  tools.gate = async (method) => (method === 'tools/call' ? ended.promise : undefined);
  lab.server.answers.push({ calls: [call('add', { a: 1, b: 2 })] }, { text: 'Late.' });
  const agent = { ...lab.agent({ tools: [ofTools(['add'])] }), timeoutSeconds: 2 };
  const sessionId = await lab.start(agent, input('n'), { n: '7' });
  expect(await lab.system.api.untilEnded(sessionId)).toMatchObject({
    error: { code: 'AGENT_LIMIT', message: expect.stringContaining('timeoutSeconds') },
  });
  ended.resolve();
});

test('an app knows the agents that use it, and its deletion ends their next run', async () => {
  const server = await startAppServer();
  try {
    const app = await addApp(lab.system, { name: 'agent-used', kind: 'openapi', url: `${server.url}/openapi.json` });
    const { api } = lab.system;
    const path = `/v1/organization/apps/${app.id}`;
    const start = input('n');
    const tool = { app: app.id, version: app.version, actions: ['invoice', 'orders/get'] };
    const id = await api.publish('Uses it', chain(start, lab.agent({ tools: [tool] })));
    const use = { workflowId: id, name: 'Uses it', published: true };
    expect(await api.call('GET', path)).toMatchObject({ usedBy: [use] });
    delete (server.document['paths'] as JsonObject)['/invoice'];
    await api.call('POST', `${path}/refresh`);
    await untilRead(lab.system, app.id);
    const { items } = await api.call<{ items: JsonObject[] }>('GET', `${path}/versions`);
    expect(items[0]).toMatchObject({ version: 2, removed: ['invoice'], touches: [use] });
    expect(await api.request('DELETE', path)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Uses it') },
    });
    await api.request('DELETE', `${path}?force=true`);
    const run = await api.run(id, start.id, { n: '7' }, { prefer: 'wait=60' });
    expect(run.body).toMatchObject({ status: 'FAILED', error: { code: 'APP_MISSING' } });
  } finally {
    server.stop();
  }
});

test('a credential of a tool signs its calls in instead of the credential of the app', async () => {
  const make = (value: string) =>
    lab.system.api.call<{ id: string }>('POST', '/v1/organization/credentials', {
      ...{ name: `key ${value}`, type: 'http-query', parameter: 'api_key', value, hosts: ['127.0.0.1'] },
    });
  const [ofApp, ofTool] = [await make('key-of-app'), await make('key-of-tool')];
  const path = `/v1/organization/apps/${shopApp.id}`;
  await lab.system.api.call('PUT', path, { credential: ofApp.id });
  const get = call('orders_get', { path: { id: '1' } });
  for (const more of [{}, { credential: ofTool.id }]) {
    lab.server.answers.push({ calls: [get] }, { text: 'Done.' });
    await run({ tools: [ofShop(['orders/get'], more)] });
  }
  await lab.system.api.call('PUT', path, { credential: null });
  expect(shop.seen.map(({ url }) => url)).toEqual(
    ['key-of-app', 'key-of-tool'].map((key) => `/orders/1?api_key=${key}`),
  );
});
