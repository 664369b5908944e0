import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../client.ts';
import type { Schemas } from '@workflow/api-types';
import { SPAN_MINUTES, type Span } from './overview.ts';

const REFRESH_MS = 5_000;

export type Performance = Schemas['SessionPerformance'];

/** How fast the organization's sessions start and run, and why they fail. */
export function performanceQuery(span: Span) {
  return queryOptions({
    queryKey: ['performance', span],
    refetchInterval: REFRESH_MS,
    queryFn: () => dataOf(api.GET('/v1/performance', { query: { minutes: SPAN_MINUTES[span] } })),
  });
}

/** The figures of one workflow. */
export function workflowPerformanceQuery(id: string, span: Span) {
  return queryOptions({
    queryKey: ['performance', span, id],
    refetchInterval: REFRESH_MS,
    queryFn: () =>
      dataOf(
        api.GET('/v1/workflows/{id}/performance', {
          path: { id },
          query: { minutes: SPAN_MINUTES[span] },
        }),
      ),
  });
}
