import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { addApp } from './app-server.ts';
import { chain, component, input, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

/** Follows the tutorial of docs/apps.md: its document, configs and values are read from there. */

const DOCS = readFileSync(join(import.meta.dirname, '../../docs/apps.md'), 'utf8');
const BLOCKS = [...DOCS.matchAll(/```(?:json|yaml)\n([^`]*)```/g)].map(([, text]) => text!);

/** Returns the first block of the page that contains a text, with values instead of their names. */
function blockWith(text: string, values: Record<string, string> = {}): string {
  const block = BLOCKS.find((one) => one.includes(text));
  if (block === undefined) throw new Error(`docs/apps.md has no block with ${text}`);
  return Object.entries(values).reduce((before, [name, value]) => before.replaceAll(name, value), block);
}

const jsonWith = (...given: Parameters<typeof blockWith>) => JSON.parse(blockWith(...given)) as JsonObject;

const TOKEN = 'planted-token-of-the-shop';
const system = useContractSystem();
let shop: Server;
const seen: { authorization: string | undefined; body: string }[] = [];

beforeAll(async () => {
  shop = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      seen.push({ authorization: request.headers.authorization, body: `${request.method} ${request.url} ${body}` });
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"number":7,"euros":48}');
    });
  }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
});
afterAll(() => {
  shop?.closeAllConnections();
  shop?.close();
});

test('the tutorial adds an app from a document, signs in, places an action, and uses its typed output', async () => {
  const { api } = system;
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const document = blockWith('openapi: 3.1.0', { 'https://shop.example.com': url });
  const app = await addApp(system, { name: 'shop', kind: 'openapi', document });
  expect(app).toMatchObject({ status: 'ready', operationCount: 1, message: null, baseUrl: url });
  const operation = await api.call('GET', `/v1/organization/apps/${app.id}/operations/createOrder`);
  const credential = jsonWith('"http-bearer"', { '<your token>': TOKEN, 'shop.example.com': '127.0.0.1' });
  expect(operation['credentialSuggestions']).toEqual([{ type: credential['type'], fields: {} }]);
  const config = jsonWith('"createOrder"', { '<id of the app>': app.id });
  const [start, order] = [input('product'), component('app-action', config, { output: 'order' })];

  // Without the credential, a test run sends nothing.
  const draft = chain(start, order, output('{{ order.body.number }}'));
  const { id } = await api.call<{ id: string }>('POST', '/v1/workflows', { name: 'Order', ...draft });
  const given = jsonWith('"product": "Lamp"');
  const run = { workflowId: id, componentId: start.id, placeholderValues: given };
  const sample = await api.call<{ sessionId: string }>('POST', '/v1/workflow/run', { ...run, mode: 'TEST' });
  expect(await api.untilEnded(sample.sessionId)).toMatchObject({ status: 'SUCCEEDED' });
  expect(seen).toEqual([]);

  const made = await api.call<{ id: string }>('POST', '/v1/organization/credentials', credential);
  await api.call('PUT', `/v1/organization/apps/${app.id}`, { credential: made.id });
  await api.call('POST', `/v1/workflows/${id}/publish`);
  const { body } = await api.run(id, start.id, given, { prefer: 'wait=60' });
  expect(body).toMatchObject({ status: 'SUCCEEDED', output: 7 });
  expect(seen).toEqual([{ authorization: `Bearer ${TOKEN}`, body: 'POST /orders {"product":"Lamp","amount":1}' }]);

  const wrong = chain(input('product'), order, output('{{ order.body.nothing }}'));
  const other = await api.call<{ id: string }>('POST', '/v1/workflows', { name: 'Wrong order', ...wrong });
  const refused = await api.request('POST', `/v1/workflows/${other.id}/publish`);
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringContaining('PLACEHOLDER_FIELD_UNKNOWN'),
  ]);
});
