import { beforeAll, describe, expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { chain, component, input, output, openContractSystem, type SharedContractSystem } from './contract-system.ts';

const MAX_BODY_BYTES = 1_048_576;

/**
 * Publishes a webhook followed by these components. @returns a function that delivers and returns status and session
 */
async function makeHook(system: SharedContractSystem, config: JsonObject, ...behind: Component[]) {
  const webhook = component('webhook', config, { output: 'request' });
  const workflowId = await system.api.publish('Hook', chain(webhook, ...behind));
  const path = `/v1/workflows/${workflowId}/components/${webhook.id}/token`;
  const { token } = await system.api.call<{ token: string }>('POST', path);
  return async (body: string | Buffer, contentType = 'application/json') => {
    const response = await fetch(`${system.api.baseUrl}/webhook/${workflowId}`, {
      method: 'POST',
      body: Buffer.from(body) as never,
      headers: { token, 'content-type': contentType },
    });
    const answer = (await response.json()) as { sessionId: string; message: string };
    if (response.status !== 202) return { status: response.status, message: answer.message };
    const { status, output: result, error } = await system.api.untilEnded(answer.sessionId);
    return { status: response.status, session: status, output: result, error };
  };
}

const parse = (...fields: JsonObject[]) =>
  component('json-parse', { source: '{{ request }}', fields }, { output: 'parsed' });
const body = (...fields: JsonObject[]): JsonObject => ({ key: 'body', type: 'OBJECT', fields });

describe('values from the request to the step', () => {
  let system: SharedContractSystem;

  beforeAll(async () => {
    system = await openContractSystem();
  });

  test('an integer that a double cannot hold keeps its digits in a webhook', async () => {
    const typed = await makeHook(
      system,
      {},
      parse(body({ key: 'id', type: 'TEXT' }, { key: 'price', type: 'TEXT' })),
      output('{{ parsed.body.id & " " & parsed.body.price }}'),
    );
    const sent = '{"id":820982911946154508,"price":1.50,"other":12345678901234567890}';
    expect(await typed(sent)).toMatchObject({ session: 'SUCCEEDED', output: '820982911946154508 1.50' });

    const whole = await makeHook(system, {}, parse({ key: 'body', type: 'JSON' }), output('{{ parsed.body }}'));
    expect(await whole(sent)).toMatchObject({
      output: { id: '820982911946154508', price: 1.5, other: '12345678901234567890' },
    });

    const number = await makeHook(
      system,
      {},
      parse(body({ key: 'id', type: 'NUMBER' })),
      output('{{ parsed.body.id }}'),
    );
    expect(await number(sent)).toMatchObject({
      session: 'FAILED',
      error: { code: 'FIELD_INVALID', message: expect.stringContaining('body.id must be a number') },
    });
    expect(await number('{"id":9007199254740992}')).toMatchObject({ output: 9_007_199_254_740_992 });
  });

  test('and is refused in a run, by its name, as a number and as a text', async () => {
    const start = input({ key: 'num', type: 'NUMBER' }, { key: 'any', type: 'JSON' });
    const workflowId = await system.api.publish('Numbers', chain(start, output('{{ num }}')));
    const run = async (values: string) => {
      const request = `{"workflowId":"${workflowId}","componentId":"${start.id}","placeholderValues":${values}}`;
      const answer = await system.clients[0]!.request('POST', '/v1/workflow/run', request);
      return `${answer.status} ${String(answer.body.message)}`;
    };
    expect(await run('{"num":12345678901234567890}')).toMatch(/^400 placeholderValues\.num must be a number/);
    expect(await run('{"num":"12345678901234567890"}')).toMatch(/^400 placeholderValues\.num must be a number/);
    expect(await run('{"num":1e23}')).toMatch(/^400 placeholderValues\.num must be a number/);
    expect(await run('{"any":{"deep":[9007199254740993]}}')).toMatch(/^400 placeholderValues\.any .*9007199254740993/);
    expect(await run('{"num":9007199254740992,"any":"12345678901234567890"}')).toMatch(/^200/);
  });

  test('a zone without offset is answered with the offset it has then', async () => {
    const start = input({ key: 'at', type: 'DATE_TIME' });
    const millis = component('transform', { expression: '$toMillis(at)', type: 'NUMBER' }, { output: 'millis' });
    const workflowId = await system.api.publish('Dates', chain(start, millis, output('{{ millis }}')));
    const run = (at: string) => system.api.run(workflowId, start.id, { at }, { prefer: 'wait=60' });
    expect((await run('2026-07-01T10:20:30[Europe/Berlin]')).body).toMatchObject({
      placeholderValues: { at: '2026-07-01T10:20:30+02:00[Europe/Berlin]' },
      output: Date.UTC(2026, 6, 1, 8, 20, 30),
    });
    expect((await run('2026-03-29T02:30:00[Europe/Berlin]')).status).toBe(400);
  });

  test('a body at the limit can be read, however it is escaped', async () => {
    const again = component('transform', { expression: 'request', type: 'TEXT' }, { output: 'again' });
    const hook = await makeHook(
      system,
      {},
      again,
      parse({ key: 'body', type: 'JSON' }),
      output('{{ $length(parsed.body) }}'),
    );
    const json = `"${'x'.repeat(MAX_BODY_BYTES - 2)}"`;
    expect(await hook(json)).toMatchObject({ session: 'SUCCEEDED', output: MAX_BODY_BYTES - 2 });
    expect(await hook('"'.repeat(MAX_BODY_BYTES), 'text/plain')).toMatchObject({ error: null, output: MAX_BODY_BYTES });
    expect(await hook(Buffer.alloc(MAX_BODY_BYTES, 0xff), 'application/octet-stream')).toMatchObject({
      output: Math.ceil(MAX_BODY_BYTES / 3) * 4,
    });
    // This character grows the most: seven bytes each.
    expect(await hook('\u0001'.repeat(MAX_BODY_BYTES), 'text/plain')).toMatchObject({
      error: null,
      output: MAX_BODY_BYTES,
    });
  });

  test('and with its raw bytes', async () => {
    const again = component('transform', { expression: 'request', type: 'TEXT' }, { output: 'again' });
    const read = parse({ key: 'body', type: 'TEXT' }, { key: 'rawBody', type: 'TEXT' });
    const hook = await makeHook(system, { keepRawBody: true }, again, read, output('{{ $length(parsed.rawBody) }}'));
    expect(await hook('\u0001'.repeat(MAX_BODY_BYTES), 'text/plain')).toMatchObject({
      error: null,
      output: Math.ceil(MAX_BODY_BYTES / 3) * 4,
    });
  });

  test('accepted values can be read: NUL, lone surrogates, and as many levels as a request may have', async () => {
    const hook = await makeHook(system, {}, parse({ key: 'body', type: 'JSON' }), output('{{ parsed.body }}'));
    expect(await hook('{"a":"x\\u0000y","b":"\\ud800"}')).toMatchObject({
      session: 'SUCCEEDED',
      output: { a: 'x\uFFFDy', b: '\uFFFD' },
    });
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(await hook(nested(100))).toMatchObject({ session: 'SUCCEEDED' });
    expect(await hook(nested(101))).toMatchObject({
      status: 400,
      message: 'the body must not be nested deeper than 100 levels',
    });
  });
});

describeEachBackend('values across a wait', (backend) => {
  let system: SharedContractSystem;

  beforeAll(async () => {
    system = await openContractSystem(backend);
  });

  test('JSON keeps the order of its keys across a wait', async () => {
    const wait = component('delay', { seconds: 1 });
    const hook = await makeHook(
      system,
      {},
      parse({ key: 'body', type: 'JSON' }),
      wait,
      output('{{ $string(parsed.body) }}'),
    );
    const sent = '{"zebra":1,"a":{"nn":1,"b":[{"d":1,"c":2}]},"mm":3}';
    expect(await hook(sent)).toMatchObject({ output: sent });

    const start = input({ key: 'any', type: 'JSON' });
    const workflowId = await system.api.publish('Order', chain(start, { ...wait }, output('{{ any }}')));
    const { body: run } = await system.api.run(workflowId, start.id, { any: JSON.parse(sent) }, { prefer: 'wait=60' });
    expect(JSON.stringify(run.output)).toBe(sent);
    const { output: read } = await system.api.untilEnded(String(run.sessionId));
    expect(JSON.stringify(read)).toBe(sent);
  });
});
