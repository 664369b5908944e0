import { beforeAll, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { waitFor } from '@workflow/test-harness';
import { chain, component, output, type Answer } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const DEFAULT_MAX_BODY_BYTES = 1_048_576;

const system = useContractSystem();

beforeAll(async () => {
  await system.clients[0]!.request('PUT', '/v1/organization/secrets/hook', { value: 'a signing secret' });
}, 60_000);

async function makeHook(config: JsonObject = {}) {
  const webhook = component('webhook', config, { output: 'request' });
  const workflowId = await system.api.publish('Hook', chain(webhook, output('received')));
  const path = `/v1/workflows/${workflowId}`;
  const { body } = await system.clients[0]!.request<{ token: string }>(
    'POST',
    `${path}/components/${webhook.id}/token`,
  );
  const deliver = async (sent: string, headers: Record<string, string>, method = 'POST') => {
    const url = `${system.clients[0]!.baseUrl}/webhook/${workflowId}`;
    const answer = await fetch(url, { method, body: sent, headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  const refusals = (): Promise<Answer> => system.clients[0]!.request('GET', `${path}/refusals`);
  return { path, componentId: webhook.id, token: body.token, deliver, refusals };
}

/** Returns the counts by reason when they sum to `total`. */
async function countsOf(hook: Awaited<ReturnType<typeof makeHook>>, total: number): Promise<Record<string, number>> {
  const read = async (): Promise<{ reason: string; count: number }[]> => (await hook.refusals()).body['counts'];
  await waitFor(async () => (await read()).reduce((sum, { count }) => sum + count, 0) >= total, {
    what: `${total} refusals to be counted`,
  });
  return Object.fromEntries((await read()).map(({ reason, count }) => [reason, count]));
}

test('refused deliveries are counted by reason, and the last ones show when, why and from where', async () => {
  const hook = await makeHook({
    verification: { scheme: 'hmac', secret: 'hook', header: 'X-Signature' },
    rateLimit: { perMinute: 600 },
  });
  expect((await hook.refusals()).body).toEqual({ counts: [], recent: [] });
  const { token } = hook;
  const statuses = [
    await hook.deliver('{"card":4111}', {}),
    await hook.deliver('{"card":4111}', { token: 'not the token' }),
    await hook.deliver('{"card":4111}', { token, 'x-signature': 'wrong' }),
    await hook.deliver('a'.repeat(DEFAULT_MAX_BODY_BYTES + 1), { token }),
    await hook.deliver('{}', { token }, 'PUT'),
  ];
  expect(statuses).toEqual([401, 403, 403, 413, 405]);
  expect(await countsOf(hook, 5)).toEqual({ token: 2, signature: 1, 'too-large': 1, method: 1 });

  const { body } = await hook.refusals();
  expect(body['recent']).toHaveLength(5);
  const signature = body['recent'].find((one: { reason: string }) => one.reason === 'signature');
  expect(signature).toEqual({
    at: expect.any(String),
    reason: 'signature',
    status: 403,
    componentId: hook.componentId,
    network: '127.0.0.0/24',
    bytes: 13,
  });
  for (const secret of [token, 'not the token', '4111', 'wrong']) expect(JSON.stringify(body)).not.toContain(secret);
  // Without a signature the answer is the same. The users of the workflow see the reason.
  expect(await hook.deliver('{}', { token })).toBe(403);
  // A second write adds to the first.
  await hook.deliver('{}', { token, 'x-signature': 'wrong' });
  expect(await countsOf(hook, 7)).toMatchObject({ signature: 2, 'signature-missing': 1, token: 2 });
});

test('a workflow that is not published refuses by 409, and one without limit left by 429', async () => {
  const unpublished = await makeHook();
  await system.clients[0]!.request('POST', `${unpublished.path}/unpublish`);
  expect(await unpublished.deliver('{}', { token: unpublished.token })).toBe(409);
  expect(await countsOf(unpublished, 1)).toEqual({ 'not-published': 1 });

  const limited = await makeHook({ rateLimit: { perMinute: 1, burst: 1 } });
  const statuses: number[] = [];
  for (let sent = 0; sent < 3; sent++) statuses.push(await limited.deliver('{}', { token: limited.token }));
  expect(statuses).toContain(429);
  expect(await countsOf(limited, 1)).toHaveProperty('rate-limit');
});

test('wrong tokens, which anybody can send, crowd out no other refusal', async () => {
  const hook = await makeHook();
  expect(await hook.deliver('{}', { token: hook.token }, 'PUT')).toBe(405);
  await countsOf(hook, 1);
  await Promise.all(Array.from({ length: 60 }, () => hook.deliver('{}', { token: 'a guess' })));
  expect(await countsOf(hook, 61)).toEqual({ token: 60, method: 1 });
  const reasons: string[] = (await hook.refusals()).body['recent'].map(({ reason }: { reason: string }) => reason);
  expect(reasons.filter((reason) => reason === 'token')).toHaveLength(5);
  expect(reasons).toContain('method');
  // Deliveries to many unknown workflows change nothing.
  const unknown = Array.from(
    { length: 300 },
    (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  await Promise.all(
    [...unknown, 'no-id'].map((id) => fetch(`${system.clients[0]!.baseUrl}/webhook/${id}`, { method: 'POST' })),
  );
  expect(await hook.deliver('{}', { token: hook.token }, 'PUT')).toBe(405);
  expect(await countsOf(hook, 62)).toEqual({ token: 60, method: 2 });
});

test('the refusals of a deleted workflow are not shown', async () => {
  const hook = await makeHook();
  expect(await hook.deliver('{}', { token: hook.token }, 'PUT')).toBe(405);
  await countsOf(hook, 1);
  expect((await system.clients[0]!.request('DELETE', hook.path)).status).toBe(204);
  expect((await hook.refusals()).status).toBe(404);
});
