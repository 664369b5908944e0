import type { ServerResponse } from 'node:http';
import type { Span } from '@workflow/service-runtime';
import type { ExchangeKind } from '../ingress-metrics.ts';

/** Data of one request for its log line and metrics. Kept on the response. */
export interface Exchange {
  /** The route's path as the table has it; bounded, so that it can label a metric. */
  route: string;
  startedAt: number;
  kind: ExchangeKind;
  /** As the answer and the log line name the request. */
  requestId: string | null;
  /** While traces are sent. */
  span?: Span;
  organizationId?: string;
  sessionId?: string;
  errorId?: string;
  code?: string;
  /** Why a 500 was answered. Logged, never answered. */
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
