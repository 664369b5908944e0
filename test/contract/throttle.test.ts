import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { JsonObject, SessionView } from '@workflow/workflow-model';
import { chain, component, input, output, openContractSystem, type SharedContractSystem } from './contract-system.ts';

/** This process and the services have the same clock. A timer may fire this early. */
const TOLERANCE_MS = 30;

describeEachBackend('a throttle', (backend) => {
  let system: SharedContractSystem;
  let server: Server;
  /** The times at which each path was called, and its next answer. */
  const calls = new Map<string, number[]>();
  const answers = new Map<string, { status: number; headers: Record<string, string> }>();

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '';
      calls.set(path, [...(calls.get(path) ?? []), Date.now()]);
      const { status, headers } = answers.get(path) ?? { status: 200, headers: {} };
      answers.delete(path);
      response.writeHead(status, headers).end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    system = await openContractSystem(backend);
  });
  afterAll(async () => {
    server?.close();
    server?.closeAllConnections();
  });

  /** Starts `count` sessions that call the path. @returns their ids */
  async function call(path: string, count: number, config: JsonObject, host = '127.0.0.1'): Promise<string[]> {
    const start = input('key');
    const url = `http://${host}:${(server.address() as AddressInfo).port}${path}`;
    const request = component('http-request', { method: 'GET', url, ...config }, { timeoutSeconds: 2 });
    const workflowId = await system.api.publish('Throttled', chain(start, request, output('done')));
    const runs = Array.from({ length: count }, () => system.clients[0]!.run(workflowId, start.id, { key: path }));
    return (await Promise.all(runs)).map(({ body }) => String(body['sessionId']));
  }

  const succeed = async (ids: string[]): Promise<void> => {
    for (const id of ids) expect(await system.api.untilEnded(id)).toMatchObject({ status: 'SUCCEEDED' });
  };
  const pausesOf = (path: string): number[] => {
    const times = calls.get(path) ?? [];
    return times.slice(1).map((time, index) => time - (times[index] as number));
  };
  const session = (id: string): Promise<SessionView> => system.api.call<SessionView>('GET', `/v1/sessions/${id}`);

  test('spaces the calls of all sessions, and waits without a place, a timeout or a try', async () => {
    const begunAt = Date.now();
    const ids = await call('/spaced', 6, { throttle: { key: 'spaced {{ key }}', perSecond: 2 } });
    await waitFor(async () =>
      (await Promise.all(ids.map(session))).some(({ waitingFor }) => waitingFor === 'throttle'),
    );
    await succeed(ids);
    expect(calls.get('/spaced')).toHaveLength(6);
    const times = calls.get('/spaced') as number[];
    // On a busy machine calls are late, but they are never before their turns.
    expect((times.at(-1) as number) - begunAt).toBeGreaterThan(5 * 500 - TOLERANCE_MS);
    const { items } = await system.api.call<{ items: { componentId: string; attempt: number; status: string }[] }>(
      'GET',
      `/v1/sessions/${ids.at(-1)}/steps`,
    );
    expect(items.map(({ attempt, status }) => ({ attempt, status }))).toEqual(
      [1, 2, 3].map(() => ({ attempt: 1, status: 'SUCCEEDED' })),
    );
  });

  test('lets a burst through immediately', async () => {
    await succeed(await call('/burst', 5, { throttle: { key: 'burst', perSecond: 0.1, burst: 5 } }));
    expect(calls.get('/burst')).toHaveLength(5);
  });

  test.each([
    ['/retry-after', { status: 429, headers: { 'retry-after': '2' } }],
    ['/rate-limit', { status: 200, headers: { ratelimit: '"default";r=0;t=2' } }],
  ])('holds all sessions of the key for as long as the server asks: %s', async (path, answer) => {
    answers.set(path, answer);
    const config = { acceptAnyStatus: true, throttle: { key: path, perSecond: 100 } };
    await succeed(await call(path, 1, config));
    await succeed(await call(path, 3, config));
    expect(pausesOf(path)[0]).toBeGreaterThan(2_000 - TOLERANCE_MS);
  });

  test('of an organization holds for every component that calls the host', async () => {
    const client = system.clients[0]!;
    const path = '/v1/organization/throttles/LOCALHOST';
    const made = await client.request('PUT', path, { perSecond: 2 });
    expect(made).toMatchObject({ status: 201, body: { host: 'localhost', perSecond: 2, burst: 1 } });
    expect(await client.request('PUT', path, { perSecond: 2 })).toMatchObject({ status: 200 });
    const list = await client.request('GET', '/v1/organization/throttles');
    expect(list.body['items']).toMatchObject([{ host: 'localhost' }]);
    const other = await system.createOrganization();
    expect(await system.as(other.apiKey).request('GET', path)).toMatchObject({ status: 404 });
    // The lower of two rates for the host applies.
    const begunAt = Date.now();
    await succeed(await call('/host', 4, { throttle: { perSecond: 50 } }, 'localhost'));
    const times = calls.get('/host') as number[];
    expect((times.at(-1) as number) - begunAt).toBeGreaterThan(3 * 500 - TOLERANCE_MS);
    expect(await client.request('DELETE', path)).toMatchObject({ status: 204 });
    expect(await client.request('DELETE', path)).toMatchObject({ status: 404 });
    expect(await client.request('PUT', '/v1/organization/throttles/a%2Fb', { perSecond: 1 })).toMatchObject({
      status: 400,
    });
  });

  test('of a host that is raised lets those that wait go on at the new rate', async () => {
    const [client] = system.clients;
    const path = '/v1/organization/throttles/localhost';
    // At this rate the last one would begin after three minutes.
    await client!.request('PUT', path, { perSecond: 1 / 60 });
    const ids = await call('/raised', 4, {}, 'localhost');
    const waiting = async (): Promise<number> =>
      (await Promise.all(ids.map(session))).filter(({ waitingFor }) => waitingFor === 'throttle').length;
    await waitFor(async () => (await waiting()) === 3, { what: 'three to wait for their turns' });
    await client!.request('PUT', path, { perSecond: 10 });
    await succeed(ids);
    await client!.request('DELETE', path);
  });
});
