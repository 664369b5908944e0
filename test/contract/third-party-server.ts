import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ThirdPartyCall {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const RELEASE_EVERY_MS = 50;

/**
 * Starts a third party's server. `?status=` and `?ms=` control its answer, `/flaky` fails twice, `/text` answers with
 * text, `/held` answers when `release` is called, and `?together=` answers when this many calls are open. `calls` has
 * all calls so far. `peak` is the maximum number of open calls since it was last set; a call that the caller aborted is
 * closed.
 */
export async function startThirdPartyServer() {
  const calls: ThirdPartyCall[] = [];
  const held: (() => void)[] = [];
  const gathered: (() => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      calls.push(call);
      const { pathname, searchParams } = new URL(call.url, 'http://third');
      const tries = calls.filter((earlier) => earlier.url === call.url).length;
      thirdParty.underWay += 1;
      thirdParty.peak = Math.max(thirdParty.peak, thirdParty.underWay);
      response.once('close', () => {
        thirdParty.underWay -= 1;
      });
      const answer = (): void => {
        response.statusCode = pathname === '/flaky' && tries < 3 ? 503 : Number(searchParams.get('status') ?? 200);
        response.setHeader('content-type', pathname === '/text' ? 'text/plain' : 'application/json');
        response.end(pathname === '/text' ? 'plain' : JSON.stringify({ echo: call.body, tries }));
      };
      const answerInTime = (): void => void setTimeout(answer, Number(searchParams.get('ms') ?? 0)).unref();
      if (pathname === '/held') held.push(answer);
      else if (thirdParty.peak < Number(searchParams.get('together') ?? 0)) gathered.push(answerInTime);
      else for (const start of [answerInTime, ...gathered.splice(0)]) start();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const thirdParty = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    underWay: 0,
    peak: 0,
    release(): void {
      for (const answer of held.splice(0)) answer();
    },
    /** Releases held calls, now and later, until the promise is settled. */
    async releaseUntil<Result>(promise: Promise<Result>): Promise<Result> {
      const releasing = setInterval(() => thirdParty.release(), RELEASE_EVERY_MS);
      try {
        return await promise;
      } finally {
        clearInterval(releasing);
      }
    },
    stop(): void {
      server.close();
      server.closeAllConnections();
    },
  };
  return thirdParty;
}
