import { expect, test } from '@jest/globals';
import type { HttpClient } from '../http/http-client.ts';
import { MAX_RETRY_AFTER_MS } from '../http/retry-after.ts';
import { createOAuthClient } from './oauth-client.ts';
import type { OAuthServer } from './tokens.ts';

interface Sent {
  authorization: string | undefined;
  body: URLSearchParams;
}

interface Answer {
  status?: number;
  type?: string;
  retryAfter?: string;
  body: unknown;
}

const SERVER: OAuthServer = {
  tokenUrl: 'https://login.test/token',
  clientId: 'client',
  clientSecret: 'secret',
  scopes: [],
  clientAuthentication: 'auto',
};

/** Returns a client whose server gives these answers; it repeats the last one. */
function clientWith(...answers: Answer[]) {
  const sent: Sent[] = [];
  const send = ({ headers, body }: { headers: Record<string, string>; body: string }) => {
    sent.push({ authorization: headers['authorization'], body: new URLSearchParams(body) });
    const given = answers[sent.length - 1] ?? answers.at(-1)!;
    const { status = 200, type = 'application/json', retryAfter, body: answer } = given;
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    const answered = { 'content-type': type, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) };
    return Promise.resolve({ status, headers: answered, body: Buffer.from(text) });
  };
  return { client: createOAuthClient({ send } as unknown as HttpClient, 10_000), sent };
}

const refresh = (...answers: Answer[]) => clientWith(...answers).client.refresh(SERVER, 'refresh', 'header');
const TOKENS = { accessToken: 'a', refreshToken: null, lifeSeconds: null, signsIn: 'header' };
const bearer = { access_token: 'a', token_type: 'Bearer' };

// The first case follows RFC 6749 §5.1; the others are answers of large providers.
test.each<[string, Answer, object]>([
  ['the standard', { body: { ...bearer, expires_in: 60, refresh_token: 'r' } }, { lifeSeconds: 60, refreshToken: 'r' }],
  ['no token_type, as Shopify', { body: { access_token: 'a', scope: 'read_orders,write_orders' } }, {}],
  ['token_type bot, as Slack', { body: { ok: true, access_token: 'a', token_type: 'bot', scope: 'a,b' } }, {}],
  ['token_type user', { body: { access_token: 'a', token_type: 'user' } }, {}],
  ['token_type null', { body: { access_token: 'a', token_type: null } }, {}],
  ['a list of scopes, as Twitch', { body: { ...bearer, scope: ['a', 'b'] } }, {}],
  ['scope null', { body: { ...bearer, scope: null } }, {}],
  ['expires_in null', { body: { ...bearer, expires_in: null } }, {}],
  ['expires_in as a text', { body: { ...bearer, expires_in: '3600' } }, { lifeSeconds: 3_600 }],
  ['expires_in empty', { body: { ...bearer, expires_in: '' } }, {}],
  ['expires_in 0, which means never', { body: { ...bearer, expires_in: 0 } }, {}],
  ['refresh_token null', { body: { ...bearer, refresh_token: null } }, {}],
  ['refresh_token empty', { body: { ...bearer, refresh_token: '' } }, {}],
  ['error null together with a token', { body: { ...bearer, error: null } }, {}],
  ['status 201', { status: 201, body: bearer }, {}],
  ['JSON as text/html', { type: 'text/html; charset=utf-8', body: bearer }, {}],
  [
    'a form, as GitHub',
    { type: 'application/x-www-form-urlencoded; charset=utf-8', body: 'access_token=a&scope=repo&token_type=bearer' },
    {},
  ],
  ['a form as plain text', { type: 'text/plain', body: 'access_token=a&expires=5184000' }, { lifeSeconds: 5_184_000 }],
  [
    'no end and more members, as Salesforce',
    { body: { ...bearer, instance_url: 'https://x.test', issued_at: '1' } },
    {},
  ],
  [
    'two lives, as QuickBooks',
    { body: { ...bearer, expires_in: 3_600, refresh_token: 'r', x_refresh_token_expires_in: 8_726_400 } },
    { lifeSeconds: 3_600, refreshToken: 'r' },
  ],
])('tokens are read from an answer with %s', async (_name, answer, expected) => {
  expect(await refresh(answer)).toEqual({ kind: 'tokens', tokens: { ...TOKENS, ...expected } });
});

