import type { TraceContext } from '@workflow/workflow-model';

/** The trace of a session as its two columns have it. */
export interface StoredTrace {
  traceparent: string | null;
  tracestate: string | null;
}

export function traceOf({ traceparent, tracestate }: StoredTrace): TraceContext | null {
  return traceparent === null ? null : { traceparent, tracestate };
}
