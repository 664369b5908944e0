import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { useTestIngress, type AnyBody, type TestAnswer } from './start-test-ingress.ts';

const CALLS = 3;

const ingress = useTestIngress({ config: { mcp: { callsPerMinute: CALLS } } });
let headers: Record<string, string>;

/** No executor runs: a session stays queued, and a call waits for it as long as it may. */
beforeAll(async () => {
  headers = headersOf(ingress.organization.apiKey);
});

const headersOf = (key: string): Record<string, string> => ({
  'x-api-key': key,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
});
const message = (method: string, params: object): object => ({ jsonrpc: '2.0', id: 1, method, params });
const callOf = (name: string, given: object): object => message('tools/call', { name, arguments: given });

async function keyOf(): Promise<string> {
  const body = { name: 'For calls', scopes: ['run', 'read'] };
  return (await ingress.request('POST', '/v1/organization/api-keys', { headers, body })).body.key;
}

test('calls of a key are limited in rate, its lists and other keys are not', async () => {
  const [busy, other] = [headersOf(await keyOf()), headersOf(await keyOf())];
  const list = (by: Record<string, string>): Promise<TestAnswer> =>
    ingress.request('POST', '/mcp', { headers: by, body: callOf('list_sessions', {}) });
  for (let call = 0; call < CALLS; call += 1) expect((await list(busy)).status).toBe(200);
  const refused = await list(busy);
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const tools = await ingress.request('POST', '/mcp', { headers: busy, body: message('tools/list', {}) });
  expect(tools.status).toBe(200);
  expect((await list(other)).status).toBe(200);
});

test('a client that goes away ends the wait, and its session goes on', async () => {
  const start = { id: randomUUID(), type: 'input', config: { placeholders: [{ key: 'who', type: 'TEXT' }] } };
  const answer = { id: randomUUID(), type: 'output', config: { value: '{{ who }}' } };
  const made = await ingress.request('POST', '/v1/workflows', {
    headers,
    body: {
      name: 'Greets',
      components: [start, answer],
      connections: [{ from: start.id, port: 'next', to: answer.id }],
      mcp: { name: 'greet', description: 'Greets.' },
    },
  });
  await ingress.request('POST', `/v1/workflows/${made.body.id}/publish`, { headers, body: {} });
  const gone = new AbortController();
  const call = fetch(`${ingress.url}/mcp`, {
    method: 'POST',
    headers,
    body: JSON.stringify(callOf('greet', { who: 'Ada' })),
    signal: gone.signal,
  }).then((response) => response.text());
  const sessions = async (): Promise<AnyBody[]> =>
    (await ingress.request('GET', `/v1/sessions?workflowId=${made.body.id}`, { headers })).body.items;
  const [session] = await waitFor(
    async () => {
      const found = await sessions();
      return found.length > 0 ? found : null;
    },
    { what: 'the session of the call' },
  );
  gone.abort();
  await expect(call).rejects.toThrow(/abort/);
  await waitFor(() => ingress.context.waits.count === 0 || null, { what: 'the end of the wait' });
  expect(await sessions()).toMatchObject([{ id: session.id, trigger: 'MCP', status: 'QUEUED' }]);
});