test.each<[string, Answer]>([
  ['invalid_grant', { status: 400, body: { error: 'invalid_grant' } }],
  ['200 bad_refresh_token, as GitHub', { body: { error: 'bad_refresh_token', error_description: 'It expired.' } }],
  [
    'the same as a form',
    { type: 'application/x-www-form-urlencoded', body: 'error=bad_refresh_token&error_description=It+expired.' },
  ],
  ['200 invalid_refresh_token, as Slack', { body: { ok: false, error: 'invalid_refresh_token' } }],
  ['token_revoked, as Slack', { body: { ok: false, error: 'token_revoked' } }],
  ['BAD_REFRESH_TOKEN, as HubSpot', { status: 400, body: { status: 'BAD_REFRESH_TOKEN', message: 'unknown' } }],
  [
    'code 190, as Facebook',
    { status: 400, body: { error: { message: 'expired', type: 'OAuthException', code: 190 } } },
  ],
])('the grant has ended by %s', async (_name, answer) => {
  expect(await refresh(answer)).toMatchObject({ kind: 'grant-ended', reason: expect.any(String) as unknown });
});

test.each<[string, Answer, string]>([
  [
    'invalid_scope',
    { status: 400, body: { error: 'invalid_scope', error_description: null } },
    'refused: invalid_scope',
  ],
  ['incorrect_client_credentials', { body: { error: 'incorrect_client_credentials' } }, 'incorrect_client_credentials'],
  ['no JSON', { status: 401, type: 'text/html', body: '<h1>Unauthorized</h1>' }, 'answered 401'],
  ['no token', { body: { ok: true } }, 'returned no token'],
  ['a token of another kind (RFC 9449)', { body: { access_token: 'a', token_type: 'DPoP' } }, 'returned no token'],
])('the credential is refused by %s', async (_name, answer, message) => {
  expect(await refresh(answer)).toMatchObject({
    kind: 'failed',
    failure: { code: 'CREDENTIAL_REFUSED', message: expect.stringContaining(message) as unknown },
  });
});

test.each<[string, Answer, number]>([
  ['seconds', { status: 429, retryAfter: '7', body: '' }, 7_000],
  ['a year', { status: 503, retryAfter: '31536000', body: '' }, MAX_RETRY_AFTER_MS],
  ['a far date', { status: 503, retryAfter: 'Fri, 31 Dec 9999 23:59:59 GMT', body: '' }, MAX_RETRY_AFTER_MS],
  ['Infinity, which is no number of HTTP', { status: 503, retryAfter: 'Infinity', body: '' }, 0],
  ['nothing', { status: 503, body: '' }, 0],
])('the server that fails is asked again after the time it names, at most an hour: %s', async (_, answer, ms) => {
  expect(await refresh(answer)).toMatchObject({
    kind: 'failed',
    failure: { code: 'HTTP_STATUS', retryable: true, retryAfterMs: ms },
  });
});

const waysOf = (sent: Sent[]): string[] =>
  sent.map(({ authorization, body }) => (authorization === undefined ? `body ${body.get('client_secret')}` : 'header'));

test.each<[OAuthServer['clientAuthentication'], string[]]>([
  ['auto', ['header', 'body secret']],
  ['basic', ['header']],
  ['body', ['body secret']],
])('with %s the client signs in by %j', async (clientAuthentication, expected) => {
  const { client, sent } = clientWith({ status: 401, body: { error: 'invalid_client' } });
  await client.clientCredentials({ ...SERVER, clientAuthentication }, null);
  expect(waysOf(sent)).toEqual(expected);
});

// RFC 6749 §5.2 defines invalid_client. Servers that do not read the header report a missing client id.
test.each<Answer>([
  { status: 400, body: { error: 'invalid_request', error_description: 'client_id is missing' } },
  { status: 400, body: { error: 'unauthorized_client' } },
  { status: 403, type: 'text/html', body: 'Forbidden' },
  { status: 401, body: '' },
  { body: { ok: false, error: 'bad_client_secret' } },
])('the body is tried after the header where the answer to it is %j', async (first) => {
  const { client, sent } = clientWith(first, { body: bearer });
  expect(await client.clientCredentials(SERVER, null)).toMatchObject({ kind: 'tokens', tokens: { signsIn: 'body' } });
  expect(waysOf(sent)).toEqual(['header', 'body secret']);
});

test('nothing is tried twice after an answer without information about the client', async () => {
  const { client, sent } = clientWith({ status: 400, body: { error: 'invalid_grant' } });
  expect(await client.refresh(SERVER, 'refresh', null)).toMatchObject({ kind: 'grant-ended' });
  expect(sent).toHaveLength(1);
});

test.each<[string, string]>([
  ['JSON', JSON.stringify({ access_token: 'a', ...namesOf(20_000) })],
  ['a form', `access_token=a&${new URLSearchParams(namesOf(20_000)).toString()}`],
])('an answer of very many names is no token: %s', async (_what, body) => {
  const outcome = await clientWith({ body }).client.clientCredentials(SERVER, null);
  expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'CREDENTIAL_REFUSED' } });
});

function namesOf(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, number) => [`name${number}`, 'x']));
}
