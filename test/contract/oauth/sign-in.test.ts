import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Browsing } from './browsing.ts';
import { signInAs, startOAuthLab, type OAuthLab } from './oauth-lab.ts';

const PATH = '/v1/organization/credentials';
let lab: OAuthLab;
beforeAll(async () => {
  lab = await startOAuthLab();
});
afterAll(() => lab?.stop());

test('steps fail before the first sign-in, and use the token after it; neither secret nor token is shown', async () => {
  const id = await lab.credential();
  expect(await lab.show(id)).toMatchObject({ status: 'sign-in-needed', statusReason: 'No one has signed in yet' });
  const caller = await lab.caller(id);
  const early = await caller.run();
  expect(early).toMatchObject({ status: 'FAILED', error: { code: 'CREDENTIAL_EXPIRED' } });
  expect(JSON.stringify(early['error'])).toContain(id);

  expect(await lab.signIn(id)).toBe(`${lab.api.baseUrl}/settings/credentials?signed-in=${id}`);
  const [exchange] = lab.server.log.slice(-1);
  expect(exchange).toMatchObject({ grant: 'authorization_code', status: 200, verifier: expect.any(String) });
  expect(await lab.show(id)).toMatchObject({ status: 'ready', statusReason: null });
  const run = await caller.run();
  expect(run).toMatchObject({ status: 'SUCCEEDED' });
  expect(lab.calls.at(-1)).toBe(exchange!.body.access_token);
  const steps = JSON.stringify(await lab.api.steps(String(run['sessionId'])));
  expect(steps).not.toContain(exchange!.body.access_token);
  const audit = await lab.api.call<{ items: { action: string }[] }>('GET', '/v1/organization/audit-log?limit=50');
  expect(audit.items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['credential.create', 'credential.authorize', 'credential.sign-in']),
  );
  const [stored] = await lab.query('SELECT encode(sealed, $1) AS sealed FROM credential_grants WHERE id = $2', [
    'escape',
    id,
  ]);
  expect(String(stored!['sealed'])).not.toContain(exchange!.body.refresh_token);
});

test('a sign-in ends in the browser session that began it, once, and nowhere else', async () => {
  const id = await lab.credential();
  const back = await lab.admin.consent(await lab.authorize(id), lab.api.baseUrl);
  const other = new Browsing(lab.api.baseUrl);
  const before = await other.open(back, { until: `${lab.api.baseUrl}/sign-in` });
  expect(before.url).toBe(`${lab.api.baseUrl}/sign-in?then=${encodeURIComponent(back.slice(lab.api.baseUrl.length))}`);
  await signInAs(other);
  expect(await other.open(back)).toMatchObject({ status: 403, text: expect.stringContaining('another browser') });
  const forged = back.replace(/state=[^&]+/, 'state=anything');
  expect(await lab.admin.open(forged)).toMatchObject({ status: 400 });
  expect(await lab.show(id)).toMatchObject({ status: 'sign-in-needed' });
  expect((await lab.admin.open(back, { until: `${lab.api.baseUrl}/settings` })).url).toContain(id);
  expect(await lab.admin.open(back)).toMatchObject({ status: 400, text: expect.stringContaining('has ended') });
});

test('what a key began is confirmed by an admin who is signed in', async () => {
  const id = await lab.credential();
  const begun = await lab.api.call<{ authorizationUrl: string }>('POST', `${PATH}/${id}/authorize`);
  const back = await lab.admin.consent(begun.authorizationUrl, lab.api.baseUrl);
  const asked = await lab.admin.open(back);
  expect(asked).toMatchObject({ status: 200, text: expect.stringContaining('The API key “Lab” started this sign-in') });
  expect(await lab.show(id)).toMatchObject({ status: 'sign-in-needed' });
  const form = new URLSearchParams({ answered: back.slice(back.indexOf('?') + 1) });
  const callback = `${lab.api.baseUrl}/credentials/callback`;
  expect((await lab.admin.open(callback, { form, until: `${lab.api.baseUrl}/settings` })).url).toContain(id);
  expect(await lab.show(id)).toMatchObject({ status: 'ready' });
});

test('a refusal of the server is shown on the page', async () => {
  const id = await lab.credential({ clientSecret: 'not the one' });
  const back = await lab.admin.consent(await lab.authorize(id), lab.api.baseUrl);
  const page = await lab.admin.open(back);
  expect(page).toMatchObject({ status: 400, text: expect.stringContaining('invalid_client') });
  const denied = await lab.authorize(await lab.credential());
  const state = new URL(denied).searchParams.get('state');
  const words = 'error=access_denied&error_description=No%3Cb%3E';
  const answer = `${lab.api.baseUrl}/credentials/callback?${words}&state=${state}`;
  expect((await lab.admin.open(answer)).text).toContain('access_denied: No&lt;b&gt;');
});

test('fields are checked, and a change of them asks for another sign-in', async () => {
  const bad = async (more: object) => {
    const { grant, tokenUrl, hosts, ...rest } = { grant: 'client-credentials', hosts: ['a.example'], ...lab.server };
    const body = { name: 'Bad', type: 'oauth2', grant, tokenUrl, hosts, clientId: 'c', clientSecret: 's', ...more };
    void rest;
    const answer = await lab.api.request<{ message: string }>('POST', PATH, body);
    return `${answer.status} ${answer.body.message}`;
  };
  expect(await bad({ grant: 'authorization-code' })).toBe('400 authorizationUrl is required');
  expect(await bad({ hosts: undefined })).toBe('400 hosts is required');
  expect(await bad({ tokenUrl: 'http://auth.example.com/token' })).toMatch(/^400 tokenUrl must begin with https/);
  const id = await lab.credential();
  await lab.signIn(id);
  const { name, type, grant, tokenUrl, authorizationUrl, clientId, hosts } = await lab.show(id);
  const same = { name, type, grant, tokenUrl, authorizationUrl, clientId, hosts };
  await lab.api.call('PUT', `${PATH}/${id}`, { ...same, scopes: ['api'] });
  expect(await lab.show(id)).toMatchObject({ status: 'ready' });
  await lab.api.call('PUT', `${PATH}/${id}`, { ...same, scopes: ['api', 'offline_access'] });
  expect(await lab.show(id)).toMatchObject({ status: 'sign-in-needed' });
  const client = await lab.credential({ grant: 'client-credentials' });
  expect((await lab.api.request('POST', `${PATH}/${client}/authorize`)).status).toBe(409);
});
