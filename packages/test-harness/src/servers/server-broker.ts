import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SharedSystems } from '../system/shared-systems.ts';
import { announceBroker } from '../test-environment.ts';
import { bundleOnce } from './shared-bundles.ts';
import { SharedBrowsers } from './shared-browsers.ts';
import { buildConsoleOnce } from './shared-console.ts';
import { packOnce } from './shared-packages.ts';
import { TestServers } from './test-servers.ts';

/**
 * Serves over HTTP the resources that the test files of a run share, because they run in other processes: the URLs of
 * servers, one running system for each backend of the queue and one with the console, a browser for each worker, the
 * built console, and the packed client and command line. Each is started when it is first requested.
 */
export async function startServerBroker(): Promise<{ stop(): Promise<void> }> {
  const servers = new TestServers();
  const systems = new SharedSystems();
  const browsers = new SharedBrowsers();
  const urlOf = async (kind: 'postgres' | 'redis') => ({ url: (await servers.get(kind))?.url ?? null });
  const answers: Record<string, (file: string) => Promise<unknown>> = {
    '/postgres': () => urlOf('postgres'),
    '/redis': () => urlOf('redis'),
    '/system/postgres': (file) => systems.get('postgres', file),
    '/system/redis': (file) => systems.get('redis', file),
    '/system/postgres/log': () => systems.log('postgres'),
    '/system/redis/log': () => systems.log('redis'),
    '/bundles': () => bundleOnce(),
    '/console': () => buildConsoleOnce(),
    '/packed/client': () => packOnce('client'),
    '/packed/cli': () => packOnce('cli'),
    '/system/console': async (file) => {
      await buildConsoleOnce();
      return systems.get('console', file);
    },
    '/still-loops': async (file) => systems.end(file),
  };
  const answer = (url: string): Promise<unknown> => {
    const { pathname, searchParams } = new URL(url, 'http://broker');
    const [, kind, worker] = pathname.split('/');
    return kind === 'browser' ? browsers.get(worker!) : answers[pathname]!(searchParams.get('file') ?? '');
  };
  const http = createServer((request, response) => {
    // An idle connection of a busy test file might be closed just when the file uses it again.
    response.setHeader('connection', 'close');
    answer(request.url!).then(
      (found) => response.end(JSON.stringify(found ?? null)),
      (error: unknown) =>
        response.writeHead(500).end(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  http.unref();
  announceBroker(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  return {
    stop: async () => {
      // The browsers are stopped first, because pages keep connections open that ingress would wait for.
      await browsers.stop();
      await systems.stop();
      http.close();
      http.closeAllConnections();
      await servers.stop();
      const unreported = systems.loops.unreported();
      if (unreported.length > 0) throw new Error(unreported.join('\n'));
    },
  };
}
