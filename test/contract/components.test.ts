import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Component, Connection, JsonObject } from '@workflow/workflow-model';
import { chain, component, input, link, output, startContractSystem, type Answer, type ContractSystem } from './contract-system.ts';

interface Call {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let system: ContractSystem;
let server: Server;
let url: string;
const calls: Call[] = [];
let underWay = 0;
let peak = 0;

/** A third party: `?status=` and `?ms=` say how it answers, `/flaky` fails twice. */
async function startThirdParty(): Promise<void> {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
      calls.push(call);
      const { pathname, searchParams } = new URL(call.url, 'http://third');
      const tries = calls.filter((earlier) => earlier.url === call.url).length;
      peak = Math.max(peak, ++underWay);
      setTimeout(() => {
        underWay -= 1;
        response.statusCode = pathname === '/flaky' && tries < 3 ? 503 : Number(searchParams.get('status') ?? 200);
        response.setHeader('content-type', pathname === '/text' ? 'text/plain' : 'application/json');
        response.end(pathname === '/text' ? 'plain' : JSON.stringify({ echo: call.body, tries }));
      }, Number(searchParams.get('ms') ?? 0)).unref();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  await startThirdParty();
  system = await startContractSystem({ env: { HTTP_ALLOWED_ADDRESSES: '127.0.0.1' } });
}, 60_000);

afterAll(async () => {
  server?.close();
  server?.closeAllConnections();
  await system?.stop();
}, 60_000);

const VALUES = [
  { key: 'text', type: 'TEXT' }, { key: 'number', type: 'NUMBER' }, { key: 'flag', type: 'BOOLEAN' }, { key: 'list', type: 'LIST' }, { key: 'json', type: 'JSON' },
  { key: 'order', type: 'OBJECT', fields: [{ key: 'total', type: 'NUMBER' }, { key: 'note', type: 'TEXT' }] },
];

/** An `input` of one placeholder of each type, these components, and an `output`. */
async function through(middle: Component[], value: JsonObject | string, placeholderValues: JsonObject = {}): Promise<Answer['body']> {
  return (await system.runChain([input(...VALUES), ...middle, output(value)], placeholderValues)).body;
}

async function graph(components: Component[], connections: Connection[], placeholderValues: JsonObject = {}): Promise<Answer['body']> {
  const workflowId = await system.api.publish('Graph', { components, connections });
  return (await system.api.run(workflowId, components[0]!.id, placeholderValues, { prefer: 'wait=20' })).body;
}

describe('templates', () => {
  test('that are a whole string keep the type, others become text', async () => {
    const body = await through([], { n: '{{ number }}', f: '{{ flag }}', l: '{{ list }}', o: '{{ order }}', j: '{{ json }}', sum: '{{ number + 1 }}', mixed: 'no {{ number }}, {{ flag }}' },
      { number: 5, flag: 'true', list: '[p]', 'order.total': 1, json: [[1]] });
    expect(body.output).toEqual({ n: 5, f: true, l: ['p'], o: { total: 1 }, j: [[1]], sum: 6, mixed: 'no 5, true' });
  });

  test.each([
    ['{{ text }}', 'text'], ['Hi {{ text }}', 'text'], ['{{ order.note }}', 'order.note'], ['{{ number + 1 }}', 'number'], ['{{ $uppercase(text) }}', 'text'],
  ])('%s fails without a value and names %s', async (template, missing) => {
    const body = await through([], template);
    expect(body).toMatchObject({ status: 'FAILED', error: { code: 'PLACEHOLDER_MISSING', message: `placeholder ${missing} has no value` } });
  });

  test.each([['{{ text ?? "none" }}', 'none'], ['{{ $exists(text) ? text : "none" }}', 'none'], ['{{ order.note ?? "none" }}', 'none'], ['{{ $exists(order.note) }}', false]])('%s is guarded', async (template, expected) => {
    expect((await through([], template)).output).toBe(expected);
  });
});

