import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { EVERY_INGRESS } from '@workflow/session-queue';
import { runAs, startMetricsServer, type MetricsServer, type TurnOwner } from '@workflow/service-runtime';
import { createApp } from './app.ts';
import type { AppContext } from './context.ts';
import { ApiError } from './errors/api-error.ts';
import { mcpClientPages } from './http/addresses/mcp-client-pages.ts';
import { answerCors } from './http/answers/answer-cors.ts';
import { answerError } from './http/answers/answer.ts';
import { limitUnreadChunks } from './http/bodies/limit-chunks.ts';
import { exchangeOf } from './http/exchange.ts';
import { drain } from './http/server/drain.ts';
import { handleClientError } from './http/server/handle-client-error.ts';
import { limitPipelinedRequests } from './http/server/limit-pipelined-requests.ts';
import { observeRequest } from './http/telemetry/observe-request.ts';
import { nameRequest } from './http/telemetry/request-id.ts';
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
        context.log.warn({ err }, 'Could not subscribe to signals of ended sessions; polling instead'),
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

/**
 * Handles every request before its route: the limit of its connection, its id, CORS, and the rule of a single `Host`
 * (RFC 9112 §3.2).
 */
function receiveRequests(context: AppContext, app: RequestListener): RequestListener {
  const { corsOrigins } = context.config.http;
  // Code may write after the end of its answer. Without a listener, that would end this process.
  const onLateWrite = (err: Error): void =>
    context.log.error({ err }, 'A handler wrote to a response that had already ended');
  return (request, response) => {
    response.on('error', onLateWrite);
    const admission = limitPipelinedRequests(request, response);
    if (admission === 'dropped') return;
    limitUnreadChunks(request, response);
    nameRequest(request, response);
    if (admission === 'refused') {
      observeRequest(context, request, response, 'none');
      answerError(response, new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': '1' } }));
    } else if (answerCors(corsOrigins, mcpClientPages(request.url), request, response))
      observeRequest(context, request, response, 'preflight');
    else if (hasOneHost(request)) runAs(new RequestOwner(request, response), () => app(request, response));
    else {
      observeRequest(context, request, response, 'none');
      answerError(response, new ApiError('BAD_HTTP'));
    }
  };
}

/**
 * The owner of the turns in which a request is served. Its route and organization are set later. An object literal with
 * these getters would keep every request in memory until the next full collection
 * (docs/decisions/0082-memory-of-a-busy-service.md).
 */
class RequestOwner implements TurnOwner {
  readonly kind = 'route';
  readonly #method: string;
  readonly #response: ServerResponse;

  constructor({ method = '' }: IncomingMessage, response: ServerResponse) {
    this.#method = method;
    this.#response = response;
  }

  get name(): string {
    return `${this.#method} ${exchangeOf(this.#response)?.route ?? 'none'}`;
  }

  get organizationId(): string | null {
    return exchangeOf(this.#response)?.organizationId ?? null;
  }
}

/** Returns true if there is one `Host`. Node.js stores only the first of several in `headers`. */
function hasOneHost({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1;
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
