import { runComponent } from '@workflow/component-kit/testing';
import type { Json } from '@workflow/component-kit/run';
import { describe, expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const VALUES: Record<string, Json> = {
  quotes: `call "hi", \\ it's`,
  adds: '","admin":true,"x":"',
  digits: '123',
  long: '12345678901234567890',
  lines: 'a\nb\tc\u0000\u2028',
  brace: '}}{{',
  json: '{"a":1e400}',
  word: 'null',
  n: 7,
  yes: true,
  none: null,
  list: ['"', 1],
  order: { note: '"\\"' },
};

async function sent(body: Json, more: object = {}): Promise<string> {
  const config = { method: 'POST', url: 'https://a.example/', body, ...more };
  const { requests, outcome } = await runComponent({ descriptor, runner }, config, VALUES, { answers: { http: [{}] } });
  expect(outcome).toMatchObject({ kind: 'succeeded' });
  return String(requests[0]?.body);
}

/** RFC 8259 §7 defines escaping in strings. */
describe('a body that is a JSON text', () => {
  test.each<[string, Json]>([
    ['{"c":"{{ quotes }}"}', { c: VALUES['quotes']! }],
    ['{"c":"{{ adds }}"}', { c: VALUES['adds']! }],
    ['{"c":"{{ lines }}"}', { c: VALUES['lines']! }],
    ['{"c":"{{ brace }}","d":{{ n }}}', { c: '}}{{', d: 7 }],
    ['{"c":"{{ digits }}"}', { c: '123' }],
    ['{"c":{{ digits }}}', { c: '123' }],
    ['{"c":{{ quotes }}}', { c: VALUES['quotes']! }],
    ['{"c":{{ adds }}}', { c: VALUES['adds']! }],
    ['{"c": {{ n }}, "d": {{ yes }}, "e": {{ none }}}', { c: 7, d: true, e: null }],
    ['{"c":{{ list }},"d":{{ order }}}', { c: VALUES['list']!, d: VALUES['order']! }],
    ['{"c":"{{ list }}"}', { c: JSON.stringify(VALUES['list']) }],
    ['{"{{ adds }}":1}', { [VALUES['adds'] as string]: 1 }],
    ['{"c":"a \\"{{ quotes }}\\\\"}', { c: `a "${String(VALUES['quotes'])}\\` }],
    ['[{{ n }},"{{ adds }}",{{ word }}]', [7, VALUES['adds']!, 'null']],
    ['\n {"c":"{{ n }}{{ quotes }}"}', { c: `7${String(VALUES['quotes'])}` }],
    ['"{{ quotes }}"', VALUES['quotes']!],
    ['{{ order }}', VALUES['order']!],
    ['{{ digits }}', '123'],
    ['{{ word }}', 'null'],
    ['{{ n }}', 7],
    ['{{ n }}{{ digits }}', '7123'],
    ['Hello {{ quotes }}', `Hello ${String(VALUES['quotes'])}`],
    ['{no json {{ n }}', '{no json 7'],
    ['{"c":{{ $raw(digits) }}}', { c: 123 }],
    ['123', 123],
    ['"x"', 'x'],
    ['true', true],
    ['plain', 'plain'],
  ])('%s is sent as that JSON, whatever the values are', async (body, expected) => {
    expect(JSON.parse(await sent(body))).toEqual(expected);
  });

  test('keeps what its author wrote, and a value that is JSON already', async () => {
    expect(await sent('{ "big": 12345678901234567890.50, "v": "{{ n }}" }')).toBe(
      '{ "big": 12345678901234567890.50, "v": "7" }',
    );
    expect(await sent('{{ json }}')).toBe('{"a":1e400}');
    expect(await sent('{"id": {{ long }} }')).toBe('{"id": "12345678901234567890" }');
  });
});

test('a body that is text is sent as it is', async () => {
  expect(await sent('{"c":"{{ adds }}"}', { bodyType: 'text' })).toBe(`{"c":"${String(VALUES['adds'])}"}`);
});

/** https://url.spec.whatwg.org/#urlencoded-serializing */
test('a value within a form that is a text adds no field', async () => {
  const form = { bodyType: 'form' };
  expect(await sent('a={{ adds }}&b={{ n }}', form)).toBe('a=%22%2C%22admin%22%3Atrue%2C%22x%22%3A%22&b=7');
  expect(await sent('a={{ quotes & "&b=1 +%" }}', form)).toBe('a=call+%22hi%22%2C+%5C+it%27s%26b%3D1+%2B%25');
  expect(await sent('{{ "a=1" }}&b={{ n }}', form)).toBe('a=1&b=7');
});
