import { expect, test } from '@jest/globals';
import type { HttpPlan, JsonObject } from '@workflow/component-kit/run';
import { buildRequest } from './build-request.ts';

const parameter = (name: string, place: 'path' | 'query' | 'cookie', style: string) => ({
  ...{ name, in: place, style, explode: true, isJson: false, allowReserved: false },
});

function build(plan: Partial<HttpPlan>, given: JsonObject) {
  const whole: HttpPlan = {
    kind: 'http',
    method: 'GET',
    path: '/',
    baseUrl: null,
    parameters: [],
    body: null,
    ...plan,
  };
  return buildRequest(whole, 'https://a.example', given, {} as never);
}

const LONG = 'n'.repeat(300);

test.each<[string, Partial<HttpPlan>, JsonObject]>([
  [
    'a name for each item',
    { parameters: [parameter(LONG, 'query', 'form')] },
    { query: { [LONG]: Array.from({ length: 300 }, () => 1) } },
  ],
  [
    'a name for each member',
    { parameters: [parameter(LONG, 'query', 'deepObject')] },
    { query: { [LONG]: Object.fromEntries(Array.from({ length: 300 }, (_, index) => [index, 1])) } },
  ],
  [
    'a name for each item of a path',
    { path: `/{${LONG}}`, parameters: [parameter(LONG, 'path', 'matrix')] },
    { path: { [LONG]: Array.from({ length: 300 }, () => 1) } },
  ],
  [
    'a parameter that a path repeats',
    { path: '/{a}'.repeat(500), parameters: [parameter('a', 'path', 'simple')] },
    { path: { a: 'x'.repeat(1_000) } },
  ],
  [
    'a cookie',
    { parameters: [parameter(LONG, 'cookie', 'form')] },
    { cookie: { [LONG]: Array.from({ length: 300 }, () => 1) } },
  ],
])('refuses %s where the address becomes too large', async (_what, plan, given) => {
  await expect(build(plan, given)).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: 'The arguments make a URL of more than 65536 characters',
  });
});

test('takes 60,000 characters', async () => {
  const text = 'x'.repeat(60_000);
  const call = await build({ parameters: [parameter('a', 'query', 'form')] }, { query: { a: text } });
  expect(String(call.url)).toBe(`https://a.example/?a=${text}`);
});
