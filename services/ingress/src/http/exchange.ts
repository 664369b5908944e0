import type { ServerResponse } from 'node:http';
import type { Span } from '@workflow/service-runtime';
import type { ExchangeKind } from '../ingress-metrics.ts';

/** The data of one request for its log line and metrics. It is stored on the response. */
export interface Exchange {
  /** The route's path from the table of routes. The number of values is limited, so it can label a metric. */
  route: string;
  startedAt: number;
  kind: ExchangeKind;
  /** The id that the answer and the log line give the request. */
  requestId: string | null;
  /** The span, while traces are sent. */
  span?: Span;
  organizationId?: string;
  sessionId?: string;
  errorId?: string;
  code?: string;
  /** The reason of a 500. It is logged, never answered. */
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
