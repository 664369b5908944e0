import type { TraceContext } from '@workflow/workflow-model';

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

export type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanStart {
  kind: SpanKind;
  /** When it is null, a trace begins here. */
  parent: TraceContext | null;
  /** Spans that it is linked to in addition to its parent, such as the messages of a batch. */
  links?: readonly TraceContext[];
  attributes?: SpanAttributes;
  /** Milliseconds since the epoch. The default is now. */
  startedAt?: number;
}

/** An operation, shown in its trace once it has ended. */
export interface Span {
  /** The context for services that continue the trace. */
  readonly context: TraceContext;
  set(attributes: SpanAttributes): void;
  /** Marks the operation as failed. @param type one of few values, such as an error's code */
  fail(type: string): void;
  /** @param endedAt milliseconds since the epoch; the default is now */
  end(endedAt?: number): void;
}

/** Makes the spans of one service. */
export interface Tracing {
  /** @param name one of few values, as OpenTelemetry's conventions require */
  start(name: string, options: SpanStart): Span;
  /** Sends the remaining spans, for at most this many milliseconds. */
  close(withinMs: number): Promise<void>;
}
