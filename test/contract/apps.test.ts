import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { addApp, startAppServer, untilRead, type AppServer } from './app-server.ts';
import { chain, component, input, openContractSystem, output, type SharedContractSystem } from './contract-system.ts';
import { runThrough } from './run-components.ts';

const PATH = '/v1/organization/apps';

let system: SharedContractSystem;
let shop: AppServer;
let app: Awaited<ReturnType<typeof addApp>>;

beforeAll(async () => {
  [system, shop] = await Promise.all([openContractSystem(), startAppServer()]);
  app = await addApp(system, { name: 'shop', kind: 'openapi', url: `${shop.url}/openapi.json` });
});
afterAll(() => shop?.stop());
beforeEach(() => {
  shop.seen.length = 0;
  shop.status = 200;
});

const action = (key: string, given: JsonObject, more: JsonObject = {}, of = app): Component =>
  component(
    'app-action',
    { app: of.id, version: of.version, action: key, arguments: given, ...more },
    { output: 'answer' },
  );

test('an app is read, listed and found, and its operations are searched', async () => {
  expect(app).toMatchObject({
    name: 'shop',
    title: 'Shop',
    kind: 'openapi',
    status: 'ready',
    message: null,
    version: 1,
    operationCount: 3,
    baseUrl: shop.url,
    credential: null,
    usedBy: [],
  });
  expect((await system.api.request<{ items: unknown[] }>('GET', PATH)).body.items).toContainEqual(app);
  const list = async (query: string) =>
    (await system.api.request<{ items: { key: string }[] }>('GET', `${PATH}/${app.id}/operations${query}`)).body.items;
  expect(await list('')).toEqual([
    { key: 'orders/get', title: 'Get an order', description: '', group: 'orders', effect: 'none', deprecated: false },
    {
      key: 'orders/create',
      title: 'Create an order',
      description: '',
      group: 'orders',
      effect: 'once',
      deprecated: false,
    },
    { key: 'invoice', title: 'invoice', description: '', group: null, effect: 'none', deprecated: false },
  ]);
  expect((await list('?search=CREATE+order')).map(({ key }) => key)).toEqual(['orders/create']);
  expect(await list('?search=a+b+c+d+e+f+g+h+i+j')).toEqual([]);
  expect(await system.api.request('GET', `${PATH}/${app.id}/operations?search=a+b+c+d+e+f+g+h+i+j+k`)).toMatchObject({
    status: 400,
    body: { message: 'search must have at most 10 words' },
  });
  const long = await system.api.request('GET', `${PATH}/${app.id}/operations?search=${'a'.repeat(101)}`);
  expect(long.status).toBe(400);
  expect((await list('?group=orders&limit=1')).map(({ key }) => key)).toEqual(['orders/get']);
});

test('one search finds the operations of all apps', async () => {
  const search = async (words: string) =>
    (
      await system.api.request<{ items: JsonObject[]; notSearched: number }>(
        'GET',
        `/v1/organization/app-operations?search=${words}`,
      )
    ).body;
  const found = await search('CREATE+order');
  expect(found.notSearched).toBe(0);
  expect(found.items.filter(({ appId }) => appId === app.id)).toEqual([
    {
      ...{ appId: app.id, version: 1, key: 'orders/create', title: 'Create an order', description: '' },
      ...{ group: 'orders', effect: 'once', deprecated: false },
    },
  ]);
  expect(await search('nothing+has+this')).toEqual({ items: [], notSearched: 0 });
  expect(await system.api.request('GET', '/v1/organization/app-operations?search=a+b+c+d+e+f+g+h+i+j+k')).toMatchObject(
    {
      status: 400,
      body: { message: 'search must have at most 10 words' },
    },
  );
});

