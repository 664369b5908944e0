import type { IncomingHttpHeaders } from 'node:http';
import type { TraceContext } from '@workflow/workflow-model';

/** Headers that sign a request in, and where they may be sent. */
export interface SignIn {
  /** Names in lower case. They win over the request's own. */
  headers: Readonly<Record<string, string>>;
  /** Names without a port, `*.example.com` for all below one; null: any host, but none that a redirect leads to. */
  hosts: readonly string[] | null;
  /**
   * Another one, for the server that answered 401 to this one: the request is sent once more with it. null: there is
   * none.
   */
  renew?(): Promise<SignIn | null>;
}

/** A body that is sent as it is read. */
export interface StreamedBody {
  /** How many there are, which the request announces. */
  bytes: number;
  /** Reads it from its beginning: a redirect, or another sign-in, sends it again. */
  open(): AsyncIterable<Uint8Array>;
}

/** One request, before redirects are followed. */
export interface HttpCall {
  method: string;
  url: URL;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string | StreamedBody | null;
  /** Sent with the request and after redirects, unless the headers contain a trace of their own. */
  trace?: TraceContext | null;
  /** What traces show as the host, where that is not to be seen. */
  shownHost?: string;
  /** Sent with the request, and after a redirect only where `hosts` lets it. */
  signIn?: SignIn | null;
  /**
   * Says who takes the body of the last answer while it comes, uncompressed and of any size; null, or left out: it is
   * read whole.
   */
  streamTo?(answer: Omit<HttpAnswer, 'body'>): TakeBody | null;
}

/** Reads a body to its end. What it throws fails the request. */
export type TakeBody = (body: AsyncIterable<Buffer>) => Promise<void>;

/** Its answer, with the body uncompressed; empty where it went elsewhere. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The address that answered, after redirects; left out: the one that was asked. */
  url?: URL;
}
