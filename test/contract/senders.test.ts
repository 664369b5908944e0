import { createHmac, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { JsonObject, SessionView } from '@workflow/workflow-model';
import { chain, component, input, output, type SharedContractSystem } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const SECRET = 'a secret of the test';
const JSON_TYPE = { 'content-type': 'application/json' };

interface Overview {
  sleeping: number;
  perMinute: { succeeded: number; failed: number; cancelled: number }[];
}

/** Publishes a webhook whose sessions end with the parsed field `body` of the request. */
async function publishWebhook(system: SharedContractSystem, config: JsonObject) {
  const webhook = component('webhook', config, { output: 'request' });
  const fields = [
    { key: 'body', type: 'JSON' },
    { key: 'rawBody', type: 'TEXT', optional: true },
  ];
  const parse = component('json-parse', { source: '{{ request }}', fields }, { output: 'parsed' });
  const workflowId = await system.api.publish('Sender', chain(webhook, parse, output('{{ parsed }}')));
  const path = `/v1/workflows/${workflowId}/components/${webhook.id}/token`;
  const { token } = await system.api.call<{ token: string }>('POST', path);
  const send = (body: string | Buffer | FormData, headers: Record<string, string> = JSON_TYPE) =>
    fetch(`${system.api.baseUrl}/webhook/${workflowId}`, {
      method: 'POST',
      body: body as never,
      headers: { token, ...headers },
    });
  const deliver = async (...request: Parameters<typeof send>) => {
    const response = await send(...request);
    expect(response.status).toBe(202);
    return ((await response.json()) as { sessionId: string }).sessionId;
  };
  return { workflowId, send, deliver };
}

/** Returns the sums of the overview's minutes. */
async function readOverview(system: SharedContractSystem, mode: string) {
  const { sleeping, perMinute } = await system.api.call<Overview>('GET', `/v1/overview?mode=${mode}`);
  const sum = (key: 'succeeded' | 'failed' | 'cancelled') => perMinute.reduce((all, minute) => all + minute[key], 0);
  return { sleeping, succeeded: sum('succeeded'), failed: sum('failed'), cancelled: sum('cancelled') };
}

/** Tests the view of senders and clients on a whole system. `services/ingress/test` has the variants. */
describeEachBackend('senders and clients, from the request to the end of the session', (backend) => {
  const system = useContractSystem(backend);

  beforeAll(async () => {
    await system.api.call('PUT', '/v1/organization/secrets/sender', { value: SECRET });
  });

  const publishHook = (config: JsonObject) => publishWebhook(system, config);
  const list = async (query: string) =>
    (await system.api.call<{ items: SessionView[] }>('GET', `/v1/sessions?${query}`)).items;
  const outputOf = async (sessionId: string) => (await system.api.untilEnded(sessionId)).output;

  // This is first, while the organization has no other ends to count.
  test('the overview counts a session once by its last end, cancelled ones too, and TEST apart', async () => {
    const overview = (mode: string) => readOverview(system, mode);
    const start = input({ key: 'n', type: 'NUMBER' });
    const fails = await system.api.publish('Fails', chain(start, output('{{ $error("no") }}')));
    const waits = await system.api.publish('Waits', chain(start, component('delay', { seconds: 3_600 })));
    const { body: failed } = await system.api.run(fails, start.id, {}, { prefer: 'wait=20' });
    await system.api.call('POST', `/v1/sessions/${String(failed.sessionId)}/retry`);
    const { run } = await system.api.untilEnded(String(failed.sessionId));
    expect(run).toBe(2);
    const { body: waiting } = await system.api.run(waits, start.id, {});
    await waitFor(async () => (await overview('PROD')).sleeping === 1);
    await system.api.call('POST', `/v1/sessions/${String(waiting.sessionId)}/cancel`);
    // Counts are up to a second late.
    const expected = { sleeping: 0, succeeded: 0, failed: 1, cancelled: 1 };
    await waitFor(async () => isDeepStrictEqual(await overview('PROD'), expected)).catch(() => undefined);
    expect(await overview('PROD')).toEqual(expected);
    expect(await overview('TEST')).toEqual({ sleeping: 0, succeeded: 0, failed: 0, cancelled: 0 });
  });

  test('bodies of every kind reach the step that reads them', async () => {
    const { deliver } = await publishHook({ keepRawBody: true });
    const form = new FormData();
    form.append('note', 'grün');
    form.append('file', new Blob([new Uint8Array([1, 255])], { type: 'image/png' }), 'a.png');
    const [bom, latin, multipart, zipped] = await Promise.all([
      deliver(`\uFEFF{"a":1}`),
      deliver('b=%E9&b=2', { 'content-type': 'application/x-www-form-urlencoded; charset=iso-8859-1' }),
      deliver(form, {}),
      deliver(gzipSync('{"a":2}'), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
    ]);
    expect(await outputOf(bom)).toEqual({ body: { a: 1 }, rawBody: Buffer.from('\uFEFF{"a":1}').toString('base64') });
    expect(await outputOf(latin)).toMatchObject({ body: { b: ['é', '2'] } });
    expect(await outputOf(multipart)).toMatchObject({
      body: { note: 'grün', file: { name: 'a.png', contentType: 'image/png', base64: 'Af8=' } },
    });
    expect(await outputOf(zipped)).toMatchObject({ body: { a: 2 } });
  });

  test('a signed sender: its handshake starts nothing, its event runs once however often it is sent', async () => {
    const hook = await publishHook({
      handshakes: ['slack'],
      verification: { scheme: 'slack', secret: 'sender' },
      deduplicateBy: ['body:/event_id'],
    });
    const signed = (body: string, time = Math.floor(Date.now() / 1_000)) => ({
      ...JSON_TYPE,
      'x-slack-request-timestamp': String(time),
      'x-slack-signature': `v0=${createHmac('sha256', SECRET).update(`v0:${time}:${body}`).digest('hex')}`,
    });
    const question = '{"type":"url_verification","challenge":"3eZb"}';
    const answer = await hook.send(question, signed(question));
    expect([answer.status, await answer.text()]).toEqual([200, '3eZb']);
    expect((await hook.send(question)).status).toBe(403);
    expect(await list(`workflowId=${hook.workflowId}`)).toEqual([]);

    const event = '{"type":"event_callback","event_id":"Ev1"}';
    const again = '{"type":"event_callback","event_id":"Ev1","retry":1}';
    const first = await hook.deliver(event, signed(event));
    const rest = await Promise.all([event, again, event].map((body) => hook.deliver(body, signed(body))));
    expect(new Set(rest)).toEqual(new Set([first]));
    expect(await outputOf(first)).toMatchObject({ body: { event_id: 'Ev1' } });
    expect(await list(`workflowId=${hook.workflowId}`)).toHaveLength(1);
  });

  test('the list is filtered by time, component, several statuses and parent', async () => {
    const item = input({ key: 'item', type: 'NUMBER' });
    const childId = await system.api.publish('Child', chain(item, output('{{ item = 0 ? $error("none") : item }}')));
    const start = input();
    const each = component(
      'for-each',
      { items: '{{ [1, 0, 2] }}', workflowId: childId, componentId: item.id, itemKey: 'item', onItemError: 'continue' },
      { output: 'all' },
    );
    const parentId = await system.api.publish('Parent', chain(start, each));
    const { body: run } = await system.api.run(parentId, start.id, {}, { prefer: 'wait=20' });
    expect(run).toMatchObject({ status: 'SUCCEEDED' });
    const byParent = `parentId=${String(run.sessionId)}`;
    const children = await list(byParent);
    expect(children.map(({ parentId: of }) => of)).toEqual(Array.from({ length: 3 }, () => run.sessionId));
    expect(await list(`${byParent}&status=FAILED`)).toHaveLength(1);
    expect(await list(`${byParent}&status=FAILED&status=SUCCEEDED`)).toHaveLength(3);
    expect(await list(`workflowId=${childId}&componentId=${item.id}`)).toHaveLength(3);
    expect(await list(`workflowId=${parentId}&componentId=${item.id}`)).toEqual([]);
    const [newest] = children as [SessionView];
    const at = encodeURIComponent(newest.createdAt);
    expect((await list(`${byParent}&createdAfter=${at}`)).map(({ id }) => id)).toContain(newest.id);
    expect((await list(`${byParent}&createdBefore=${at}`)).map(({ id }) => id)).not.toContain(newest.id);
  });

  test('publishing names each secret, workflow and component that is not there', async () => {
    const start = input();
    const none = randomUUID();
    const parts = [
      component('http-request', { method: 'GET', url: "https://api.example/{{ $secret('gone') }}" }),
      component('run-workflow', { workflowId: none, componentId: none, placeholderValues: {}, wait: false }),
      component('webhook', { verification: { scheme: 'github', secret: 'lost' } }, { output: 'request' }),
    ];
    const { id } = await system.api.call<{ id: string }>('POST', '/v1/workflows', {
      name: 'Missing',
      description: '',
      ...chain(start, ...parts.slice(0, 2)),
      components: [start, ...parts],
    });
    const { status, body } = await system.clients[0]!.request('POST', `/v1/workflows/${id}/publish`);
    expect(status).toBe(400);
    const messages = (body['problems'] as { componentId: string; message: string }[]).map(
      ({ componentId, message }) => [componentId, message] as const,
    );
    expect(messages).toContainEqual([parts[0]!.id, 'The organization has no secret gone']);
    expect(messages).toContainEqual([parts[1]!.id, expect.stringContaining(none)]);
    expect(messages).toContainEqual([parts[2]!.id, 'The organization has no secret lost']);
  });
});
