import type { TraceContext } from '@workflow/workflow-model';

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

export type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanStart {
  kind: SpanKind;
  /** null: a trace begins here. */
  parent: TraceContext | null;
  /** Spans that it is linked to beside its parent, such as the messages of a batch. */
  links?: readonly TraceContext[];
  attributes?: SpanAttributes;
  /** Milliseconds since the epoch; now when left out. */
  startedAt?: number;
}

/** A piece of work, shown in its trace once it has ended. */
export interface Span {
  /** For what continues the trace elsewhere. */
  readonly context: TraceContext;
  set(attributes: SpanAttributes): void;
  /** The work failed. @param type of few values, such as an error's code */
  fail(type: string): void;
  /** @param endedAt milliseconds since the epoch; now when left out */
  end(endedAt?: number): void;
}

/** Makes the spans of one service. */
export interface Tracing {
  /** @param name of few values, as the conventions of OpenTelemetry say */
  start(name: string, options: SpanStart): Span;
  /** Sends the remaining spans, for at most this many milliseconds. */
  close(withinMs: number): Promise<void>;
}