describe('json-parse', () => {
  const parse = component('json-parse', { source: '{{ text }}', fields: [{ key: 'total', type: 'NUMBER' }, { key: 'who', type: 'OBJECT', fields: [{ key: 'name', type: 'TEXT' }, { key: 'nick', type: 'TEXT', optional: true }] }] }, { output: 'parsed' });

  test.each<[string, string, object]>([
    ['ignores what is not declared', '{"total":1,"who":{"name":"Ada","age":2},"x":3}', { status: 'SUCCEEDED', output: { total: 1, who: { name: 'Ada' } } }],
    ['names a missing field', '{"who":{"name":"Ada"}}', { status: 'FAILED', error: { code: 'FIELD_INVALID', message: expect.stringContaining('total is required') } }],
    ['names a wrong field', '{"total":1,"who":{"name":2}}', { status: 'FAILED', error: { code: 'FIELD_INVALID', message: expect.stringContaining('who.name must be a string') } }],
    ['fails on what is not JSON', '{', { status: 'FAILED', error: { code: 'JSON_INVALID', componentId: parse.id } }],
  ])('%s', async (_what, text, expected) => {
    expect(await through([parse], '{{ parsed }}', { text })).toMatchObject(expected);
  });
});

describe('ways', () => {
  test.each([[20, 'large'], [5, 'middle'], [1, 'default']])('switch takes the first true case: %d goes by %s', async (number, port) => {
    const start = input(...VALUES);
    const choose = component('switch', { cases: [{ port: 'large', expression: 'number > 10' }, { port: 'middle', expression: 'number > 3' }] });
    const ends = ['large', 'middle', 'default'].map((each) => ({ port: each, end: output(each) }));
    const body = await graph([start, choose, ...ends.map(({ end }) => end)], [link(start, choose), ...ends.map(({ port: each, end }) => link(choose, end, each))], { number });
    expect(body).toMatchObject({ status: 'SUCCEEDED', output: port });
  });

  test('a join behind a condition runs once one way is decided to be taken', async () => {
    const start = input(...VALUES);
    const ask = component('condition', { expression: 'number > 3' });
    const [yes, no] = [component('transform', { expression: '"yes"', type: 'TEXT' }, { output: 'yes' }), component('transform', { expression: '"no"', type: 'TEXT' }, { output: 'no' })];
    const end = output('{{ yes ?? no }}');
    const connections = [link(start, ask), link(ask, yes, 'true'), link(ask, no, 'false'), link(yes, end), link(no, end)];
    for (const [number, expected] of [[5, 'yes'], [1, 'no']] as const) expect((await graph([start, ask, yes, no, end], connections, { number })).output).toBe(expected);
  });

  test('the last output of the definition counts, and none is null', async () => {
    const start = input();
    const [one, two] = [output('one'), output('two')];
    expect((await graph([start, two, one], [link(start, one), link(start, two)])).output).toBe('one');
    expect(await graph([input()], [])).toMatchObject({ status: 'SUCCEEDED', output: null });
  });

  test('the error port takes a failure, with error for the components behind it', async () => {
    const start = input();
    const bad = component('transform', { expression: '$error("boom")', type: 'TEXT' }, { output: 'never' });
    const taken = output({ error: '{{ error }}' });
    const body = await graph([start, bad, taken, output('next')], [link(start, bad), link(bad, taken, 'error')]);
    expect(body).toMatchObject({ status: 'SUCCEEDED', error: null, output: { error: { code: 'EXPRESSION_ERROR', message: 'boom', componentId: bad.id } } });
  });

  test('a failure that nothing takes ends the session at once, and what is under way with it', async () => {
    const start = input();
    const slow = component('http-request', { method: 'GET', url: `${url}/?ms=10000` });
    const bad = component('transform', { expression: '$error("boom")', type: 'TEXT' });
    const after = output('after');
    const before = performance.now();
    const body = await graph([start, slow, bad, after], [link(start, slow), link(start, bad), link(slow, after)]);
    expect(body).toMatchObject({ status: 'FAILED', output: null, error: { message: 'boom', componentId: bad.id } });
    expect(performance.now() - before).toBeLessThan(8_000);
    const steps = await system.api.steps(body.sessionId);
    expect(steps.find((step) => step.componentId === after.id)).toBeUndefined();
  });
});