test('an operation has its schemas, with references that stay', async () => {
  const { body } = await system.api.request('GET', `${PATH}/${app.id}/operations/orders%2Fget`);
  expect(body).toMatchObject({
    key: 'orders/get',
    digest: expect.any(String),
    inputSchema: { properties: { path: { required: ['id'] }, query: { properties: { id: { type: 'array' } } } } },
    outputSchema: { $ref: '#/$defs/Order', $defs: { Order: { properties: { parent: { $ref: '#/$defs/Order' } } } } },
    credentialSuggestions: [{ type: 'http-query', fields: { parameter: 'api_key' } }],
  });
});

test('a call sends each argument to its place and returns the typed body', async () => {
  const given = {
    path: { id: '{{ text }}' },
    query: { id: ['1', '2'], filter: { state: 'open' } },
  };
  const body = await runThrough(
    system,
    [action('orders/get', given)],
    { total: '{{ answer.body.total }}', product: '{{ answer.body.lines[0].product }}' },
    { text: 'A/1' },
  );
  expect(body).toMatchObject({ status: 'SUCCEEDED', output: { total: 12.5, product: 'Lamp' } });
  expect(shop.seen.map(({ url }) => url)).toEqual(['/orders/A%2F1?id=1&id=2&filter%5Bstate%5D=open']);
});

test('a body of another type becomes a file', async () => {
  const body = await runThrough(system, [action('invoice', {})], '{{ answer.body.contentType }}');
  expect(body).toMatchObject({ status: 'SUCCEEDED', output: 'application/pdf' });
});

test('the address of an app can change until its source is read', async () => {
  const failed = await addApp(system, { name: 'moved', kind: 'openapi', url: `${shop.url}/nothing` });
  expect(failed).toMatchObject({ status: 'failed', version: null });
  const address = { url: `${shop.url}/openapi.json` };
  const changed = await system.api.request('PUT', `${PATH}/${failed.id}`, address);
  expect(changed).toMatchObject({ status: 200, body: { status: 'reading', message: null, ...address } });
  expect(await untilRead(system, failed.id)).toMatchObject({ status: 'ready', version: 1, operationCount: 3 });
  const again = await system.api.request('PUT', `${PATH}/${failed.id}`, { url: 'http://example.com/other' });
  expect(again).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('only before the source was read') },
  });
  const sent = await system.api.request<{ id: string }>('POST', PATH, { name: 'sent', kind: 'openapi', document: '{' });
  expect((await system.api.request('PUT', `${PATH}/${sent.body.id}`, address)).status).toBe(409);
});

test('a change without fields returns the app unchanged', async () => {
  const before = await system.api.request('GET', `${PATH}/${app.id}`);
  expect(await system.api.request('PUT', `${PATH}/${app.id}`, {})).toMatchObject({ status: 200, body: before.body });
});

test('the credential of the app signs in, and that of the component wins', async () => {
  const make = async (value: string) => {
    const fields = { type: 'http-query', parameter: 'api_key', value, hosts: ['127.0.0.1'] };
    const path = '/v1/organization/credentials';
    return (await system.api.request<{ id: string }>('POST', path, { name: randomUUID(), ...fields })).body.id;
  };
  const [own, other] = [await make('key-of-the-app'), await make('key-of-the-component')];
  await system.api.call('PUT', `${PATH}/${app.id}`, { credential: own });
  const given = { path: { id: '1' } };
  await runThrough(system, [action('orders/get', given)], 'x');
  await runThrough(system, [action('orders/get', given, { credential: other })], 'x');
  expect(shop.seen.map(({ url }) => url)).toEqual([
    '/orders/1?api_key=key-of-the-app',
    '/orders/1?api_key=key-of-the-component',
  ]);
  await system.api.call('PUT', `${PATH}/${app.id}`, { credential: null });
});

