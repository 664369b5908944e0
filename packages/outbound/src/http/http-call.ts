import type { IncomingHttpHeaders } from 'node:http';
import type { TraceContext } from '@workflow/workflow-model';

/** Headers and query parameters that authenticate a request, and the hosts to which they may be sent. */
export interface SignIn {
  /** Headers, with names in lowercase. They override those of the request. */
  headers: Readonly<Record<string, string>>;
  /** Query parameters, which override those of the URL. They are in no URL of a call or of an answer. */
  query?: Readonly<Record<string, string>>;
  /**
   * Host names without a port; `*.example.com` includes all names below it. Null allows any host, but no target of a
   * redirect.
   */
  hosts: readonly string[] | null;
  /** The only origin that may get it, which also names the scheme and the port. */
  origin?: string;
  /**
   * Returns other headers after a server answered 401. The request is then sent once more. Resolves to null if there
   * are none.
   */
  renew?(): Promise<SignIn | null>;
}

/** A body that is sent while it is read. */
export interface StreamedBody {
  /** The number of bytes, which the request announces. */
  bytes: number;
  /** Opens the body at its beginning. A redirect or another sign-in sends it again. */
  open(): AsyncIterable<Uint8Array>;
}

/** One request, before redirects are followed. */
export interface HttpCall {
  method: string;
  url: URL;
  /** Headers, with names in lowercase. */
  headers: Record<string, string>;
  body: string | StreamedBody | null;
  /** Sent with the request and after redirects, unless the headers contain a trace. */
  trace?: TraceContext | null;
  /** The host that traces show, if the real one must not be visible. */
  shownHost?: string;
  /** Sent with the request, and after a redirect only to hosts that `hosts` allows. */
  signIn?: SignIn | null;
  /**
   * Returns the reader of the last answer's body, which gets it while it arrives, uncompressed and of any size. If it
   * is missing or returns null, the body is read as a whole.
   */
  streamTo?(answer: Omit<HttpAnswer, 'body'>): ReadBody | null;
  /** Called as soon as a response begins, also for each redirect and each refused sign-in. */
  onAnswer?(hop: AnsweredHop): void;
  /** Called before a redirect is followed. If it throws, the call fails with that error. */
  onRedirect?(from: URL, to: URL): void;
}

/** One request of a call, and the status of its response. */
export interface AnsweredHop {
  method: string;
  status: number;
}

/** Reads a body to its end. If it throws, the request fails with that error. */
export type ReadBody = (body: AsyncIterable<Buffer>) => Promise<void>;

/** An answer with the uncompressed body. The body is empty if a reader read it. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The URL that answered, after redirects. If missing, it is the requested URL. */
  url?: URL;
}
