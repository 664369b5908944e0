import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { useTestIngress } from '../start-test-ingress.ts';

/** Tests the test of a credential, with a live executor that does nothing. */

const ANSWER_TIMEOUT_MS = 600;
const MOST = 2;

const ingress = useTestIngress({
  config: {
    executorAnswerTimeoutMs: ANSWER_TIMEOUT_MS,
    organizationLimits: { executorRequests: MOST },
  },
});
let path: string;

const request = (method: string, at: string, body?: unknown) => {
  const headers = { 'content-type': 'application/json', 'x-api-key': ingress.organization.apiKey };
  return ingress.request(method, at, { headers, body });
};

beforeAll(async () => {
  await ingress.context.store.execution.registerExecutor({ id: randomUUID(), host: 'silent', concurrency: 1 });
  const content = { name: 'Shop', type: 'http-bearer', token: 'a secret token' };
  const { body } = await request('POST', '/v1/organization/credentials', content);
  path = `/v1/organization/credentials/${body.id}/test`;
});

async function requestsStored(): Promise<number> {
  const database = new Client({ connectionString: ingress.databaseUrl });
  await database.connect();
  const { rowCount } = await database.query('SELECT FROM executor_requests');
  await database.end();
  return rowCount ?? 0;
}

test('one that no executor answers is 503 without Retry-After, and leaves nothing behind', async () => {
  const unanswered = await request('POST', path);
  expect(unanswered).toMatchObject({
    status: 503,
    body: { message: 'No executor answered within 1 s; try again' },
  });
  expect(unanswered.headers.get('retry-after')).toBeNull();
  expect(await requestsStored()).toBe(0);
});

test('beyond what an organization may have under way it is 429, for that organization alone', async () => {
  const { requests } = ingress.context.store;
  const ask = (organizationId: string) =>
    requests.ask({ organizationId, kind: 'credential-test', subject: randomUUID() }, 60_000);
  for (let n = 0; n < MOST; n += 1) await ask(ingress.organization.id);
  const refused = await request('POST', path);
  expect(refused.status).toBe(429);
  expect(refused.body.message).toContain('MAX_EXECUTOR_REQUESTS_PER_ORGANIZATION');
  expect(await ask(randomUUID())).not.toBeNull();
});
