import { expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { chain, component, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

interface Listener {
  isListening: boolean;
  until: string;
  caught: { at: string; sessionId: string | null; request: string | null; filtered: boolean } | null;
}

const NOBODY = { until: null, isListening: false, caught: null };

const system = useContractSystem();

async function makeHook({ published, config = {} }: { published: boolean; config?: JsonObject }) {
  const webhook = component('webhook', config, { output: 'request' });
  const definition = chain(webhook, output('{{ request }}'));
  const made = await system.api.request<{ id: string }>('POST', '/v1/workflows', { name: 'Listened', ...definition });
  const path = `/v1/workflows/${made.body.id}/components/${webhook.id}`;
  const { body } = await system.api.request<{ token: string }>('POST', `${path}/token`);
  const publish = () => system.api.request('POST', `/v1/workflows/${made.body.id}/publish`);
  if (published) await publish();
  const deliver = (payload: unknown, { replica = 0, type = 'application/json' } = {}) =>
    fetch(`${system.clients[replica]!.baseUrl}/webhook/${made.body.id}`, {
      method: 'POST',
      body: typeof payload === 'string' ? payload : JSON.stringify(payload),
      headers: { token: body.token, 'content-type': type },
    });
  return { path: `${path}/listener`, tokenPath: `${path}/token`, token: body.token, deliver, publish };
}

async function listener(path: string): Promise<Listener> {
  return (await system.api.request<Listener>('GET', path)).body;
}

function caughtAt(path: string): Promise<NonNullable<Listener['caught']>> {
  return waitFor(async () => (await listener(path)).caught, { what: 'a caught delivery' });
}

test.each([0, 1])('the next delivery, to replica %i, is shown by its session and runs as ever', async (replica) => {
  const hook = await makeHook({ published: true });
  const started = await system.api.request<Listener>('POST', hook.path);
  expect(started).toMatchObject({ status: 201, body: { isListening: true, caught: null } });
  const minutes = (Date.parse(started.body.until) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(9);
  expect(minutes).toBeLessThan(11);

  // The other replica is notified within a second. Later deliveries are caught.
  let sent: { sessionId: string }[] = [];
  const caught = await waitFor(
    async () => {
      const answer = await hook.deliver({ number: sent.length }, { replica });
      expect(answer.status).toBe(202);
      sent = [...sent, (await answer.json()) as { sessionId: string }];
      return (await listener(hook.path)).caught;
    },
    { what: 'a caught delivery' },
  );
  expect(caught).toMatchObject({ request: null });
  expect(sent.map(({ sessionId }) => sessionId)).toContain(caught.sessionId);
  expect(await system.api.untilEnded(String(caught.sessionId))).toMatchObject({ status: 'SUCCEEDED' });

  // One delivery was caught, so later ones change nothing.
  await hook.deliver({ late: true }, { replica });
  expect(await listener(hook.path)).toMatchObject({ isListening: false, caught });
});

test.each([0, 1])('a filtered delivery to replica %i is shown as well, with its request', async (replica) => {
  const hook = await makeHook({ published: true, config: { filter: "request.body.type = 'order'" } });
  await system.api.request('POST', hook.path);
  const caught = await waitFor(
    async () => {
      const answer = await hook.deliver({ type: 'invoice', seen: hook.token }, { replica });
      expect([answer.status, await answer.json()]).toEqual([
        202,
        expect.objectContaining({ sessionId: null, filtered: true }),
      ]);
      return (await listener(hook.path)).caught;
    },
    { what: 'a caught delivery' },
  );
  expect(caught).toMatchObject({ sessionId: null, filtered: true });
  expect(JSON.parse(String(caught.request))).toMatchObject({ body: { type: 'invoice', seen: '[redacted]' } });
  // Listening again forgets it.
  expect((await system.api.request<Listener>('POST', hook.path)).body.caught).toBeNull();
  expect((await hook.deliver({ type: 'order' }, { replica })).status).toBe(202);
});

test('before the first publishing the sender is refused as ever, and the request is shown', async () => {
  const hook = await makeHook({ published: false });
  expect((await hook.deliver({ early: true })).status).toBe(409);
  await system.api.request('POST', hook.path);
  const answer = await hook.deliver({ order: 7, seen: hook.token });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/not published/) });
  const { request, sessionId } = await caughtAt(hook.path);
  expect(sessionId).toBeNull();
  expect(JSON.parse(String(request))).toMatchObject({ method: 'POST', body: { order: 7, seen: '[redacted]' } });

  await system.api.request('POST', hook.path);
  const form = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n';
  expect((await hook.deliver(form, { type: 'multipart/form-data; boundary=b' })).status).toBe(409);
  expect(JSON.parse(String((await caughtAt(hook.path)).request))).toMatchObject({ body: { a: '1' } });
});

test('a body that cannot be read is not shown, and its sender is refused as without a listener', async () => {
  const hook = await makeHook({ published: false });
  await system.api.request('POST', hook.path);
  const answer = await hook.deliver('{"cut off":');
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/not published/) });
  expect(await listener(hook.path)).toMatchObject({ isListening: true, caught: null });
});

test('whoever stops listening, or deletes the token, is shown nothing', async () => {
  const hook = await makeHook({ published: false });
  expect((await system.api.request('GET', hook.path)).body).toEqual(NOBODY);
  await system.api.request('POST', hook.path);
  expect((await system.api.request('DELETE', hook.path)).status).toBe(204);
  expect((await system.api.request('DELETE', hook.path)).status).toBe(404);
  expect((await hook.deliver({ late: true })).status).toBe(409);
  expect((await system.api.request('GET', hook.path)).body).toEqual(NOBODY);

  await system.api.request('POST', hook.path);
  await system.api.request('DELETE', hook.tokenPath);
  expect((await system.api.request('GET', hook.path)).body).toEqual(NOBODY);
  const refused = await system.api.request<{ message: string }>('POST', hook.path);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/no token/)]);
});
