import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { startMetricsServer, type MetricsServer } from '@workflow/service-runtime';
import { createApp } from './app.ts';
import type { AppContext } from './context.ts';
import { ApiError } from './errors/api-error.ts';
import { answerError } from './http/answer.ts';
import { handleClientError } from './http/handle-client-error.ts';
import { observeRequest } from './http/observe-request.ts';
import { checkReadiness } from './readiness.ts';
import { drain } from './drain.ts';

export interface Ingress {
  /** Where it listens. */
  port: number;
  context: AppContext;
  /** Phase one of a shutdown: says to every caller that this replica goes. */
  quiet(): void;
  /** Phase two: stops listening, lets what is under way end, closes all connections. */
  stop(withinMs: number): Promise<void>;
}

/** Connections have this long to close, however long the last requests took. */
const MIN_GOODBYE_MS = 500;

/** How often Node.js looks for requests that take too long to arrive. */
const TIMEOUT_CHECK_MS = 1_000;

/** Listens once the caches were fed for the first time, or without them when PostgreSQL is away. */
export async function startIngress(context: AppContext): Promise<Ingress> {
  const { config } = context;
  await context.feed.start();
  await context.accounts.start();
  context.lastUsed.start();
  context.signals
    .subscribe(context.replicaId, (sessionIds) => context.waits.signal(sessionIds))
    .catch((err: unknown) => context.log.warn({ err }, 'ends of sessions are polled only'));
  const server = createServer(
    {
      maxHeaderSize: config.maxHeaderBytes,
      headersTimeout: config.headersTimeoutMs,
      requestTimeout: config.requestTimeoutMs,
      keepAliveTimeout: config.keepAliveTimeoutMs,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Answered here with the error body instead of Node.js's empty 400.
      requireHostHeader: false,
    },
    refuseWithoutHost(context, createApp(context)),
  );
  server.on('clientError', (error, socket) => handleClientError(context, error, socket as never));
  // An expectation that is not known is ignored: the request itself can be served.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.listen({ port: config.port, host: config.host });
  await once(server, 'listening');
  const metrics = await startMetrics(context);
  return {
    port: (server.address() as AddressInfo).port,
    context,
    quiet: () => {
      context.draining = true;
    },
    stop: (withinMs) => stop(context, server, metrics, withinMs),
  };
}

/** RFC 9112 §3.2: an HTTP/1.1 request without `Host` is refused. */
function refuseWithoutHost(context: AppContext, app: RequestListener): RequestListener {
  return (request, response) => {
    if (request.headers.host !== undefined || request.httpVersion === '1.0') return app(request, response);
    observeRequest(context, request, response, 'none');
    answerError(response, new ApiError('BAD_HTTP'));
  };
}

async function stop(context: AppContext, server: Server, metrics: MetricsServer | null, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  context.draining = true;
  context.waits.close();
  context.eventStreams.close();
  context.watch.close();
  context.listWatch.close();
  context.accounts.stop();
  await drain(server, { listenMs: Math.min(context.config.drainMs, withinMs / 2), withinMs });
  context.rateLimits.close();
  const closed = Promise.allSettled([context.feed.stop(), context.lastUsed.stop()])
    .then(() => Promise.allSettled([context.signals.close(), context.producer.close(), context.store.close(), metrics?.close()]));
  // A server that does not answer does not say good-bye either.
  await Promise.race([closed, delay(Math.max(MIN_GOODBYE_MS, until - performance.now()), undefined, { ref: false })]);
}

async function startMetrics(context: AppContext): Promise<MetricsServer | null> {
  const { metricsPort } = context.config;
  if (metricsPort === null) return null;
  const server = await startMetricsServer({
    port: metricsPort,
    registry: context.metrics.registry,
    ready: () => checkReadiness(context),
  });
  context.log.info({ port: server.port }, 'metrics are served');
  return server;
}
