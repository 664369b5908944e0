import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Tracing } from '@workflow/service-runtime';
import { readTraceContext } from '@workflow/workflow-model';
import type { Exchange } from '../exchange.ts';
import { pathOf } from './request-log.ts';

/** Routes that are polled permanently and never of interest in a trace. */
const PROBES = new Set(['/healthz', '/readyz']);

/** Traces the request in its caller's trace, from here to the last byte of the answer. */
export function startRequestSpan(
  tracing: Tracing,
  exchange: Exchange,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (PROBES.has(exchange.route)) return;
  const method = request.method ?? '';
  const span = tracing.start(`${method} ${exchange.route}`, {
    kind: 'server',
    parent: readTraceContext(request.headers),
    attributes: {
      'http.request.method': method,
      'http.route': exchange.route,
      'url.path': pathOf(request),
      'url.scheme': 'http',
    },
  });
  exchange.span = span;
  response.once('close', () => {
    const { statusCode } = response;
    span.set({ 'http.response.status_code': statusCode });
    if (exchange.organizationId !== undefined) span.set({ 'workflow.organization.id': exchange.organizationId });
    if (exchange.sessionId !== undefined) span.set({ 'workflow.session.id': exchange.sessionId });
    if (statusCode >= 500) span.fail(exchange.code ?? String(statusCode));
    span.end();
  });
}
