import type { IncomingHttpHeaders } from 'node:http';
import type { TraceContext } from '@workflow/workflow-model';

/** Headers that sign a request in, and where they may be sent. */
export interface SignIn {
  /** Names in lower case. They win over the request's own. */
  headers: Readonly<Record<string, string>>;
  /** Names without a port, `*.example.com` for all below one; null: any host, but none that a redirect leads to. */
  hosts: readonly string[] | null;
}

/** One request, before redirects are followed. */
export interface HttpCall {
  method: string;
  url: URL;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string | null;
  /** Sent with the request and after redirects, unless the headers contain a trace of their own. */
  trace?: TraceContext | null;
  /** Sent with the request, and after a redirect only where `hosts` lets it. */
  signIn?: SignIn | null;
}

/** Its answer, with the body uncompressed. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
