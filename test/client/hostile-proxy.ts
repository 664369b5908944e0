import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fate of one request at the proxy. */
export type Fate =
  | { kind: 'pass' }
  /** The connection ends and the service does not receive the request. */
  | { kind: 'drop-request' }
  /** The service carries out the request, and the answer is lost. */
  | { kind: 'drop-answer' }
  /** The answer ends after this number of bytes. */
  | { kind: 'cut-answer'; afterBytes: number }
  /** Cuts the response without a sign that it is incomplete. */
  | { kind: 'end-answer'; afterBytes: number }
  /** The answer stops after this number of bytes, and its connection stays open. */
  | { kind: 'stall-answer'; afterBytes: number }
  | { kind: 'delay'; ms: number }
  /** The proxy answers instead of the service. */
  | { kind: 'refuse'; status: number; headers?: Record<string, string> };

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** The time as `performance.now()`. */
  at: number;
}

export interface HostileProxy {
  url: string;
  /** All requests in order. */
  seen: SeenRequest[];
  /** The address to which requests are forwarded. It may change. */
  target: string;
  stop(): Promise<void>;
}

/** Starts a proxy that treats requests badly. @param fateOf returns the fate of a request by its number, from 0 */
export async function startHostileProxy(
  target: string,
  fateOf: (request: SeenRequest, number: number) => Fate,
): Promise<HostileProxy> {
  const proxy: HostileProxy = { url: '', seen: [], target, stop };
  const server = createServer((request, response) => {
    void treat(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;

  async function treat(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = 'GET', url: path = '/', headers } = request;
    const seen = { method, path, headers, body: body.toString(), at: performance.now() };
    const fate = fateOf(seen, proxy.seen.push(seen) - 1);
    if (fate.kind === 'drop-request') return void response.destroy();
    if (fate.kind === 'refuse') {
      response.writeHead(fate.status, { 'content-type': 'application/json', ...fate.headers });
      return void response.end(
        JSON.stringify({ httpStatus: fate.status, errorId: 'of-the-proxy', message: 'Not now' }),
      );
    }
    if (fate.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fate.ms));
    const upstream = httpRequest(`${proxy.target}${path}`, { method, headers });
    upstream.end(body);
    const [answer] = (await once(upstream, 'response')) as [IncomingMessage];
    if (fate.kind === 'drop-answer') {
      for await (const chunk of answer) void chunk;
      return void response.destroy();
    }
    const { 'content-length': length, ...unsized } = answer.headers;
    const isWhole = fate.kind !== 'end-answer' && length !== undefined;
    response.writeHead(answer.statusCode ?? 502, isWhole ? answer.headers : unsized);
    response.once('close', () => upstream.destroy());
    let left = 'afterBytes' in fate ? fate.afterBytes : Number.POSITIVE_INFINITY;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      response.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) {
        for await (const rest of answer) void rest;
        if (fate.kind === 'end-answer') response.end();
        if (fate.kind === 'cut-answer') response.destroy();
        return;
      }
    }
    response.end();
  }

  async function stop(): Promise<void> {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}
