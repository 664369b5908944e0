// The neighbour in a process of its own, which nothing that the fuzzer computes can delay. It is told where to work,
// reports each request with its time, and says, when asked, how long what is under way takes already.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiClient, delayWorkflow, transformWorkflow, webhookWorkflow } from '@workflow/test-harness';
import type { FromNeighbour, ToNeighbour } from './neighbour.ts';

const EVERY_MS = 100;
const ENDS_WITHIN_MS = 60_000;

const underWay = new Map<symbol, number>();
/** What cannot be sent any more, nobody waits for: the fuzzer ends. */
const send = (message: FromNeighbour): void => void process.send?.(message, undefined, undefined, () => undefined);

/** Does the same again and again, and reports each time how long it took, and what was wrong with it. */
async function again(kind: string, work: () => Promise<string | null>): Promise<void> {
  for (;;) {
    const mark = Symbol(kind);
    const at = Date.now();
    underWay.set(mark, at);
    const fault = await work().catch(String);
    underWay.delete(mark);
    send({ kind, at, ms: Date.now() - at, fault });
    await pause(EVERY_MS);
  }
}

/** The events, by the session that they tell of: one may arrive before the answer that names the session. */
const events = new Map<string, PromiseWithResolvers<null>>();
function eventOf(sessionId: string): PromiseWithResolvers<null> {
  const event = events.get(sessionId) ?? Promise.withResolvers<null>();
  events.set(sessionId, event);
  return event;
}
const receiver = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (part: string) => (text += part));
  request.on('end', () => {
    const { data } = JSON.parse(text) as { data: { id: string } };
    eventOf(data.id).resolve(null);
    response.end();
  });
});

process.on('message', (message: ToNeighbour) => {
  if ('countsFrom' in message) {
    const times = [...underWay.values()].filter((at) => at >= message.countsFrom).map((at) => Date.now() - at);
    send({ longestUnderWayMs: Math.max(0, ...times) });
    return;
  }
  const { url, apiKey } = message;
  void work(url, apiKey).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.once('disconnect', () => process.exit(0));

async function work(url: string, apiKey: string): Promise<void> {
  const api = createApiClient(url, apiKey);
  const [quick, hooked, held, delivered] = [
    transformWorkflow(),
    transformWorkflow(),
    delayWorkflow(0),
    webhookWorkflow(),
  ];
  const ids = await Promise.all(
    [quick, hooked, held, delivered].map(({ definition }) => api.publish('Neighbour', definition)),
  );
  const [quickId, hookedId, heldId, deliveredId] = ids as [string, string, string, string];
  const tokenPath = `/v1/workflows/${deliveredId}/components/${delivered.startId}/token`;
  const { token } = await api.call<{ token: string }>('POST', tokenPath);
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  await api.call('POST', '/v1/organization/event-hooks', {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    events: ['session.succeeded'],
    workflowIds: [hookedId],
  });
  await api.call('POST', `/v1/workflows/${heldId}/pause`);
  const values = { name: 'Ada', amount: 1 };

  void again('run', async () => {
    const { status, body } = await api.run(quickId, quick.startId, values, { prefer: 'wait=60' });
    return body['status'] === 'SUCCEEDED' ? null : `${status} ${JSON.stringify(body)}`;
  });
  void again('delivery', async () => {
    const { status } = await api.request('POST', `/webhook/${deliveredId}`, { a: 1 }, { token });
    return status === 202 ? null : String(status);
  });
  void again('list', async () => {
    const { status } = await api.request('GET', '/v1/sessions?limit=20');
    return status === 200 ? null : String(status);
  });
  void again('event', async () => {
    const { status, body } = await api.run(hookedId, hooked.startId, values);
    if (status !== 200) return String(status);
    const late = pause(ENDS_WITHIN_MS, `no event within ${ENDS_WITHIN_MS} ms`, { ref: false });
    return Promise.race([eventOf(String(body['sessionId'])).promise, late]);
  });
  void again('bulk cancel', async () => {
    await api.run(heldId, held.startId, values);
    const started = await api.request('POST', '/v1/sessions/bulk', {
      action: 'cancel',
      filter: { workflowId: heldId, status: ['QUEUED'] },
    });
    if (started.status !== 202) return String(started.status);
    const until = performance.now() + ENDS_WITHIN_MS;
    while (performance.now() < until) {
      const { body } = await api.request('GET', `/v1/operations/${String(started.body['operationId'])}`);
      if (body['status'] === 'DONE') return null;
      await pause(50);
    }
    return `not done within ${ENDS_WITHIN_MS} ms`;
  });
  send({ isReady: true });
}
