import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Registry } from 'prom-client';
import type { Logger } from './logger.ts';

export interface HealthReport {
  ok: boolean;
  /** Results by the name of the check. */
  checks?: Record<string, string>;
}

export interface MetricsServerOptions {
  /** The port. With 0 no server listens. */
  port: number;
  host?: string;
  registry: Registry;
  logger: Logger;
  /** Answers `/readyz`. Without it the process is ready as soon as it answers. */
  ready?: () => HealthReport | Promise<HealthReport>;
}

export interface MetricsServer {
  close(): Promise<void>;
}

/** A Prometheus scrape that takes longer than this is aborted. */
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Returns all metrics, or those that `name[]` of the query names. All metrics take the main loop a few milliseconds. A
 * program that reads one figure many times a second would otherwise slow down the process that it watches.
 */
async function metricsPage(registry: Registry, query = ''): Promise<string> {
  const names = new Set(new URLSearchParams(query).getAll('name[]'));
  if (names.size === 0) return registry.metrics();
  const named = registry.getMetricsAsArray().filter(({ name }) => names.has(name));
  const metrics = await Promise.all(named.map(({ name }) => registry.getSingleMetricAsString(name)));
  return `${metrics.join('\n\n')}\n`;
}

/**
 * Serves `/metrics`, `/healthz` and `/readyz` on a separate port. The process is healthy as soon as it answers. Returns
 * null when they are switched off.
 */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer | null> {
  if (options.port === 0) return null;
  const up = (): HealthReport => ({ ok: true });
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      response
        .writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
        .end(request.method === 'HEAD' ? undefined : body);
    };
    const report = async (check: () => HealthReport | Promise<HealthReport>): Promise<void> => {
      const { ok, checks } = await check();
      answer(
        ok ? 200 : 503,
        'application/json',
        JSON.stringify({ status: ok ? 'ok' : 'unavailable', ...(checks && { checks }) }),
      );
    };
    const route = async (): Promise<void> => {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        answer(405, 'text/plain', 'method not allowed\n');
        return;
      }
      const [path, query] = (request.url ?? '/').split('?', 2);
      if (path === '/metrics') {
        answer(200, options.registry.contentType, await metricsPage(options.registry, query));
        return;
      }
      if (path === '/healthz') return report(up);
      if (path === '/readyz') return report(options.ready ?? up);
      answer(404, 'text/plain', 'not found\n');
    };
    route().catch(() => answer(500, 'text/plain', 'could not read the metrics\n'));
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.listen(options.port, options.host);
  await once(server, 'listening');
  options.logger.info({ port: options.port }, 'Serving metrics');
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
