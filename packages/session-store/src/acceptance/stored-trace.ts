import type { TraceContext } from '@workflow/workflow-model';

/** The two columns with the trace of a session. */
export interface StoredTrace {
  traceparent: string | null;
  tracestate: string | null;
}

export function traceOf({ traceparent, tracestate }: StoredTrace): TraceContext | null {
  return traceparent === null ? null : { traceparent, tracestate };
}
