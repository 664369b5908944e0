import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const type = { descriptor, runner };
const file = { fileId: '01890000-0000-7000-8000-000000000001', name: 'a.pdf', contentType: 'application/pdf', size: 3 };
const values = { name: 'Ada', code: 404, bad: 'a\r\nset-cookie: b', file: { ...file, sha256: 'ab' } };

const respond = (config: JsonObject) => runComponent(type, config, values);

test.each<[JsonObject, object]>([
  [{}, { status: 200, headers: {}, body: { kind: 'none' } }],
  [
    { status: '{{ code }}', body: 'no {{ name }}' },
    {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: { kind: 'text', text: 'no Ada' },
    },
  ],
  [
    { body: { who: '{{ name }}' }, headers: { 'X-Name': '{{ name }}' } },
    {
      status: 200,
      headers: { 'x-name': 'Ada', 'content-type': 'application/json; charset=utf-8' },
      body: { kind: 'text', text: '{"who":"Ada"}' },
    },
  ],
  [
    { body: '<p>{{ name }}</p>', contentType: 'text/html', headers: { 'content-type': 'text/plain' } },
    { status: 200, headers: { 'content-type': 'text/html' }, body: { kind: 'text', text: '<p>Ada</p>' } },
  ],
  [
    { body: '{{ file }}' },
    { status: 200, headers: { 'content-type': 'application/pdf' }, body: { kind: 'file', file: values.file } },
  ],
  [
    { status: 204, body: 'x' },
    { status: 204, headers: {}, body: { kind: 'none' } },
  ],
])('answers with %j', async (config, response) => {
  const { outcome, responses } = await respond(config);
  expect(outcome).toEqual({ kind: 'succeeded', output: null, port: 'next' });
  expect(responses).toEqual([response]);
});

test.each<[JsonObject, string]>([
  [{ status: '{{ name }}' }, 'status must be a whole number from 200 to 599'],
  [{ status: 199 }, 'status must be a whole number from 200 to 599'],
  [{ headers: { 'x-name': '{{ bad }}' } }, 'must not contain a line break'],
  [{ contentType: '{{ bad }}' }, 'must not contain a line break'],
  [{ headers: { 'x-name': 'Zoë' } }, 'The header x-name must contain only ASCII'],
  [{ headers: { location: '/日本' } }, 'The header location must contain only ASCII'],
  [{ contentType: 'text/plain; name=€' }, 'must contain only ASCII'],
  [{ headers: { 'Set-Cookie': 'a=b' } }, 'The header Set-Cookie must not be set'],
])('fails with %j', async (config, message) => {
  const { outcome, responses } = await respond(config);
  expect(outcome).toMatchObject({ kind: 'failed', code: 'CONFIG_INVALID', message: expect.stringContaining(message) });
  expect(responses).toEqual([]);
});

test.each([
  'set-cookie',
  'Content-Security-Policy',
  'clear-site-data',
  'Strict-Transport-Security',
  'service-worker-allowed',
  'access-control-allow-origin',
  'content-length',
  'Connection',
  'transfer-encoding',
  'two words',
  'www-authenticate',
  'Proxy-Authenticate',
  'authentication-info',
  'refresh',
  'Link',
  'set-cookie2',
  'alt-svc',
  'NEL',
  'report-to',
  'reporting-endpoints',
  'SourceMap',
  'x-sourcemap',
  'x-frame-options',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'origin-trial',
  'speculation-rules',
  'x-accel-redirect',
  'Sec-Anything',
])('publishing refuses the header %s', (name) => {
  expect(descriptor.checkConfig({ headers: { [name]: 'x' } })).toHaveLength(1);
});

/** RFC 8259 §7. */
test.each<[string | undefined, string, string]>([
  ['application/json', '{"who":"{{ quote }}","n":{{ code }}}', '{"who":"\\"}, {","n":404}'],
  ['application/problem+json; charset=utf-8', '{"who":{{ quote }}}', '{"who":"\\"}, {"}'],
  ['application/json', '"{{ quote }}"', '"\\"}, {"'],
  ['application/x-www-form-urlencoded', 'who={{ quote }}&n={{ code }}', 'who=%22%7D%2C+%7B&n=404'],
  ['text/plain', '{"who":"{{ quote }}"}', '{"who":""}, {"}'],
  [undefined, 'who: {{ quote }}', 'who: "}, {'],
])('a body of the type %s writes its values in that form', async (contentType, body, text) => {
  const config = { body, ...(contentType !== undefined && { contentType }) };
  const { responses } = await runComponent(type, config, { ...values, quote: '"}, {' });
  expect(responses[0]?.body).toEqual({ kind: 'text', text });
});

test.each([
  ['cache-control', 'public', false],
  ['Cache-Control', 'no-store, PUBLIC', false],
  ['cache-control', 's-maxage=1', false],
  ['cache-control', 'max-age=60, s-maxage = 60', false],
  ['cache-control', 'max-age=60', true],
  ['cache-control', 'no-store', true],
  ['Cache-Control', 'private, max-age=0', true],
  ['cache-control', '{{ name }}', true],
  ['expires', '0', true],
  ['location', 'https://example.com/next', true],
  ['retry-after', '5', true],
  ['x-name', 'public', true],
])('publishing a header %s: %s is taken: %p', (name, value, isTaken) => {
  expect(descriptor.checkConfig({ headers: { [name]: value } })).toHaveLength(isTaken ? 0 : 1);
});

test('a template must not make an answer that others get from a cache', async () => {
  const { outcome } = await runComponent(type, { headers: { 'cache-control': '{{ name }}' } }, { name: 'public' });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'CONFIG_INVALID' });
});
