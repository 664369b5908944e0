import type { IncomingHttpHeaders } from 'node:http';
import type { TraceContext } from '@workflow/workflow-model';

/** One request, before redirects are followed. */
export interface HttpCall {
  method: string;
  url: URL;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string | null;
  /** Sent with the request and after redirects, unless the headers contain a trace of their own. */
  trace?: TraceContext | null;
}

/** Its answer, with the body uncompressed. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
