import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';

const REFRESH_MS = 3000;

/** The time ranges of charts. */
export type Span = 'hour' | 'day';

export const SPAN_MINUTES: Record<Span, number> = { hour: 60, day: 1440 };

export function overviewQuery(span: Span) {
  return queryOptions({
    queryKey: ['overview', span],
    refetchInterval: REFRESH_MS,
    queryFn: () => dataOf(api.GET('/v1/overview', { query: { minutes: SPAN_MINUTES[span] } })),
  });
}
