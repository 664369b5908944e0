import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Component, JsonObject } from '@workflow/workflow-model';
import {
  chain,
  component,
  input,
  link,
  output,
  openContractSystem,
  type SharedContractSystem,
} from './contract-system.ts';
import { runGraph, runThrough } from './run-components.ts';
import { startThirdPartyServer } from './third-party-server.ts';

let system: SharedContractSystem;
let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;

beforeAll(async () => {
  thirdParty = await startThirdPartyServer();
  system = await openContractSystem();
});

afterAll(async () => {
  thirdParty?.stop();
});

test('a failure without an error port ends the session immediately and aborts its running steps', async () => {
  const start = input();
  const slow = component('http-request', { method: 'GET', url: `${thirdParty.url}/?ms=60000` });
  const bad = component('transform', { expression: '$error("boom")', type: 'TEXT' });
  const after = output('after');
  const before = performance.now();
  const body = await runGraph(
    system,
    [start, slow, bad, after],
    [link(start, slow), link(start, bad), link(slow, after)],
  );
  expect(body).toMatchObject({ status: 'FAILED', output: null, error: { message: 'boom', componentId: bad.id } });
  expect(performance.now() - before).toBeLessThan(55_000);
  const steps = await system.api.steps(body.sessionId);
  expect(steps.find((step) => step.componentId === after.id)).toBeUndefined();
});

describe('http-request', () => {
  const request = (config: JsonObject, more: Partial<Component> = {}): Component =>
    component('http-request', { method: 'GET', ...config }, { output: 'answer', ...more });

  test('sends method, query, headers and body, and gives status, headers and body', async () => {
    const body = await runThrough(
      system,
      [
        request({
          method: 'POST',
          url: `${thirdParty.url}/path?a=1`,
          query: { b: '{{ text }}' },
          headers: { 'X-Text': '{{ text }}' },
          body: { n: '{{ number }}' },
        }),
      ],
      {
        status: '{{ answer.status }}',
        type: "{{ $lookup(answer.headers, 'content-type') }}",
        echo: '{{ answer.body.echo }}',
      },
      { text: 'x y', number: 4 },
    );
    expect(body.output).toEqual({ status: 200, type: 'application/json', echo: '{"n":4}' });
    expect(thirdParty.calls.at(-1)).toMatchObject({
      method: 'POST',
      url: '/path?a=1&b=x+y',
      headers: { 'x-text': 'x y', 'content-type': 'application/json' },
    });
  });

  test.each<[string, JsonObject | string, string]>([
    ['form', { a: '{{ text }}', b: ['1', '2'] }, 'a=x+y&b=1&b=2'],
    ['text', 'so {{ text }}', 'so x y'],
    ['json', '{{ list }}', '["p"]'],
  ])('sends a body of type %s', async (bodyType, body, sent) => {
    expect(
      (
        await runThrough(
          system,
          [request({ method: 'POST', url: `${thirdParty.url}/`, bodyType, body })],
          '{{ answer.body.echo }}',
          {
            text: 'x y',
            list: ['p'],
          },
        )
      ).output,
    ).toBe(sent);
  });

  test.each<[string, JsonObject, Partial<Component>, object]>([
    ['a body that is no JSON is text', { url: '/text' }, {}, { output: 'plain' }],
    ['404 fails the step', { url: '/?status=404' }, {}, { error: { code: 'HTTP_STATUS' } }],
    ['500 goes on with acceptAnyStatus', { url: '/?status=500', acceptAnyStatus: true }, {}, { status: 'SUCCEEDED' }],
    [
      'a silent server ends with the timeout',
      { url: '/?ms=5000' },
      { timeoutSeconds: 0.3 },
      { error: { code: 'STEP_TIMEOUT' } },
    ],
    ['one attempt is the default', { url: '/?status=503' }, {}, { error: { code: 'HTTP_STATUS' } }],
    [
      'more attempts are made when asked for',
      { url: '/flaky' },
      { retry: { maxAttempts: 3, backoffSeconds: 0.05 } },
      { status: 'SUCCEEDED' },
    ],
  ])('%s', async (_what, config, more, expected) => {
    const path = config['url'] as string;
    expect(
      await runThrough(system, [request({ ...config, url: thirdParty.url + path }, more)], '{{ answer.body }}'),
    ).toMatchObject(expected);
  });

  test('all attempts of a step send the same Idempotency-Key', () => {
    const keys = thirdParty.calls
      .filter((call) => call.url === '/flaky')
      .map((call) => call.headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^[0-9a-f-]{36}:1:[0-9a-f-]{36}:0$/)]));
    expect(thirdParty.calls.filter((call) => call.url === '/?status=503')).toHaveLength(1);
  });

  test('sends a secret, and masks it wherever it is shown', async () => {
    await system.api.request('PUT', '/v1/organization/secrets/token', { value: 'hush-hush-123' });
    const body = await runThrough(
      system,
      [
        request({
          method: 'POST',
          url: `${thirdParty.url}/`,
          headers: { authorization: "Bearer {{ $secret('token') }}" },
          body: '{{ text }}',
        }),
      ],
      '{{ answer.body.echo }}',
      { text: 'x' },
    );
    expect(thirdParty.calls.at(-1)!.headers.authorization).toBe('Bearer hush-hush-123');
    const steps = await system.api.steps(body.sessionId);
    expect(steps.find((step) => step.input !== null)?.input).toMatchObject({
      headers: { authorization: 'Bearer ***' },
    });
    expect(JSON.stringify([body, steps])).not.toContain('hush');
  });
});

