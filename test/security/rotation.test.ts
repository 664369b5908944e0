import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createApiClient,
  startSystem,
  type ApiAnswer,
  type RunningIngress,
  type TestSystem,
} from '@workflow/test-harness';

/** Tests the instructions of docs/security.md for changing AUTH_SECRET and SECRETS_KEY. */

const EMAIL = 'admin@example.com';
const PASSWORD = 'correct horse battery';
const body = { event: 'paid' };
const OPERATOR_KEY = 'the key of the operator, of course';
const OLD_KEY = randomBytes(32).toString('base64url');
const NEW_KEY = randomBytes(32).toString('hex');

let system: TestSystem;
let rotated: RunningIngress;

beforeAll(async () => {
  system = await startSystem({
    backend: 'postgres',
    env: { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD, SECRETS_KEY: OLD_KEY },
  });
  rotated = await system.startIngress({
    AUTH_SECRET: randomBytes(32).toString('hex'),
    SECRETS_KEY: randomBytes(32).toString('hex'),
  });
});

afterAll(() => system?.stop());

async function signIn(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  await answer.arrayBuffer();
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function readAs(baseUrl: string, cookie: string): Promise<number> {
  const answer = await fetch(`${baseUrl}/v1/caller`, { headers: { cookie } });
  await answer.arrayBuffer();
  return answer.status;
}

test('a new AUTH_SECRET signs everybody out; the same password signs in again', async () => {
  const cookie = await signIn(system.api.baseUrl);
  expect(await readAs(system.api.baseUrl, cookie)).toBe(200);
  expect(await readAs(rotated.baseUrl, cookie)).toBe(401);
  expect(await readAs(rotated.baseUrl, await signIn(rotated.baseUrl))).toBe(200);
});

describe('SECRETS_KEY', () => {
  const value = 'signing secret';
  let deliverTo: (ingress: RunningIngress) => Promise<ApiAnswer>;
  /** Changes the user of a credential but not its password, which is decrypted and encrypted again. */
  let changeCredential: (ingress: RunningIngress, user: string) => Promise<ApiAnswer>;
  const startWith = (key: string, ...previous: string[]) =>
    system.startIngress({ SECRETS_KEY: key, SECRETS_KEY_PREVIOUS: previous.join(', '), OPERATOR_KEY });
  const readiness = (ingress: RunningIngress) =>
    createApiClient(ingress.baseUrl, '').request<{ checks: { postgres: string } }>('GET', '/readyz');
  const reseal = async (ingress: RunningIngress) =>
    (await createApiClient(ingress.baseUrl, OPERATOR_KEY).request('POST', '/v1/operator/reseal-secrets')).body;

  beforeAll(async () => {
    await system.api.request('PUT', '/v1/organization/secrets/signing', { value });
    const smtp = { name: 'Mail', type: 'smtp', host: 'mail.example.com', port: 587, tls: 'starttls' };
    const credential = await system.api.request('POST', '/v1/organization/credentials', {
      ...smtp,
      user: 'me',
      password: value,
    });
    changeCredential = (ingress, user) =>
      createApiClient(ingress.baseUrl, system.organization.apiKey).request(
        'PUT',
        `/v1/organization/credentials/${String(credential.body['id'])}`,
        { ...smtp, user },
      );
    const hook = randomUUID();
    const verification = { scheme: 'github', secret: 'signing' };
    const workflowId = await system.api.publish('hook', {
      components: [{ id: hook, type: 'webhook', output: 'request', config: { verification } }],
      connections: [],
    });
    const { body: made } = await system.api.request('POST', `/v1/workflows/${workflowId}/components/${hook}/token`);
    const signature = `sha256=${createHmac('sha256', value).update(JSON.stringify(body)).digest('hex')}`;
    deliverTo = (ingress) =>
      createApiClient(ingress.baseUrl, '').request('POST', `/webhook/${workflowId}`, body, {
        token: String(made['token']),
        'x-hub-signature-256': signature,
      });
  });

  test('that is another one is named at the start, and the process is not ready; keys and tokens work', async () => {
    expect((await deliverTo(system.ingresses[0]!)).status).toBe(202);
    await rotated.untilLogged(({ err }) =>
      JSON.stringify(err ?? '').includes('SECRETS_KEY is not the key of this database'),
    );
    const { status, body: report } = await readiness(rotated);
    expect([status, report.checks.postgres]).toEqual([
      503,
      expect.stringMatching(/^SECRETS_KEY is not the key of this/),
    ]);
    const client = createApiClient(rotated.baseUrl, system.organization.apiKey);
    expect((await client.request('GET', '/v1/organization/secrets')).status).toBe(200);
    const failed = await deliverTo(rotated);
    expect(failed.status).toBe(500);
    const line = await rotated.untilLogged((logged) => logged['errorId'] === failed.body['errorId']);
    expect(line['err']).toMatchObject({
      message: 'the secret signing was sealed with another SECRETS_KEY, or its row was changed',
    });
    expect((await changeCredential(rotated, 'nobody')).status).toBe(500);
  });

  test('is changed without an outage, and everything is sealed with the new one', async () => {
    const [prepared, next] = [await startWith(OLD_KEY, NEW_KEY), await startWith(NEW_KEY, OLD_KEY)];
    // Each of them reads what the other one stores.
    for (const ingress of [prepared, next]) {
      const client = createApiClient(ingress.baseUrl, system.organization.apiKey);
      await client.request('PUT', '/v1/organization/secrets/signing', { value });
      for (const other of [prepared, next]) expect((await deliverTo(other)).status).toBe(202);
    }
    await system.api.request('PUT', '/v1/organization/secrets/older', { value });
    expect(await reseal(next)).toEqual({ resealed: 2, current: 1, unreadable: 0 });
    expect(await reseal(next)).toEqual({ resealed: 0, current: 3, unreadable: 0 });
    const log = await system.api.call<{ items: unknown[] }>('GET', '/v1/organization/audit-log?limit=1');
    expect(log.items[0]).toMatchObject({
      action: 'secret.reseal',
      actor: { type: 'system', name: 'operator' },
      detail: { count: 1 },
    });

    const last = await startWith(NEW_KEY);
    expect((await readiness(last)).status).toBe(200);
    for (const ingress of [prepared, next, last]) expect((await deliverTo(ingress)).status).toBe(202);
    for (const ingress of [prepared, next, last])
      expect(await changeCredential(ingress, 'you')).toMatchObject({ status: 200, body: { user: 'you' } });
    expect((await readiness(system.ingresses[0]!)).status).toBe(503);
  });
});
