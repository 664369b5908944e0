import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ApiClient } from '@workflow/test-harness';
import {
  chain,
  component,
  input,
  output,
  startContractSystem,
  type Answer,
  type ContractSystem,
} from './contract-system.ts';

const AT_ONCE = 8;

let system: ContractSystem;

beforeAll(async () => {
  // No executor runs, so sessions stay QUEUED until somebody changes them.
  system = await startContractSystem({ ingresses: 2, executors: 0 });
});

afterAll(() => system?.stop());

/** Sends the same request many times at the same time to both replicas. @returns the number of answers by status */
async function atOnce(request: (client: ApiClient, n: number) => Promise<Answer>): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => request(system.clients[n % 2]!, n)));
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const once = (status: number, otherwise: number) => ({ [status]: 1, [otherwise]: AT_ONCE - 1 });

async function makeWebhook(): Promise<{ path: string; tokenPath: string }> {
  const webhook = component('webhook', {}, { output: 'request' });
  const path = `/v1/workflows/${await system.api.publish('Hook', chain(webhook, output('done')))}`;
  return { path, tokenPath: `${path}/components/${webhook.id}/token` };
}

test('one token is created, and deleted once', async () => {
  const { tokenPath } = await makeWebhook();
  expect(await atOnce((client) => client.request('POST', tokenPath))).toEqual(once(201, 409));
  expect(await atOnce((client) => client.request('DELETE', tokenPath))).toEqual(once(204, 404));
});

test('of those who read the same draft, only one can save it', async () => {
  const { path } = await makeWebhook();
  const { headers } = await system.api.request('GET', path);
  const save = (client: ApiClient, n: number) =>
    client.request(
      'PUT',
      path,
      { name: `by ${n}`, components: [], connections: [] },
      { 'if-match': headers.get('etag') ?? '' },
    );
  expect(await atOnce(save)).toEqual(once(200, 412));
});

test('every publish creates a version, and exactly one is published', async () => {
  const { path } = await makeWebhook();
  expect(await atOnce((client) => client.request('POST', `${path}/publish`))).toEqual({ 201: AT_ONCE });
  const { items } = (
    await system.api.request<{ items: { number: number; published: boolean }[] }>('GET', `${path}/versions`)
  ).body;
  expect(items.map((version) => version.number)).toEqual(
    Array.from({ length: AT_ONCE + 1 }, (_, n) => AT_ONCE + 1 - n),
  );
  expect(items.filter((version) => version.published)).toHaveLength(1);
});

test('of concurrent PUTs one creates a secret and the others replace it', async () => {
  expect(
    await atOnce((client, n) => client.request('PUT', '/v1/organization/secrets/shared', { value: `${n}` })),
  ).toEqual(once(201, 200));
  expect(await atOnce((client) => client.request('DELETE', '/v1/organization/secrets/shared'))).toEqual(once(204, 404));
});

test('a session is cancelled once, and retried once', async () => {
  const start = input();
  const workflowId = await system.api.publish('Queued', chain(start));
  const { body } = await system.api.run(workflowId, start.id);
  const path = `/v1/sessions/${body['sessionId'] as string}`;
  expect(await atOnce((client) => client.request('POST', `${path}/cancel`))).toEqual(once(200, 409));
  expect(await atOnce((client) => client.request('POST', `${path}/retry`))).toEqual(once(200, 409));
  expect((await system.api.request('GET', path)).body).toMatchObject({ status: 'QUEUED', run: 2 });
});
