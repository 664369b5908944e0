import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createApiClient, startSystem, type ApiClient, type RunningIngress, type TestSystem } from '@workflow/test-harness';

/** What docs/security.md says of changing AUTH_SECRET and SECRETS_KEY. */

const EMAIL = 'admin@example.com';
const PASSWORD = 'correct horse battery';
const body = { event: 'paid' };

let system: TestSystem;
let rotated: RunningIngress;
let client: ApiClient;

beforeAll(async () => {
  system = await startSystem({ backend: 'postgres', env: { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD } });
  rotated = await system.startIngress({ AUTH_SECRET: randomBytes(32).toString('hex'), SECRETS_KEY: randomBytes(32).toString('hex') });
  client = createApiClient(rotated.baseUrl, system.organization.apiKey);
}, 60_000);

afterAll(() => system?.stop(), 60_000);

async function signIn(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/auth/sign-in/email`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: EMAIL, password: PASSWORD }) });
  await answer.arrayBuffer();
  return answer.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ');
}

async function readAs(baseUrl: string, cookie: string): Promise<number> {
  const answer = await fetch(`${baseUrl}/v1/caller`, { headers: { cookie } });
  await answer.arrayBuffer();
  return answer.status;
}

test('another AUTH_SECRET signs everybody out, who then sign in with the same password', async () => {
  const cookie = await signIn(system.api.baseUrl);
  expect(await readAs(system.api.baseUrl, cookie)).toBe(200);
  expect(await readAs(rotated.baseUrl, cookie)).toBe(401);
  expect(await readAs(rotated.baseUrl, await signIn(rotated.baseUrl))).toBe(200);
});

test('with another SECRETS_KEY, keys and tokens work on; what needs a secret fails and says why, until the secret is put again', async () => {
  const value = 'signing secret';
  await system.api.request('PUT', '/v1/organization/secrets/signing', { value });
  const hook = randomUUID();
  const verification = { scheme: 'github', secret: 'signing' };
  const workflowId = await system.api.publish('hook', { components: [{ id: hook, type: 'webhook', output: 'request', config: { verification } }], connections: [] });
  const { body: made } = await system.api.request('POST', `/v1/workflows/${workflowId}/components/${hook}/token`);
  const signature = `sha256=${createHmac('sha256', value).update(JSON.stringify(body)).digest('hex')}`;
  const deliver = (to: ApiClient) => to.request('POST', `/webhook/${workflowId}`, body, { token: String(made['token']), 'x-hub-signature-256': signature });

  expect((await deliver(system.api)).status).toBe(202);
  expect((await client.request('GET', '/v1/organization/secrets')).status).toBe(200);
  const failed = await deliver(client);
  expect(failed.status).toBe(500);
  const line = await rotated.untilLogged((logged) => logged['errorId'] === failed.body['errorId']);
  expect(line['err']).toMatchObject({ message: 'the secret signing was sealed with another SECRETS_KEY, or its row was changed' });

  await client.request('PUT', '/v1/organization/secrets/signing', { value });
  expect((await deliver(client)).status).toBe(202);
});
