import { expect, test } from '@jest/globals';
import type { HttpCall } from './http-call.ts';
import { followRedirect } from './redirect.ts';
import { pathOf } from './sign-in-query.ts';

const signIn = { headers: {}, query: { api_key: 'a b&c' }, hosts: ['api.example'] };
const callTo = (url: string): HttpCall => ({ method: 'GET', url: new URL(url), headers: {}, body: null, signIn });

test.each([
  ['a URL without a query', 'https://api.example/v1', '/v1?api_key=a+b%26c'],
  [
    'a URL with a query, which stays as it is written',
    'https://api.example/?q=%7E+a%20b',
    '/?q=%7E+a%20b&api_key=a+b%26c',
  ],
  ['a parameter of the same name', 'https://api.example/?api_key=own&x=1', '/?x=1&api_key=a+b%26c'],
  ['a parameter of the same name in other letters', 'https://api.example/?api%5Fkey=own', '/?api_key=a+b%26c'],
])('adds the parameter to %s', (_what, url, path) => {
  expect(pathOf(callTo(url))).toBe(path);
});

test.each([
  ['repeats it to another host', 'https://other.example/?api_key=a+b%26c&x=1', 'https://other.example/?x=1', false],
  ['repeats it in the clear', 'http://api.example/?api_key=a+b%26c', 'http://api.example/', false],
  ['leads to a listed host', 'https://api.example/next', 'https://api.example/next', true],
])('a redirect that %s', (_what, location, url, goes) => {
  const next = followRedirect(callTo('https://api.example/'), { status: 302, headers: { location } });
  expect(next?.url.href).toBe(url);
  expect(next?.signIn === signIn).toBe(goes);
});
