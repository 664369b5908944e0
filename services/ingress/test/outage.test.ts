import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TcpProxy, unstalledMs, waitFor } from '@workflow/test-harness';
import type { Component } from '@workflow/workflow-model';
import { component, startTestIngress, type TestIngress } from './start-test-ingress.ts';

let proxy: TcpProxy;
let ingress: TestIngress;
let input: Component;
let hook: Component;
let workflowId: string;
let token: string;

beforeAll(async () => {
  ingress = await startTestIngress({
    databaseUrl: async (databaseUrl) => {
      const url = new URL(databaseUrl);
      proxy = new TcpProxy(Number(url.port));
      url.hostname = '127.0.0.1';
      url.port = String(await proxy.listen());
      return url.href;
    },
    config: { databaseStatementTimeoutMs: 2_000, databaseConnectTimeoutMs: 3_000 },
  });
  input = component('input', { placeholders: [] });
  hook = component('webhook', {}, 'request');
  workflowId = await ingress.workflow([input, hook]);
  token = await ingress.token(workflowId, hook.id);
});

afterAll(async () => {
  proxy.cut();
  await ingress?.stop();
  proxy.close();
});

const run = () => ingress.run({ workflowId, componentId: input.id });

test('contract §7: without PostgreSQL every answer is the apology with its errorId, within 5 s', async () => {
  expect((await run()).status).toBe(200);
  proxy.freezeAll();
  const apiKey = { 'x-api-key': ingress.organization.apiKey };
  const asked = Promise.all([
    run(),
    ingress.run({ workflowId, componentId: input.id, mode: 'TEST' }),
    ingress.request('POST', `/webhook/${workflowId}`, {
      body: '{}',
      headers: { token, 'content-type': 'application/json' },
    }),
    ingress.request('GET', '/v1/sessions', { headers: apiKey }),
  ]);
  expect(await unstalledMs(() => asked)).toBeLessThan(5_000);
  for (const answer of await asked) {
    expect(answer.status).toBe(500);
    expect(answer.body.message).toContain(answer.body.errorId);
    expect(answer.body.message).toMatch(/sorry/i);
    expect(answer.text).not.toMatch(/postgres|sql|timeout|at .*:\d+/i);
    expect(ingress.log.some((line) => line.includes(answer.body.errorId) && line.includes('"err"'))).toBe(true);
  }
  expect((await ingress.request('GET', '/readyz')).status).toBe(503);
  expect((await ingress.request('GET', '/healthz')).status).toBe(200);

  proxy.cut();
  await waitFor(async () => (await run()).status === 200, { everyMs: 100, what: 'runs to be accepted again' });
});
