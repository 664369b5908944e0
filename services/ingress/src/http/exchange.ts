import type { ServerResponse } from 'node:http';
import type { Span } from '@workflow/service-runtime';
import type { ExchangeKind } from '../ingress-metrics.ts';

/** The data of one request for its log line and metrics. The response stores it. */
export interface Exchange {
  /** The route's path in the table of routes. There are few values, so it can label a metric. */
  route: string;
  startedAt: number;
  kind: ExchangeKind;
  /** The id of the request in the answer and the log line. */
  requestId: string | null;
  /** The span, if traces are sent. */
  span?: Span;
  organizationId?: string;
  sessionId?: string;
  errorId?: string;
  code?: string;
  /** The reason of a 500, or of a 503 of PostgreSQL or the store of files. It is logged, never answered. */
  cause?: unknown;
}

const EXCHANGE = Symbol('exchange');

type Carrier = ServerResponse & { [EXCHANGE]?: Exchange };

export function setExchange(response: ServerResponse, exchange: Exchange): void {
  (response as Carrier)[EXCHANGE] = exchange;
}

export function exchangeOf(response: ServerResponse): Exchange | undefined {
  return (response as Carrier)[EXCHANGE];
}
