import { beforeAll, expect, test } from '@jest/globals';
import { useFirstAdmin } from '../management/people.ts';
import { useTestIngress } from '../start-test-ingress.ts';

const ELSEWHERE = 'https://elsewhere.example/callback';
const ingress = useTestIngress();
const admin = useFirstAdmin(ingress);
let clientId: string;

/** A client that anybody may register. */
beforeAll(async () => {
  const answer = await fetch(`${ingress.url}/api/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Anybody',
      redirect_uris: [ELSEWHERE],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }),
  });
  clientId = ((await answer.json()) as { client_id: string }).client_id;
});

const GOOD = {
  response_type: 'code',
  scope: 'read',
  state: 'abc',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
};

async function authorize(changed: Record<string, string | undefined>, headers: Record<string, string> = {}) {
  const asked = Object.entries({ ...GOOD, ...changed }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  const query = new URLSearchParams([['client_id', clientId], ['redirect_uri', ELSEWHERE], ...asked]);
  const answer = await fetch(`${ingress.url}/api/auth/oauth2/authorize?${query.toString()}`, {
    redirect: 'manual',
    headers,
  });
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() };
}

test.each<[string, Record<string, string | undefined>]>([
  ['an unknown scope', { scope: 'everything' }],
  ['another response type', { response_type: 'token' }],
  ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
  ['a plain challenge', { code_challenge_method: 'plain' }],
  ['no sign-in to be shown', { prompt: 'none' }],
  ['a resource of others', { resource: 'https://elsewhere.example/mcp' }],
  ['an unknown prompt', { prompt: 'anything' }],
  ['a request object', { request: 'a.b.c' }],
  ['an address of a request object', { request_uri: 'urn:example:1' }],
])('whoever is not signed in is not sent elsewhere by %s', async (_what, changed) => {
  const { location } = await authorize(changed);
  expect(location).not.toContain('//elsewhere.example');
});

test('the error is shown here', async () => {
  const { status, text } = await authorize({ scope: 'everything' });
  expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining({ error: 'invalid_scope' })]);
});

test('a request without mistakes leads to the sign-in, and the error of a person reaches their client', async () => {
  const good = await authorize({});
  expect([good.status, new URL(good.location, ingress.url).pathname]).toEqual([302, '/authorize']);
  const signedIn = await authorize({ scope: 'everything' }, { cookie: admin.cookie });
  expect(signedIn.location).toContain(`${ELSEWHERE}?`);
});