test('a credential that only an app uses names it, and is deleted only with force', async () => {
  const path = '/v1/organization/credentials';
  const content = { name: randomUUID(), type: 'http-bearer', token: 'the token of the app' };
  const { id } = (await system.api.request<{ id: string }>('POST', path, content)).body;
  await system.api.call('PUT', `${PATH}/${app.id}`, { credential: id });
  const read = await system.api.request<{ usedBy: unknown[] }>('GET', `${path}/${id}`);
  expect(read.body.usedBy).toEqual([{ appId: app.id, name: 'shop', published: true }]);
  const refused = await system.api.request('DELETE', `${path}/${id}`);
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('apps: shop') } });
  expect((await system.api.request('DELETE', `${path}/${id}?force=true`)).status).toBe(204);
  await system.api.call('PUT', `${PATH}/${app.id}`, { credential: null });
});

test('a call that must happen once has a key, and a failed one has the response', async () => {
  shop.status = 422;
  const create = action('orders/create', { body: { product: 'Lamp', amount: 1 } });
  const body = await runThrough(system, [create], 'x');
  expect(body).toMatchObject({
    status: 'FAILED',
    error: { code: 'HTTP_STATUS', message: 'POST /orders answered 422' },
  });
  expect(shop.seen).toEqual([
    expect.objectContaining({
      headers: expect.objectContaining({
        'idempotency-key': `${body.sessionId}:1:${create.id}:0`,
        'content-type': 'application/json',
      }),
      body: '{"product":"Lamp","amount":1}',
    }),
  ]);
});

interface Problem {
  path: string;
  code: string;
  message: string;
}

async function problemsOf(...components: Component[]): Promise<Problem[]> {
  const created = await system.api.request<{ id: string }>('POST', '/v1/workflows', {
    name: 'Checked',
    components,
    connections: [],
  });
  const { body } = await system.api.request<{ problems?: Problem[] }>(
    'POST',
    `/v1/workflows/${created.body.id}/publish`,
  );
  return body.problems ?? [];
}

test('publishing names missing apps, versions and actions, and wrong constant arguments', async () => {
  const gone = randomUUID();
  const components = [
    action('orders/get', {}, { app: gone }),
    action('orders/get', {}, { version: 9 }),
    action('nope', {}),
    action('orders/create', { body: { amount: 0, product: '{{ 1 }}' }, query: { a: 1 } }),
  ].map((one, index) => ({ ...one, output: `answer${index}` }));
  expect((await problemsOf(...components)).map(({ path, message }) => `${path}: ${message}`)).toEqual([
    `/config/app: There is no app ${gone}`,
    '/config/version: The app shop has no version 9',
    '/config/action: Version 1 of the app shop has no action nope',
    '/config/arguments/body/amount: config.arguments.body.amount must be at least 1',
    '/config/arguments/query: config.arguments.query is not a known argument',
  ]);
});

test('fields of the output that the schema does not name are a problem', async () => {
  const reads = component('transform', { expression: 'answer.body.nope' }, { output: 'x' });
  const get = action('orders/get', { path: { id: '1' } });
  const created = await system.api.request<{ id: string }>('POST', '/v1/workflows', {
    name: 'Typed',
    components: [get, reads],
    connections: [{ from: get.id, port: 'next', to: reads.id }],
  });
  const { body } = await system.api.request<{ problems: Problem[] }>(
    'POST',
    `/v1/workflows/${created.body.id}/check`,
    {},
  );
  expect(body.problems.map(({ code }) => code)).toContain('PLACEHOLDER_FIELD_UNKNOWN');
});

