import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openSharedSystem, type SharedSystem } from '@workflow/test-harness';
import type { Definition, JsonObject } from '@workflow/workflow-model';
import { startEchoServer, type EchoServer } from './echo-server.ts';

/**
 * Input of callers and other servers is data: it is never treated as a template, an expression, a header or a
 * prototype.
 */

const SECRET = `secret-${randomUUID()}`;
let system: SharedSystem;
let echo: EchoServer;

beforeAll(async () => {
  echo = await startEchoServer();
  system = await openSharedSystem('postgres');
  await system.api.request('PUT', '/v1/organization/secrets/api', { value: SECRET });
});

afterAll(async () => {
  await echo?.close();
});

/** Returns a chain from an input with a TEXT and a JSON placeholder to an output. */
function chain(
  components: { type: string; output?: string; config: JsonObject }[],
  value: string,
): { definition: Definition; start: string } {
  const placeholders = [
    { key: 'text', type: 'TEXT' },
    { key: 'json', type: 'JSON' },
  ];
  const all = [{ type: 'input', config: { placeholders } }, ...components, { type: 'output', config: { value } }].map(
    (one) => ({ id: randomUUID(), ...one }),
  );
  const connections = all.slice(1).map(({ id }, index) => ({ from: all[index]!.id, port: 'next', to: id }));
  return { definition: { components: all, connections }, start: all[0]!.id };
}

async function run(
  name: string,
  { definition, start }: { definition: Definition; start: string },
  values: JsonObject,
): Promise<JsonObject> {
  const workflowId = await system.api.publish(name, definition);
  return (await system.api.run(workflowId, start, values, { prefer: 'wait=60' })).body;
}

const TEMPLATE = `{{ $secret('api') }} {{ 1 + 1 }} {{ text }} $secret('api') $${'{1 + 1}'} <%= 1 + 1 %>`;

test('a value that contains a template stays plain text through every component', async () => {
  const workflow = chain(
    [
      { type: 'transform', output: 'joined', config: { expression: "text & '|' & $uppercase('a')", type: 'TEXT' } },
      {
        type: 'json-parse',
        output: 'parsed',
        config: { source: '{{ json }}', fields: [{ key: 'inner', type: 'TEXT' }] },
      },
      { type: 'code', output: 'coded', config: { source: 'return placeholders.parsed.inner', type: 'TEXT' } },
      {
        type: 'http-request',
        output: 'answer',
        config: {
          method: 'POST',
          url: `${echo.url}/echo`,
          bodyType: 'text',
          body: '{{ coded }}',
          headers: { 'x-value': 'v {{ text }}' },
          query: { q: '{{ text }}' },
        },
      },
      { type: 'transform', output: 'again', config: { expression: '$string(answer.body.body)', type: 'TEXT' } },
    ],
    '{{ [text, joined, parsed.inner, coded, again] }}',
  );
  const ended = await run('templates', workflow, { text: TEMPLATE, json: { inner: TEMPLATE } });
  expect(ended['output']).toEqual([TEMPLATE, `${TEMPLATE}|A`, TEMPLATE, TEMPLATE, TEMPLATE]);
  expect(echo.received.some((text) => text.includes(SECRET))).toBe(false);
});

test('a value cannot add a header or change the host or scheme of the request that contains it', async () => {
  const request = (config: JsonObject) =>
    chain([{ type: 'http-request', output: 'answer', config: { method: 'GET', ...config } }], '{{ answer }}');
  const header = request({ url: `${echo.url}/echo`, headers: { 'x-value': '{{ text }}' } });
  const before = echo.received.length;
  expect(await run('header', header, { text: 'a\r\nx-injected: 1\r\n\r\nGET /second HTTP/1.1' })).toMatchObject({
    status: 'FAILED',
    error: { code: 'CONFIG_INVALID' },
  });
  expect(echo.received.length).toBe(before);
  for (const text of [
    'file:///etc/passwd',
    'gopher://127.0.0.1',
    'data:text/plain,x',
    'unix:/var/run/docker.sock',
    '//127.0.0.1',
    'javascript:1',
  ]) {
    expect(await run('scheme', request({ url: '{{ text }}' }), { text })).toMatchObject({
      status: 'FAILED',
      error: { code: 'CONFIG_INVALID' },
    });
  }
  for (const text of [
    'http://2130706434/',
    'http://0x7f000002/',
    'http://[::ffff:127.0.0.2]/',
    'http://169.254.169.254/latest',
    'http://0/',
    'http://[::]/',
    'http://[::127.0.0.1]/',
    'http://10.1/',
  ]) {
    expect([text, (await run('address', request({ url: '{{ text }}' }), { text }))['error']]).toMatchObject([
      text,
      { code: 'ADDRESS_REFUSED' },
    ]);
  }
});

test('keys with a special meaning in JavaScript are ordinary keys', async () => {
  const json = JSON.parse(
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x","hasOwnProperty":1}',
  ) as JsonObject;
  const workflow = chain(
    [
      { type: 'code', output: 'coded', config: { source: 'return placeholders.json', type: 'JSON' } },
      { type: 'transform', output: 'merged', config: { expression: '$merge([json, { "own": 1 }])', type: 'JSON' } },
    ],
    '{{ { "json": json, "coded": coded, "merged": merged, "polluted": $exists(merged.own.polluted) } }}',
  );
  const { output } = await run('prototypes', workflow, { json });
  expect(JSON.stringify((output as JsonObject)['json'])).toContain('"__proto__":{"polluted":1}');
  expect(Object.keys((output as JsonObject)['coded'] as JsonObject).sort()).toEqual([
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
  ]);
  expect((output as JsonObject)['polluted']).toBe(false);
  expect(await run('afterwards', chain([], '{{ $keys(json) }}'), { json: { a: 1 } })).toMatchObject({
    status: 'SUCCEEDED',
    output: 'a',
  });
});
