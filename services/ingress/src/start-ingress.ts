import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { EVERY_INGRESS } from '@workflow/session-queue';
import { startMetricsServer, type MetricsServer } from '@workflow/service-runtime';
import { createApp } from './app.ts';
import type { AppContext } from './context.ts';
import { drain } from './http/server/drain.ts';
import { handleClientError } from './http/server/handle-client-error.ts';
import { receiveRequests } from './receive-requests.ts';
import { routes } from './routes.ts';
import { checkReadiness } from './service/check-readiness.ts';

export interface Ingress {
  /** The port that it listens on. */
  port: number;
  context: AppContext;
  /** First phase of a shutdown: notifies every caller that this replica stops. */
  quiet(): void;
  /** Second phase: stops listening, lets open requests end, and closes all connections. */
  stop(withinMs: number): Promise<void>;
}

/** Minimum time that connections have to close, however long the last requests took. */
const MIN_GOODBYE_MS = 500;

/**
 * Maximum bytes of a body that Node.js reads in advance. In one-byte chunks each byte takes some hundred bytes of
 * memory.
 */
const UNREAD_BODY_BYTES = 16_384;

/** The interval at which Node.js checks for requests that take too long to arrive. */
const TIMEOUT_CHECK_MS = 1_000;

/** Listens after the caches were filled for the first time, or without them if PostgreSQL is unavailable. */
export async function startIngress(context: AppContext): Promise<Ingress> {
  const { config } = context;
  await context.packages.start();
  await context.caches.start();
  await context.accounts.start();
  context.lastUsed.start();
  for (const name of [context.queue.replicaId, EVERY_INGRESS])
    context.queue.notifications
      .subscribe(name, (notifications) => {
        context.waits.receive(notifications);
        context.responseWaits.receive(notifications);
      })
      .catch((err: unknown) =>
        context.log.warn({ err }, 'Could not subscribe to notifications of ended sessions; polling instead'),
      );
  // `/readyz` reports this as well.
  context.store.ping().catch((err: unknown) => context.log.warn({ err }, 'PostgreSQL is not ready yet'));
  const app = createApp(context, routes);
  const server = createServer(
    {
      highWaterMark: UNREAD_BODY_BYTES,
      maxHeaderSize: config.http.maxHeaderBytes,
      headersTimeout: config.http.headersTimeoutMs,
      requestTimeout: config.http.requestTimeoutMs,
      keepAliveTimeout: config.http.keepAliveTimeoutMs,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // This service answers with the error body instead of Node.js's empty 400.
      requireHostHeader: false,
    },
    receiveRequests(context, app),
  );
  server.on('clientError', (error, socket) => handleClientError(context, error, socket as never));
  // An unknown expectation is ignored, because the request itself can be served.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.listen({ port: config.http.port, host: config.http.host, backlog: config.http.listenBacklog });
  await once(server, 'listening');
  const metrics = await startMetricsServer({
    port: config.metricsPort,
    registry: context.metrics.registry,
    logger: context.log,
    ready: () => checkReadiness(context),
  });
  return {
    port: (server.address() as AddressInfo).port,
    context,
    quiet: () => {
      context.draining = true;
    },
    stop: (withinMs) => stop(context, server, metrics, withinMs),
  };
}

async function stop(
  context: AppContext,
  server: Server,
  metrics: MetricsServer | null,
  withinMs: number,
): Promise<void> {
  const until = performance.now() + withinMs;
  context.draining = true;
  context.waits.close();
  context.responseWaits.close();
  context.eventStreams.close();
  context.watch.close();
  context.textWatch.close();
  context.listWatch.close();
  context.accounts.stop();
  context.packages.stop();
  await drain(server, { listenMs: Math.min(context.config.http.drainMs, withinMs / 2), withinMs });
  context.rateLimits.close();
  const closed = Promise.allSettled([
    context.caches.stop(),
    context.lastUsed.stop(),
    context.refusals.stop(),
    context.filtered.stop(),
  ]).then(() =>
    Promise.allSettled([
      context.queue.notifications.close(),
      context.queue.producer.close(),
      context.store.close(),
      context.oauth.close(),
      context.files.close(),
      metrics?.close(),
    ]),
  );
  // Closing may never end if PostgreSQL or Redis does not answer.
  await Promise.race([closed, delay(Math.max(MIN_GOODBYE_MS, until - performance.now()), undefined, { ref: false })]);
}
