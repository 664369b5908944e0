import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EchoServer {
  readonly url: string;
  /** The requests so far: request line, headers and body of each as one text. */
  readonly received: string[];
  close(): Promise<void>;
}

/**
 * Starts a third-party server that echoes everything it received. The path selects the answer: `/redirect` redirects to
 * `/echo` with the same query, `/fail` answers 500, all others 200.
 */
export async function startEchoServer(): Promise<EchoServer> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url = '/', headers } = request;
      const body = Buffer.concat(chunks).toString();
      received.push(`${method} ${url}\n${JSON.stringify(headers)}\n${body}`);
      if (url.startsWith('/redirect'))
        return response.writeHead(302, { location: url.replace('/redirect', '/echo') }).end();
      response.writeHead(url.startsWith('/fail') ? 500 : 200, {
        'content-type': 'application/json',
        'x-echo': headers.authorization ?? '',
      });
      response.end(JSON.stringify({ method, url, headers, body }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
