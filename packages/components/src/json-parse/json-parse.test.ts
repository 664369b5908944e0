import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const read = (source: string) =>
  runComponent(
    { descriptor, runner },
    { source: '{{ text }}', fields: [{ key: 'a', type: 'JSON' }] },
    { text: source },
  );

test('a text with more different names than there may be is refused before it is parsed', async () => {
  const members = Array.from({ length: 120_000 }, (_, n) => `"the name ${n}":0`).join(',');
  const { outcome } = await read(`{"a":{${members}}}`);
  expect(outcome).toMatchObject({
    kind: 'failed',
    code: 'OUTPUT_TOO_LARGE',
    message: expect.stringMatching(/^source has/),
  });
});

test('a text that is not JSON fails without an excerpt of it', async () => {
  const { outcome } = await read('{"a": secret}');
  expect(outcome).toMatchObject({ kind: 'failed', code: 'JSON_INVALID' });
  expect(JSON.stringify(outcome)).not.toContain('secret');
});

test.each(['1e400', '-1e400', '[1,1e400]', '{"x":1e400}'])(
  'the number in %s, which no double has, never becomes null',
  async (number) => {
    const { outcome } = await read(`{"a":${number}}`);
    expect(JSON.stringify(outcome)).toContain('1e400');
  },
);

const readAt = (source: Json, path: string, fields: JsonObject[] = [{ key: 'id', type: 'NUMBER' }]) =>
  runComponent({ descriptor, runner }, { source: '{{ source }}', path, fields }, { source });

test.each<[string, Json, string]>([
  ['an object', '{"body":{"id":7}}', '/body'],
  ['an item of a list', '{"items":[{"id":1},{"id":7}]}', '/items/1'],
  ['a key with a slash and a tilde', '{"a/b":{"~":{"id":7}}}', '/a~1b/~0'],
  ['JSON that is no text', { body: { id: 7 } }, '/body'],
  ['a JSON text within the JSON', { Message: '{"id":7}' }, '/Message'],
  ['a JSON text within a JSON text', '{"Message":"{\\"id\\":7}"}', '/Message'],
  ['the whole of it', '{"id":7}', ''],
])('the fields are read from %s', async (_, source, path) => {
  expect((await readAt(source, path)).outcome).toEqual({ kind: 'succeeded', output: { id: 7 }, port: 'next' });
});

test.each<[string, string, string]>([
  ['{"body":{}}', '/body/order', 'source has nothing at /body/order'],
  ['{"body":{}}', '/body/order/items/0', 'source has nothing at /body/order/items/0: /body/order is missing'],
  ['{"items":[{"id":1}]}', '/items/1', 'source has nothing at /items/1'],
  ['{"items":[{"id":1}]}', '/items/-', 'source has nothing at /items/-'],
  ['{"body":[1]}', '/body', 'The value at /body must be an object'],
  ['{"body":null}', '/body', 'The value at /body must be an object'],
  ['{"body":{"id":"x"}}', '/body', 'id must be a number'],
])('%s at %s fails and is named', async (source, path, message) => {
  expect((await readAt(source, path)).outcome).toMatchObject({ kind: 'failed', code: 'FIELD_INVALID', message });
});

test('a text at the path that is not JSON is named without an excerpt of it', async () => {
  const { outcome } = await readAt('{"body":"my secret"}', '/body');
  expect(outcome).toMatchObject({
    kind: 'failed',
    code: 'JSON_INVALID',
    message: expect.stringMatching(/^the text at \/body is not JSON/),
  });
  expect(JSON.stringify(outcome)).not.toContain('secret');
});

test('digits of long numbers are preserved at a path as without one', async () => {
  const { outcome } = await readAt('{"body":{"id":12345678901234567890}}', '/body', [{ key: 'id', type: 'TEXT' }]);
  expect(outcome).toMatchObject({ output: { id: '12345678901234567890' } });
});

test('the step shows source and path', async () => {
  expect((await readAt('{"body":{"id":7}}', '/body')).input).toEqual({ source: '{"body":{"id":7}}', path: '/body' });
});
