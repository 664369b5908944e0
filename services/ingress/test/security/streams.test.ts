import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createOrganization } from '@workflow/test-harness';
import { startTestIngress, type TestIngress } from '../start-test-ingress.ts';

const STREAMS = 3;
const actor = { type: 'system', id: null, name: 'test' } as const;
let ingress: TestIngress;

beforeAll(async () => {
  ingress = await startTestIngress({ config: { maxEventStreamsPerOrganization: STREAMS } });
});

afterAll(() => ingress?.stop());

const open = (key: string): Promise<Response> => fetch(`${ingress.url}/v1/sessions/events`, { headers: { 'x-api-key': key } });

test('a stream ends within a second when its key is deleted', async () => {
  const organization = ingress.context.store.management.organization(ingress.organization.id);
  const { key, value } = await organization.createApiKey(actor, { name: 'watcher', scopes: ['read'], expiresAt: null });
  const stream = await open(value);
  expect(stream.status).toBe(200);
  const ended = stream.text();
  const since = performance.now();
  await organization.deleteApiKey(actor, key.id);
  await ended;
  expect(performance.now() - since).toBeLessThan(2_000);
});

test('a stream ends when its key expires', async () => {
  const organization = ingress.context.store.management.organization(ingress.organization.id);
  const { value } = await organization.createApiKey(actor, { name: 'short', scopes: ['read'], expiresAt: new Date(Date.now() + 1_500) });
  await (await open(value)).text();
});

test('one organization cannot take the streams of all', async () => {
  const other = await createOrganization(ingress.databaseUrl);
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => open(ingress.organization.apiKey)));
  const refused = await open(ingress.organization.apiKey);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  const others = await open(other.apiKey);
  expect(others.status).toBe(200);
  for (const stream of [...streams, others]) await stream.body!.cancel();
});
