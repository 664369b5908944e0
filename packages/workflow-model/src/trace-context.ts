/** The place of a request in a distributed trace: W3C Trace Context, https://www.w3.org/TR/trace-context/. */
export interface TraceContext {
  /** `00-<trace id>-<parent id>-<flags>`, in lowercase hexadecimal. */
  readonly traceparent: string;
  /** Data that tracing systems add, passed on unchanged. */
  readonly tracestate: string | null;
}

/** The request that started a session. */
export interface SessionOrigin {
  /** The `x-request-id` of the request. */
  readonly requestId: string | null;
  readonly trace: TraceContext | null;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const FIRST_VERSION = '00';
const INVALID_VERSION = 'ff';
const NOTHING = /^0+$/;
/** The sampled flag, the only one that later versions preserve. */
const SAMPLED = 1;
/** The length beyond which it may be dropped (§3.3.1.5). */
const MAX_TRACESTATE_LENGTH = 512;
const PRINTABLE = /^[\t -~]+$/;

/**
 * Returns the trace in a request's headers. Returns null if there is none or it is invalid (§3.2.2.3). A later version
 * is read as the first one, as far as possible (§4.3).
 * @param headers with names in lowercase
 */
export function readTraceContext(headers: { [name: string]: string | string[] | undefined }): TraceContext | null {
  const { traceparent: given, tracestate } = headers;
  if (typeof given !== 'string') return null;
  const [, version, traceId, parentId, flags = '', rest] = TRACEPARENT.exec(given.trim()) ?? [];
  if (version === undefined || traceId === undefined || parentId === undefined) return null;
  if (version === INVALID_VERSION || NOTHING.test(traceId) || NOTHING.test(parentId)) return null;
  if (version === FIRST_VERSION && rest !== undefined) return null;
  const known = version === FIRST_VERSION ? flags : `0${Number.parseInt(flags, 16) & SAMPLED}`;
  const traceparent = `${FIRST_VERSION}-${traceId}-${parentId}-${known}`;
  return { traceparent, tracestate: readTracestate(tracestate) };
}

/** Returns the id that all parts of the trace share. */
export function traceIdOf({ traceparent }: TraceContext): string {
  return traceparent.split('-', 2)[1] ?? '';
}

function readTracestate(given: string | string[] | undefined): string | null {
  const state = (Array.isArray(given) ? given.join(',') : (given ?? '')).trim();
  return state.length <= MAX_TRACESTATE_LENGTH && PRINTABLE.test(state) ? state : null;
}