describe('children', () => {
  const child = input({ key: 'item', type: 'JSON' });
  let childId: string;

  beforeAll(async () => {
    const call = component(
      'http-request',
      { method: 'GET', url: `${thirdParty.url}/?together={{ item > 10 ? 3 : 1 }}&ms={{ 300 - item % 10 * 40 }}` },
      { output: 'answer' },
    );
    childId = await system.api.publish('Child', chain(child, call, output('{{ item * 10 }}')));
  });

  const each = (config: JsonObject = {}): Component =>
    component(
      'for-each',
      { items: '{{ json }}', workflowId: childId, componentId: child.id, itemKey: 'item', ...config },
      { output: 'all' },
    );

  test('run-workflow outputs the session, its status and its output', async () => {
    const start = component(
      'run-workflow',
      { workflowId: childId, componentId: child.id, placeholderValues: { item: '{{ number }}' }, wait: true },
      { output: 'child' },
    );
    const { output: result } = await runThrough(system, [start], '{{ child }}', { number: 3 });
    expect(result).toMatchObject({ status: 'SUCCEEDED', output: 30 });
    const { body } = await system.api.request('GET', `/v1/sessions/${result.sessionId}`);
    expect(body).toMatchObject({
      trigger: 'WORKFLOW',
      mode: 'PROD',
      workflowVersion: 1,
      placeholderValues: { item: 3 },
    });
  });

  test('for-each collects the outputs in the order of the items, with limited concurrency', async () => {
    thirdParty.peak = 0;
    expect(
      (await runThrough(system, [each({ concurrency: 3 })], '{{ all }}', { json: [11, 12, 13, 14, 15] })).output,
    ).toEqual([110, 120, 130, 140, 150]);
    expect(thirdParty.peak).toBe(3);
    expect((await runThrough(system, [each()], '{{ all }}', { json: [] })).output).toEqual([]);
  });

  test('a failed child fails the step that waited for it', async () => {
    expect(await runThrough(system, [each()], '{{ all }}', { json: [1, 'x'] })).toMatchObject({
      status: 'FAILED',
      error: { code: 'CHILD_FAILED' },
    });
  });

  test("values for a child are checked as a caller's are, and a refusal is named in the step that waited", async () => {
    const typed = input({ key: 'total', type: 'NUMBER' });
    const typedId = await system.api.publish('Typed', chain(typed, output('{{ total }}')));
    const start = (placeholderValues: JsonObject): Component =>
      component(
        'run-workflow',
        { workflowId: typedId, componentId: typed.id, placeholderValues, wait: true },
        { output: 'child' },
      );
    expect(
      (await runThrough(system, [start({ total: '{{ text }}' })], '{{ child.output }}', { text: '12.50' })).output,
    ).toBe(12.5);
    expect(await runThrough(system, [start({ total: '{{ text }}' })], '', { text: 'much' })).toMatchObject({
      status: 'FAILED',
      error: { code: 'CHILD_FAILED', message: expect.stringContaining('placeholderValues.total must be a number') },
    });
  });

  test('workflows start each other at most ten deep', async () => {
    const start = input({ key: 'depth', type: 'NUMBER' });
    const { body } = await system.api.request<{ id: string }>('POST', '/v1/workflows', { name: 'Deep' });
    const deeper = component(
      'run-workflow',
      { workflowId: body.id, componentId: start.id, placeholderValues: { depth: '{{ depth + 1 }}' }, wait: true },
      { output: 'child' },
    );
    const [stopped, result] = [output('{{ depth }} {{ error.code }}'), output('{{ child.output }}')];
    const definition = {
      components: [start, deeper, stopped, result],
      connections: [link(start, deeper), link(deeper, stopped, 'error'), link(deeper, result)],
    };
    await system.api.request('PUT', `/v1/workflows/${body.id}`, { name: 'Deep', ...definition }, { 'if-match': '*' });
    await system.api.request('POST', `/v1/workflows/${body.id}/publish`);
    expect((await system.api.run(body.id, start.id, { depth: 0 }, { prefer: 'wait=60' })).body).toMatchObject({
      status: 'SUCCEEDED',
      output: '10 TOO_DEEP',
    });
  });
});