describe('http-request', () => {
  const request = (config: JsonObject, more: Partial<Component> = {}): Component => component('http-request', { method: 'GET', ...config }, { output: 'answer', ...more });

  test('sends method, query, headers and body, and gives status, headers and body', async () => {
    const body = await through([request({ method: 'POST', url: `${url}/path?a=1`, query: { b: '{{ text }}' }, headers: { 'X-Text': '{{ text }}' }, body: { n: '{{ number }}' } })],
      { status: '{{ answer.status }}', type: "{{ $lookup(answer.headers, 'content-type') }}", echo: '{{ answer.body.echo }}' }, { text: 'x y', number: 4 });
    expect(body.output).toEqual({ status: 200, type: 'application/json', echo: '{"n":4}' });
    expect(calls.at(-1)).toMatchObject({ method: 'POST', url: '/path?a=1&b=x+y', headers: { 'x-text': 'x y', 'content-type': 'application/json' } });
  });

  test.each<[string, JsonObject | string, string]>([
    ['form', { a: '{{ text }}', b: ['1', '2'] }, 'a=x+y&b=1&b=2'],
    ['text', 'so {{ text }}', 'so x y'],
    ['json', '{{ list }}', '["p"]'],
  ])('sends a body of type %s', async (bodyType, body, sent) => {
    expect((await through([request({ method: 'POST', url: `${url}/`, bodyType, body })], '{{ answer.body.echo }}', { text: 'x y', list: ['p'] })).output).toBe(sent);
  });

  test.each<[string, JsonObject, Partial<Component>, object]>([
    ['a body that is no JSON is text', { url: '/text' }, {}, { output: 'plain' }],
    ['404 fails the step', { url: '/?status=404' }, {}, { error: { code: 'HTTP_STATUS' } }],
    ['500 goes on with acceptAnyStatus', { url: '/?status=500', acceptAnyStatus: true }, {}, { status: 'SUCCEEDED' }],
    ['a silent server ends with the time-out', { url: '/?ms=5000' }, { timeoutSeconds: 0.3 }, { error: { code: 'STEP_TIMEOUT' } }],
    ['one attempt is the default', { url: '/?status=503' }, {}, { error: { code: 'HTTP_STATUS' } }],
    ['more attempts are made when asked for', { url: '/flaky' }, { retry: { maxAttempts: 3, backoffSeconds: 0.05 } }, { status: 'SUCCEEDED' }],
  ])('%s', async (_what, config, more, expected) => {
    const path = config['url'] as string;
    expect(await through([request({ ...config, url: url + path }, more)], '{{ answer.body }}')).toMatchObject(expected);
  });

  test('every try of a step has the same Idempotency-Key', () => {
    const keys = calls.filter((call) => call.url === '/flaky').map((call) => call.headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^[0-9a-f-]{36}:1:[0-9a-f-]{36}:0$/)]));
    expect(calls.filter((call) => call.url === '/?status=503')).toHaveLength(1);
  });

  test('a secret is sent, and masked wherever it is shown', async () => {
    await system.api.request('PUT', '/v1/organization/secrets/token', { value: 'hush-hush-123' });
    const body = await through([request({ method: 'POST', url: `${url}/`, headers: { authorization: "Bearer {{ $secret('token') }}" }, body: '{{ text }}' })], '{{ answer.body.echo }}', { text: 'x' });
    expect(calls.at(-1)!.headers.authorization).toBe('Bearer hush-hush-123');
    const steps = await system.api.steps(body.sessionId);
    expect(steps.find((step) => step.input !== null)?.input).toMatchObject({ headers: { authorization: 'Bearer ***' } });
    expect(JSON.stringify([body, steps])).not.toContain('hush');
  });
});

describe('code', () => {
  test.each<[string, string, string, object]>([
    ['returns a value of its type', 'return placeholders.order.total * 2', 'NUMBER', { output: 6 }],
    ['sees no value as undefined', 'return placeholders.text === undefined', 'BOOLEAN', { output: true }],
    ['fails when it throws', 'throw new Error("bad")', 'TEXT', { error: { code: 'CODE_ERROR', message: expect.stringContaining('bad') } }],
    ['fails when the type is another', 'return "x"', 'NUMBER', { error: { code: 'FIELD_INVALID' } }],
    ['has no process, no modules and no network', 'return [typeof process, typeof require, typeof fetch]', 'LIST', { output: ['undefined', 'undefined', 'undefined'] }],
  ])('%s', async (_what, source, type, expected) => {
    expect(await through([component('code', { source, type }, { output: 'result' })], '{{ result }}', { 'order.total': 3 })).toMatchObject(expected);
  });
});

