import { describe, expect, test } from '@jest/globals';
import { StepFailure } from '@workflow/workflow-model';
import type { HttpCall } from './http-call.ts';
import { followRedirect } from './redirect.ts';
import { requireSignInHost } from './sign-in-hosts.ts';

const headers = { authorization: 'Bearer secret' };

function callTo(url: string, hosts: string[] | null): HttpCall {
  return { method: 'GET', url: new URL(url), headers: {}, body: null, signIn: { headers, hosts } };
}

/** Returns true when a credential for these hosts may be sent to a URL that a component calls. */
function goesTo(url: string, hosts: string[] | null): boolean {
  try {
    requireSignInHost(callTo(url, hosts));
    return true;
  } catch (error) {
    if (error instanceof StepFailure && error.code === 'CREDENTIAL_HOST') return false;
    throw error;
  }
}

describe('a call', () => {
  test.each<[string, string]>([
    ['the name', 'https://api.example.com/v1'],
    ['any port of it', 'https://api.example.com:8443'],
    ['the name in capitals', 'https://API.Example.COM'],
    ['the name with the dot of the root', 'https://api.example.com.'],
    ['the name behind a user', 'https://evil.example@api.example.com'],
    ['the name before a backslash', 'https://api.example.com\\@evil.example'],
    ['full-width letters of the name', 'https://\uFF41pi.example.com'],
  ])('takes it to %s', (_what, url) => {
    expect(goesTo(url, ['api.example.com'])).toBe(true);
  });

  test.each<[string, string]>([
    ['a name below it', 'https://a.api.example.com'],
    ['a name above it', 'https://example.com'],
    ['a name that ends like it', 'https://evilapi.example.com'],
    ['a name that begins like it', 'https://api.example.com.evil.example'],
    ['a host behind it as a user', 'https://api.example.com@evil.example'],
    ['a host behind it as user and password', 'https://api.example.com:443@evil.example'],
    ['a host behind it with an encoded @', 'https://api.example.com%2e@evil.example'],
    ['letters of another alphabet that look like it', 'https://\u0430pi.example.com'],
    ['two dots at the end', 'https://api.example.com..'],
  ])('does not take it to %s', (_what, url) => {
    expect(goesTo(url, ['api.example.com'])).toBe(false);
  });

  test.each<[string, boolean]>([
    ['https://a.example.com', true],
    ['https://a.b.example.com.', true],
    ['https://A.EXAMPLE.COM', true],
    ['https://example.com', false],
    ['https://evilexample.com', false],
    ['https://a.example.com.evil.example', false],
    ['https://a.example.com@evil.example', false],
  ])('takes one for *.example.com to %s: %s', (url, goes) => {
    expect(goesTo(url, ['other.example', '*.Example.com'])).toBe(goes);
  });

  test.each<[string, string, boolean]>([
    ['[::1]', 'http://[::1]:8080', true],
    ['[::1]', 'http://[0:0:0:0:0:0:0:1]', true],
    ['[0:0:0:0:0:0:0:1]', 'http://[::1]', true],
    ['[2001:DB8::A]', 'http://[2001:db8::a]', true],
    ['[::1]', 'http://[::2]', false],
    ['[::1]', 'http://[::ffff:127.0.0.1]', false],
    ['127.0.0.1', 'http://0x7f.1', true],
    ['127.0.0.1', 'http://127.0.0.2', false],
    ['*.0.0.1', 'http://127.0.0.1', false],
    ['xn--bcher-kva.example', 'https://bücher.example', true],
    ['*.xn--bcher-kva.example', 'https://a.BÜCHER.example', true],
    ['bucher.example', 'https://bücher.example', false],
  ])('compares %s with %s in one form: %s', (host, url, goes) => {
    expect(goesTo(url, [host])).toBe(goes);
  });

  test('takes one without hosts anywhere', () => {
    expect(goesTo('https://evil.example', null)).toBe(true);
  });
});

/** Returns for each redirect of a chain whether it carried the sign-in. */
function afterRedirects(hosts: string[] | null, first: string, ...locations: string[]): boolean[] {
  let call = callTo(first, hosts);
  return locations.map((location) => {
    const next = followRedirect(call, { status: 307, headers: { location } });
    if (next === null) throw new Error('no redirect');
    call = next;
    return next.signIn?.headers === headers;
  });
}

describe('a redirect', () => {
  test.each<[string, string[] | null, string, string, boolean]>([
    ['a path', ['a.example'], 'https://a.example', '/next', true],
    ['a listed host', ['a.example', 'b.example'], 'https://a.example', 'https://b.example', true],
    ['another port', ['a.example'], 'https://a.example', 'https://a.example:8443', true],
    ['another host', ['a.example'], 'https://a.example', 'https://b.example', false],
    ['another host without a scheme', ['a.example'], 'https://a.example', '//b.example', false],
    ['a user named as a listed host', ['a.example'], 'https://a.example', 'https://a.example@b.example', false],
    ['encryption', ['a.example'], 'http://a.example', 'https://a.example', true],
    ['no encryption', ['a.example'], 'https://a.example', 'http://a.example', false],
    ['the same host, without hosts', null, 'https://a.example', 'https://A.example./next', true],
    ['another host, without hosts', null, 'https://a.example', 'https://b.a.example', false],
    ['no encryption, without hosts', null, 'https://a.example', 'http://a.example', false],
  ])('to %s', (_what, hosts, from, to, goes) => {
    expect(afterRedirects(hosts, from, to)).toEqual([goes]);
  });

  test.each<[string, string[] | null]>([
    ['with hosts', ['a.example']],
    ['without hosts', null],
  ])('that left it out leaves it out for good, %s', (_what, hosts) => {
    const chain = ['https://a.example/1', 'https://evil.example', 'https://a.example/2', '/3'] as const;
    expect(afterRedirects(hosts, 'https://a.example', ...chain)).toEqual([true, false, false, false]);
    expect(afterRedirects(hosts, 'https://a.example', 'http://a.example', 'https://a.example')).toEqual([false, false]);
  });
});