test('a refresh makes a version where something changed, and the old one goes on', async () => {
  const server = await startAppServer();
  try {
    const first = await addApp(system, { name: 'renamed', kind: 'openapi', url: `${server.url}/openapi.json` });
    const get = action('orders/get', { path: { id: '1' } }, {}, first);
    const workflowId = await system.api.publish('Pinned', { components: [get], connections: [] });
    const refresh = async () => {
      await system.api.call('POST', `${PATH}/${first.id}/refresh`);
      return untilRead(system, first.id);
    };
    expect(await refresh()).toMatchObject({ version: 1, status: 'ready' });
    const paths = server.document['paths'] as Record<string, Record<string, JsonObject>>;
    const parameters = (paths['/orders/{id}'] as Record<string, JsonObject>)['get']?.['parameters'] as JsonObject[];
    parameters[0]!['name'] = 'identifier';
    delete paths['/invoice'];
    expect(await refresh()).toMatchObject({ version: 2, operationCount: 2 });
    const { body } = await system.api.request<{ items: unknown[] }>('GET', `${PATH}/${first.id}/versions`);
    expect(body.items).toMatchObject([
      {
        version: 2,
        added: [],
        removed: ['invoice'],
        changed: ['orders/get'],
        touches: [{ workflowId, name: 'Pinned', published: true }],
      },
      { version: 1, added: ['orders/get', 'orders/create', 'invoice'], removed: [], changed: [], touches: [] },
    ]);
    const run = await system.api.run(workflowId, get.id, {}, { prefer: 'wait=60' });
    expect(run.body).toMatchObject({ status: 'SUCCEEDED' });
    server.stop();
    const failed = await refresh();
    expect(failed).toMatchObject({ version: 2, status: 'ready', message: expect.stringContaining('did not answer') });
    const refused = await system.api.request('DELETE', `${PATH}/${first.id}`);
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('Pinned') } });
    expect((await system.api.request('DELETE', `${PATH}/${first.id}?force=true`)).status).toBe(204);
    const after = await system.api.run(workflowId, get.id, {}, { prefer: 'wait=60' });
    expect(after.body).toMatchObject({ status: 'FAILED', error: { code: 'APP_MISSING' } });
  } finally {
    server.stop();
  }
});

/** Runs a call of an operation in a TEST session. */
async function testRun(key: string, given: JsonObject, more: JsonObject = {}) {
  const [start, call] = [input(), action(key, given, more)];
  const definition = chain(start, call, output('{{ answer.status }}'));
  const { id } = await system.api.call<{ id: string }>('POST', '/v1/workflows', { name: 'Tested', ...definition });
  const run = { workflowId: id, componentId: start.id, mode: 'TEST', placeholderValues: {} };
  const { sessionId } = await system.api.call<{ sessionId: string }>('POST', '/v1/workflow/run', run);
  const ended = await system.api.untilEnded(sessionId);
  const { items } = await system.api.call<{ items: JsonObject[] }>('GET', `/v1/sessions/${sessionId}/steps`);
  return { ended, input: items.find(({ componentId }) => componentId === call.id)?.['input'] };
}

test('a TEST run without a credential calls nothing if the operation needs a sign-in', async () => {
  const { ended, input: recorded } = await testRun('orders/get', { path: { id: '1' } });
  expect(ended).toMatchObject({ status: 'SUCCEEDED', output: 0 });
  expect(recorded).toMatchObject({ standIn: expect.stringContaining('stand-in') });
  expect(shop.seen).toEqual([]);
});

test.each([{}, { credential: '' }])('a TEST run calls an operation that needs no sign-in: %j', async (more) => {
  const { ended } = await testRun('invoice', {}, more);
  expect(ended).toMatchObject({ status: 'SUCCEEDED', output: 200 });
  expect(shop.seen.map(({ url }) => url)).toEqual(['/invoice']);
});

test('a TEST run with the credential of the app calls the operation', async () => {
  const key = { name: randomUUID(), type: 'http-query', parameter: 'api_key', value: 'the-key', hosts: ['127.0.0.1'] };
  const { id } = await system.api.call<{ id: string }>('POST', '/v1/organization/credentials', key);
  await system.api.call('PUT', `${PATH}/${app.id}`, { credential: id });
  const { ended } = await testRun('orders/get', { path: { id: '1' } });
  expect(ended).toMatchObject({ status: 'SUCCEEDED', output: 200 });
  expect(shop.seen.map(({ url }) => url)).toEqual(['/orders/1?api_key=the-key']);
  await system.api.call('PUT', `${PATH}/${app.id}`, { credential: null });
});
