import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSystem, waitFor, type ApiClient, type TestOrganization, type TestSystem } from '@workflow/test-harness';

const MEGABYTE = 'x'.repeat(1_000_000);
const HOOKS = 20;
/**
 * The maximum delay of a neighbour's delivery. It is tenths of a second on an idle machine, but tests run on busy ones.
 */
const NEIGHBOUR_WITHIN_MS = 30_000;

let system: TestSystem;
let receiver: Server;
let receiverUrl: string;
let neighbour: { api: ApiClient; workflowId: string; startId: string };
/** Sessions of which the neighbour's hook received an event. */
const received = new Set<string>();
/** Answers requests to the hooks of the hostile organization. */
let answerFlood: (response: ServerResponse) => void = () => undefined;

beforeAll(async () => {
  receiver = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  system = await startSystem({ backend: 'postgres', env: { HTTP_ALLOWED_ADDRESSES: '127.0.0.1/32' } });
  const { api } = { api: system.apiFor(await system.createOrganization('Neighbour')) };
  neighbour = { api, ...(await publishEcho(api)) };
  await hook(api, '/neighbour');
});

afterAll(async () => {
  await system?.stop();
  receiver?.close();
  receiver?.closeAllConnections();
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (request.url !== '/neighbour') {
    answerFlood(response);
    return;
  }
  const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: string } };
  received.add(data.id);
  response.end();
}

const hook = (api: ApiClient, path: string) =>
  api.call('POST', '/v1/organization/event-hooks', {
    url: receiverUrl + path,
    events: ['session.succeeded', 'session.cancelled'],
  });

async function publishEcho(api: ApiClient): Promise<{ workflowId: string; startId: string }> {
  const input = { id: randomUUID(), type: 'input', config: { placeholders: [{ key: 'text', type: 'TEXT' }] } };
  const output = { id: randomUUID(), type: 'output', config: { value: '{{ text }}' } };
  const definition = { components: [input, output], connections: [{ from: input.id, port: 'next', to: output.id }] };
  return { workflowId: await api.publish('Echo', definition), startId: input.id };
}

/** Creates an organization with a paused workflow, hooks, and waiting runs of a megabyte. */
async function flooded(runs: number): Promise<{ api: ApiClient; workflowId: string }> {
  const organization: TestOrganization = await system.createOrganization('Hostile');
  const api = system.apiFor(organization);
  const { workflowId, startId } = await publishEcho(api);
  await api.call('POST', `/v1/workflows/${workflowId}/pause`);
  for (let made = 0; made < HOOKS; made += 1) await hook(api, '/flood');
  for (let made = 0; made < runs; made += 1)
    expect((await api.run(workflowId, startId, { text: MEGABYTE })).status).toBe(200);
  return { api, workflowId };
}

const cancelAll = (api: ApiClient, workflowId: string) =>
  api.call('POST', '/v1/sessions/bulk', { action: 'cancel', filter: { workflowId } });

const succeed = (response: ServerResponse): void => void response.end();
const fail = (response: ServerResponse): void => void response.writeHead(500).end();
const hang = (): void => undefined;

test.each<[string, number, (response: ServerResponse) => void, 'cancel' | 'resume']>([
  ['200 runs of a megabyte are cancelled together for 20 hooks that refuse', 200, fail, 'cancel'],
  ['hooks that accept everything receive events of runs of a megabyte', 40, succeed, 'cancel'],
  ['hooks never answer', 40, hang, 'cancel'],
  ['runs of a megabyte succeed together for 20 hooks', 40, fail, 'resume'],
])(
  'while %s, no executor ends and a neighbour receives the event of its session',
  async (_, runs, answer, action) => {
    answerFlood = answer;
    const { api, workflowId } = await flooded(runs);
    if (action === 'cancel') await cancelAll(api, workflowId);
    else await api.call('POST', `/v1/workflows/${workflowId}/resume`);
    for (let round = 0; round < 3; round += 1) {
      const started = await neighbour.api.run(neighbour.workflowId, neighbour.startId, { text: 'small' });
      await waitFor(() => received.has(String(started.body.sessionId)), {
        withinMs: NEIGHBOUR_WITHIN_MS,
        what: `the neighbour's delivery ${round}`,
      });
    }
    expect(system.executors.flatMap(({ exits }) => exits)).toEqual([]);
    expect(system.ingresses.flatMap(({ exits }) => exits)).toEqual([]);
  },
  240_000,
);
