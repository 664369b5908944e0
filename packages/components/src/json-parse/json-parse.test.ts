import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
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
