import { expect, test } from '@jest/globals';
import { valuesInBrief } from './values-in-brief.ts';

const request = (body: unknown) => JSON.stringify({ method: 'POST', headers: { host: 'example.com' }, body });

test.each([
  [{ name: 'Ada', age: 36 }, 'name: Ada, age: 36'],
  [{ request: request({ order: 17 }) }, '{"order":17}'],
  [{ request: request('plain text') }, 'plain text'],
  [{ request: request(null) }, 'null'],
  [{ items: '[1,2]', note: '{no JSON' }, 'items: [1,2], note: {no JSON'],
  [{}, ''],
])('shows the values %j as %s', (values, brief) => {
  expect(valuesInBrief(values)).toBe(brief);
});

test('shows the beginning of long values', () => {
  expect(valuesInBrief({ text: 'x'.repeat(1_000) })).toHaveLength(200);
});
