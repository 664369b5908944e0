// Runs the neighbour in a separate process, so that computations of the fuzzer do not delay it. It receives its address
// and key, reports each request with its time, and answers how long its open requests have taken so far.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiClient, delayWorkflow, transformWorkflow, webhookWorkflow } from '@workflow/test-harness';
import type { FromNeighbour, ToNeighbour } from './neighbour.ts';

const EVERY_MS = 100;
const ENDS_WITHIN_MS = 60_000;

const underWay = new Map<symbol, number>();
/** If the message cannot be sent, the fuzzer has ended. */
const send = (message: FromNeighbour): void => void process.send?.(message, undefined, undefined, () => undefined);

/** Repeats an action and reports each time its duration and its fault. */
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

/** Events by their session. One may arrive before the answer that names the session. */
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
