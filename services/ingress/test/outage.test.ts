import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Component } from '@workflow/workflow-model';
import { component, startTestIngress, type TestIngress } from './start-test-ingress.ts';

/** Passes bytes on to PostgreSQL until it is told to swallow them, as a half-open connection does. */
class SwallowingProxy {
  #server: Server | undefined;
  readonly #sockets = new Set<Socket>();
  swallows = false;

  async listen(target: string): Promise<string> {
    const { hostname, port } = new URL(target);
    this.#server = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const [from, to] of [[near, far], [far, near]] as const) {
        this.#sockets.add(from);
        from.on('data', (bytes) => void (this.swallows || to.write(bytes)));
        from.on('close', () => to.destroy());
        from.on('error', () => undefined);
      }
    });
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const url = new URL(target);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** As when the other side comes back: what was swallowed is lost, and so are the connections. */
  recover(): void {
    this.swallows = false;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  close(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

const proxy = new SwallowingProxy();
let ingress: TestIngress;
let input: Component;
let hook: Component;
let workflowId: string;
let token: string;

beforeAll(async () => {
  ingress = await startTestIngress({ databaseUrl: (url) => proxy.listen(url), config: { databaseStatementTimeoutMs: 2_000, databaseConnectTimeoutMs: 3_000 } });
  input = component('input', { placeholders: [] });
  hook = component('webhook', {}, 'request');
  workflowId = await ingress.workflow([input, hook]);
  token = await ingress.token(workflowId, hook.id);
});

afterAll(async () => {
  proxy.recover();
  await ingress?.stop();
  proxy.close();
});

const run = () => ingress.run({ workflowId, componentId: input.id });

test('spec §7: while PostgreSQL is away every answer is the apology with its errorId, within 5 s, and afterwards runs are taken again', async () => {
  expect((await run()).status).toBe(200);
  proxy.swallows = true;
  const began = performance.now();
  const apiKey = { 'x-api-key': ingress.organization.apiKey };
  const answers = await Promise.all([
    run(),
    ingress.run({ workflowId, componentId: input.id, mode: 'TEST' }),
    ingress.request('POST', `/webhook/${workflowId}`, { body: '{}', headers: { token, 'content-type': 'application/json' } }),
    ingress.request('GET', '/v1/sessions', { headers: apiKey }),
  ]);
  expect(performance.now() - began).toBeLessThan(5_000);
  for (const answer of answers) {
    expect(answer.status).toBe(500);
    expect(answer.body.message).toContain(answer.body.errorId);
    expect(answer.body.message).toMatch(/sorry/i);
    expect(answer.text).not.toMatch(/postgres|sql|timeout|at .*:\d+/i);
    expect(ingress.log.some((line) => line.includes(answer.body.errorId) && line.includes('"err"'))).toBe(true);
  }
  expect((await ingress.request('GET', '/readyz')).status).toBe(503);
  expect((await ingress.request('GET', '/healthz')).status).toBe(200);

  proxy.recover();
  await waitFor(async () => (await run()).status === 200, { everyMs: 100, what: 'runs to be accepted again' });
});
