import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@workflow/workflow-model';
import type { SharedContractSystem } from './contract-system.ts';

/** A request that the server received. */
interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A server with an API and the document that describes it. */
export interface AppServer {
  url: string;
  seen: SeenRequest[];
  /** The document at `/openapi.json`. */
  document: JsonObject;
  /** The status of the next answers. */
  status: number;
  /** Awaited before a request is answered. */
  gate: (() => Promise<void>) | null;
  stop(): void;
}

const ORDER = {
  type: 'object',
  required: ['id', 'total'],
  properties: {
    id: { type: 'string' },
    total: { type: 'number' },
    paid: { type: ['boolean', 'null'] },
    lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
    parent: { $ref: '#/components/schemas/Order' },
  },
};

/** Returns a document in which a parameter is named in two places, schemas refer to themselves, and `allOf` merges. */
function shopDocument(url: string): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url }],
    security: [{ key: [] }],
    paths: {
      '/orders/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          operationId: 'orders/get',
          summary: 'Get an order',
          tags: ['orders'],
          parameters: [
            { name: 'id', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
            { name: 'filter', in: 'query', style: 'deepObject', explode: true, schema: { type: 'object' } },
          ],
          responses: {
            200: {
              description: 'ok',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
            },
          },
        },
      },
      '/orders': {
        post: {
          operationId: 'orders/create',
          summary: 'Create an order',
          tags: ['orders'],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/NewOrder' } } },
          },
          responses: {
            201: {
              description: 'ok',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
            },
          },
        },
      },
      '/invoice': {
        get: {
          operationId: 'invoice',
          security: [],
          responses: { 200: { description: 'ok', content: { 'application/pdf': {} } } },
        },
      },
    },
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } },
      schemas: {
        Line: { type: 'object', required: ['product'], properties: { product: { type: 'string' } } },
        Order: ORDER,
        NewOrder: {
          allOf: [
            { $ref: '#/components/schemas/Line' },
            { type: 'object', required: ['amount'], properties: { amount: { type: 'integer', minimum: 1 } } },
          ],
        },
      },
    },
  } as unknown as JsonObject;
}

export async function startAppServer(): Promise<AppServer> {
  const server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => void answer());
    async function answer(): Promise<void> {
      const url = request.url ?? '';
      if (url.startsWith('/openapi')) {
        response.setHeader('content-type', 'application/json').end(JSON.stringify(shop.document));
        return;
      }
      shop.seen.push({ method: request.method ?? '', url, headers: request.headers, body });
      await shop.gate?.();
      if (url.startsWith('/invoice')) {
        response.setHeader('content-type', 'application/pdf').end('%PDF-1.7');
        return;
      }
      const order = { id: 'A 1', total: 12.5, paid: null, lines: [{ product: 'Lamp' }], extra: true };
      response.writeHead(shop.status, { 'content-type': 'application/json' }).end(JSON.stringify(order));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shop: AppServer = {
    url,
    seen: [],
    document: shopDocument(url),
    status: 200,
    gate: null,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return shop;
}

/** Adds an app and waits until it was read. */
export async function addApp(
  { api }: Pick<SharedContractSystem, 'api'>,
  content: JsonObject,
): Promise<{ id: string; status: string; message: string | null; version: number; [key: string]: unknown }> {
  const { status, body } = await api.request<{ id: string }>('POST', '/v1/organization/apps', content);
  if (status !== 202) throw new Error(`The app was refused: ${JSON.stringify(body)}`);
  return untilRead({ api }, body.id);
}

/** Returns an app when it is not being read. */
export async function untilRead({ api }: Pick<SharedContractSystem, 'api'>, id: string) {
  for (;;) {
    const { body } = await api.request<Awaited<ReturnType<typeof addApp>>>('GET', `/v1/organization/apps/${id}`);
    if (body.status !== 'reading') return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
