import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import { answerError } from '../../http/answers/answer.ts';
import { isJsonContentType, parseJsonBody } from '../../http/bodies/parse-json-body.ts';
import { AUTH_PATH, AUTHORIZE_PAGE, SIGN_IN_PAGE } from './auth-path.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address-header.ts';
import type { IngressAuth } from './create-auth.ts';

interface AuthRequests {
  readBody(request: ExpressRequest, response: ExpressResponse): Promise<Buffer>;
  /** Waits for a turn of the client's network. Returns the function that ends the turn. */
  enter(request: ExpressRequest): Promise<() => void>;
}

/**
 * Answers `/api/auth/*` with the accounts library. The request's URL is derived from the public URL, so that a forged
 * Host has no effect. The client's IP address is that of the connection, whatever headers it sent.
 */
export function answerAuth(auth: () => Promise<IngressAuth>, publicUrl: string, { readBody, enter }: AuthRequests) {
  return (request: ExpressRequest, response: ExpressResponse, path: string): void => {
    void answer(request, response, path).catch((error: unknown) => answerError(response, error));
  };

  async function answer(request: ExpressRequest, response: ExpressResponse, path: string): Promise<void> {
    const body = await readBody(request, response);
    const leave = await enter(request);
    // A request that asks the issuer ends its turn first, so that a slow issuer does not delay others of the network.
    if (ASK_ISSUER.has(path.split('?', 1)[0] ?? '')) leave();
    try {
      await write(await forward(request, path, body), response);
    } finally {
      leave();
    }
  }

  async function forward(request: ExpressRequest, path: string, body: Buffer): Promise<Response> {
    const headers = webHeaders(request.headers);
    headers.set(CLIENT_ADDRESS_HEADER, request.ip ?? request.socket.remoteAddress ?? 'unknown');
    // Browsers send Sec-Fetch-Site together with the others. Node.js's fetch sends only Sec-Fetch-Mode, and another
    // site cannot make it send requests here. The library would treat such a request as one from a browser that hides
    // its origin.
    if (!headers.has('sec-fetch-site')) for (const name of ['sec-fetch-mode', 'sec-fetch-dest']) headers.delete(name);
    const method = request.method ?? 'GET';
    const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
    // The library answers 500 to JSON that cannot be parsed, so it is parsed here first.
    if (hasBody && isJsonContentType(request.headers['content-type'])) parseJsonBody(body);
    const library = await auth();
    const answer = await library.handler(
      new Request(new URL(publicUrl).origin + path, {
        method,
        headers,
        ...(hasBody && { body: new Uint8Array(body) }),
      }),
    );
    if (path.startsWith(CALLBACK_PATH)) return toSignInPage(answer, publicUrl);
    if (!leadsElsewhere(answer, publicUrl)) return answer;
    const session = await library.api.getSession({ headers, query: { disableRefresh: true } });
    return session === null ? refusalInPlaceOf(answer) : answer;
  }
}

/** Endpoints that send requests to the issuer. */
const ASK_ISSUER = new Set(['/sign-in/social', '/callback/oidc', '/sign-out'].map((path) => AUTH_PATH + path));
const CALLBACK_PATH = `${AUTH_PATH}/callback/`;

/** Redirects a sign-in whose state is unknown to the sign-in page, not to the page for MCP clients. */
function toSignInPage(answer: Response, publicUrl: string): Response {
  const location = answer.headers.get('location');
  const url = location === null ? null : URL.parse(location, publicUrl);
  const error = url?.searchParams.get('error') ?? null;
  const isOfLibrary = url?.pathname === new URL(publicUrl + AUTHORIZE_PAGE).pathname && error !== null;
  if (!isOfLibrary || url.searchParams.has('client_id')) return answer;
  const headers = new Headers(answer.headers);
  headers.set('location', `${publicUrl}${SIGN_IN_PAGE}?${new URLSearchParams({ error }).toString()}`);
  return new Response(null, { status: answer.status, headers });
}

/** Returns true if an answer redirects the browser to another service. */
function leadsElsewhere({ status, headers }: Response, publicUrl: string): boolean {
  const location = headers.get('location');
  if (location === null || status < 300 || status >= 400) return false;
  return URL.parse(location, publicUrl)?.origin !== new URL(publicUrl).origin;
}

/**
 * Shows an error of an authorization request on this service if nobody is signed in. Anybody may register a client, so
 * a redirect to its URL would make this service an open redirector (RFC 9700 §4.11.2).
 */
function refusalInPlaceOf({ headers }: Response): Response {
  const sent = URL.parse(headers.get('location') ?? '')?.searchParams;
  const error = sent?.get('error') ?? 'access_denied';
  const message = sent?.get('error_description') ?? 'The authorization request cannot be answered';
  return Response.json({ error, error_description: message, message }, { status: 400 });
}

export function webHeaders(headers: IncomingHttpHeaders): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !name.startsWith(':')) result.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return result;
}

/** The status of the answer if the issuer cannot be reached. */
const UNAVAILABLE = 503;

/** @throws Error for a failure, which is then answered and logged with an errorId */
async function write(answer: Response, response: ServerResponse): Promise<void> {
  if (answer.status >= 500 && answer.status !== UNAVAILABLE) throw new Error('the accounts library failed');
  const body = Buffer.from(await answer.arrayBuffer());
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
