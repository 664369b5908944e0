import { expect, test } from '@jest/globals';
import type { Json } from '@workflow/workflow-model';
import { Room } from './compile-template.ts';
import { compileUrlPart } from './compile-url-template.ts';
import type { EvaluationScope } from './evaluation-scope.ts';

const limits = { sandboxTimeoutMs: 1_000, maxResultBytes: 1_000 };
const scopeOf = (v: Json, base: string): EvaluationScope => ({
  placeholders: { v, base },
  limits,
  addressOf: () => Promise.reject(new Error('no questions here')),
  revealSecret: () => Promise.reject(new Error('no secrets here')),
  sandbox: {
    run: () => Promise.reject(new Error('no sandbox here')),
  },
  owner: { organizationId: 'a', workflowId: 'w' },
  signal: new AbortController().signal,
});
const resolve = (template: string, v: Json, base = 'https://api.example.com/v1/') =>
  compileUrlPart(template)(scopeOf(v, base), new Room(limits));

test.each<[string, Json, string]>([
  ['http://h/users/{{ v }}/echo', '../admin', 'http://h/users/..%2Fadmin/echo'],
  ['http://h/users/{{ v }}/echo', 'a?x=1#y', 'http://h/users/a%3Fx%3D1%23y/echo'],
  ['http://h/users/{{ v }}', 'grün und blau', 'http://h/users/gr%C3%BCn%20und%20blau'],
  ['http://h/users/{{ v }}', '%2e%2e', 'http://h/users/%252e%252e'],
  ['http://h/{{ v }}.json', '..', 'http://h/...json'],
  ['http://h/?q={{ v }}&r=1', 'a&r=2', 'http://h/?q=a%26r%3D2&r=1'],
  ['http://h/?q={{ v }}', '..', 'http://h/?q=..'],
  ['http://h/?q={{ v }}/{{ v }}', 7, 'http://h/?q=7/7'],
  ['{{ v }}', 'http://h/a?b=c#d', 'http://h/a?b=c#d'],
  ['{{ base }}users/{{ v }}', 'a/b', 'https://api.example.com/v1/users/a%2Fb'],
  ['{{ base }}{{ v }}', 'a/b', 'https://api.example.com/v1/a%2Fb'],
  ['http://{{ v }}/x', 'h.example.com:8080', 'http://h.example.com:8080/x'],
  ['http://user:{{ v }}@h/', 'p@ss/word', 'http://user:p%40ss%2Fword@h/'],
  ['http://{{ v }}:{{ v }}@h/{{ v }}', '/', 'http://%2F:%2F@h/%2F'],
  ['http://a@{{ v }}/@', 'h', 'http://a@h/@'],
  ['http{{ v }}://h/', 's', 'https://h/'],
  ['http://h/{{ $raw(v) }}', 'a/../b?c=d', 'http://h/a/../b?c=d'],
  ['http://h/../{{ v }}', 'a', 'http://h/../a'],
  ['http://h/plain', null, 'http://h/plain'],
])('%s with %j is %s', async (template, v, url) => {
  expect(await resolve(template, v)).toBe(url);
});

test.each<[string, string]>([
  ['http://h/users/{{ v }}/echo', '..'],
  ['http://h/users/{{ v }}', '.'],
  ['http://h/users/.{{ v }}/x', '.'],
  ['http://h/users/%2e{{ v }}?a=b', '.'],
  ['http://h/{{ v }}#x', '..'],
  ['{{ base }}{{ v }}', '..'],
  ['{{ base }}{{ v }}/x', '.'],
])('%s with %j fails: it would leave its place', async (template, v) => {
  await expect((async () => resolve(template, v))()).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining('segment'),
  });
});

test.each(['h/evil', 'h?x', 'h#x', 'user@h', 'h\\x'])('a host of %j fails', async (v) => {
  await expect((async () => resolve('http://{{ v }}/x', v))()).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining('host'),
  });
});

test('finds the places of thousands of values in a long URL in one pass', async () => {
  const template = `http://h/${`${'a'.repeat(1_000)}{{ v }}`.repeat(4_000)}`;
  // The first evaluation compiles the template.
  const part = compileUrlPart(template);
  const large = { ...scopeOf('/', ''), limits: { ...limits, maxResultBytes: 10_000_000 } };
  await part(large, new Room(large.limits));
  const started = performance.now();
  expect(await part(large, new Room(large.limits))).toHaveLength(9 + 4_000 * 1_003);
  expect(performance.now() - started).toBeLessThan(1_000);
});

test('values of more than 1 MiB of characters fail', async () => {
  const large = { ...scopeOf('/'.repeat(600_000), ''), limits: { ...limits, maxResultBytes: 10_000_000 } };
  await expect((async () => compileUrlPart('{{ v }}{{ v }}')(large, new Room(large.limits)))()).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining('characters'),
  });
});