describe('delay', () => {
  test.each([['a number', { seconds: 1 }], ['a template', { seconds: '{{ number }}' }], ['a time', { until: '{{ text }}' }]])('of %s', async (_what, config) => {
    const until = Date.now() + 1_000;
    const body = await through([component('delay', config)], 'waited', { number: 1, text: new Date(until).toISOString() });
    expect(body).toMatchObject({ status: 'SUCCEEDED', output: 'waited' });
    expect(Date.now()).toBeGreaterThanOrEqual(until - 50);
  });
});

describe('children', () => {
  const child = input({ key: 'item', type: 'JSON' });
  let childId: string;

  beforeAll(async () => {
    const call = component('http-request', { method: 'GET', url: `${url}/?ms={{ 300 - item * 40 }}` }, { output: 'answer' });
    childId = await system.api.publish('Child', chain(child, call, output('{{ item * 10 }}')));
  });

  const each = (config: JsonObject = {}): Component => component('for-each', { items: '{{ json }}', workflowId: childId, componentId: child.id, itemKey: 'item', ...config }, { output: 'all' });

  test('run-workflow gives the session, its status and its output', async () => {
    const start = component('run-workflow', { workflowId: childId, componentId: child.id, placeholderValues: { item: '{{ number }}' }, wait: true }, { output: 'child' });
    const { output: result } = await through([start], '{{ child }}', { number: 3 });
    expect(result).toMatchObject({ status: 'SUCCEEDED', output: 30 });
    const { body } = await system.api.request('GET', `/v1/sessions/${result.sessionId}`);
    expect(body).toMatchObject({ trigger: 'WORKFLOW', mode: 'PROD', workflowVersion: 1, placeholderValues: { item: 3 } });
  });

  test('for-each gives the outputs in the order of the items, so many at once', async () => {
    peak = 0;
    expect((await through([each({ concurrency: 3 })], '{{ all }}', { json: [1, 2, 3, 4, 5] })).output).toEqual([10, 20, 30, 40, 50]);
    expect(peak).toBe(3);
    expect((await through([each()], '{{ all }}', { json: [] })).output).toEqual([]);
  });

  test('a failed child fails the step that waited for it', async () => {
    expect(await through([each()], '{{ all }}', { json: [1, 'x'] })).toMatchObject({ status: 'FAILED', error: { code: 'CHILD_FAILED' } });
  });

  test('values for a child are checked as a caller\'s are, and a refusal is named in the step that waited', async () => {
    const typed = input({ key: 'total', type: 'NUMBER' });
    const typedId = await system.api.publish('Typed', chain(typed, output('{{ total }}')));
    const start = (placeholderValues: JsonObject): Component => component('run-workflow', { workflowId: typedId, componentId: typed.id, placeholderValues, wait: true }, { output: 'child' });
    expect((await through([start({ total: '{{ text }}' })], '{{ child.output }}', { text: '12.50' })).output).toBe(12.5);
    expect(await through([start({ total: '{{ text }}' })], '', { text: 'much' })).toMatchObject({
      status: 'FAILED', error: { code: 'CHILD_FAILED', message: expect.stringContaining('placeholderValues.total must be a number') },
    });
  });

  test('workflows start each other at most ten deep', async () => {
    const start = input({ key: 'depth', type: 'NUMBER' });
    const { body } = await system.api.request<{ id: string }>('POST', '/v1/workflows', { name: 'Deep' });
    const deeper = component('run-workflow', { workflowId: body.id, componentId: start.id, placeholderValues: { depth: '{{ depth + 1 }}' }, wait: true }, { output: 'child' });
    const [stopped, result] = [output('{{ depth }} {{ error.code }}'), output('{{ child.output }}')];
    const definition = { components: [start, deeper, stopped, result], connections: [link(start, deeper), link(deeper, stopped, 'error'), link(deeper, result)] };
    await system.api.request('PUT', `/v1/workflows/${body.id}`, { name: 'Deep', ...definition }, { 'if-match': '*' });
    await system.api.request('POST', `/v1/workflows/${body.id}/publish`);
    expect((await system.api.run(body.id, start.id, { depth: 0 }, { prefer: 'wait=20' })).body).toMatchObject({ status: 'SUCCEEDED', output: '10 TOO_DEEP' });
  });
});
