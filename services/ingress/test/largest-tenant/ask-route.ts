import type { Route } from '../../src/http/define-route.ts';
import type { TestIngress } from '../start-test-ingress.ts';
import { paramsOf, type RouteRequest, type SignedParts } from './route-requests.ts';

export const OPERATOR_KEY = 'the key of the operator, of course';
/** A stream has no end: what it sends at first is read. */
const STREAM_READ_MS = 500;

export interface Asker {
  ingress: TestIngress;
  cookie: string;
  signed: SignedParts;
}

export interface RouteAnswer {
  status: number;
  bytes: number;
  /** How the answer begins. */
  beginning: string;
}

/** Asks one route, and reads its answer without parsing it: what the client does is no part of the measured turns. */
export async function askRoute(
  { ingress, cookie, signed }: Asker,
  route: Route,
  request: RouteRequest,
): Promise<RouteAnswer> {
  const params: Record<string, string> = { ...paramsOf(route.path, signed), ...request.params };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'none'));
  const hasLimit = Object.hasOwn((route.query as { properties?: object } | undefined)?.properties ?? {}, 'limit');
  const query = request.query ?? (hasLimit ? 'limit=200' : '');
  const body = request.body ?? (route.body === undefined ? undefined : (route.bodyExample ?? {}));
  const abort = new AbortController();
  const response = await fetch(`${ingress.url}${path}${query && `?${query}`}`, {
    method: route.method,
    redirect: 'manual',
    signal: abort.signal,
    headers: {
      ...headersFor(route, ingress, cookie),
      ...(body !== undefined && { 'content-type': request.type ?? 'application/json' }),
      ...request.headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const timer = isStream ? setTimeout(() => abort.abort(), STREAM_READ_MS) : undefined;
  let bytes = 0;
  let beginning = '';
  try {
    for await (const chunk of response.body ?? []) {
      if (bytes === 0) beginning = Buffer.from(chunk as Uint8Array).toString('utf8', 0, 300);
      bytes += (chunk as Uint8Array).length;
    }
  } catch (error) {
    if (!abort.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  return { status: response.status, bytes, beginning };
}

function headersFor({ security }: Route, ingress: TestIngress, cookie: string): Record<string, string> {
  const asPerson = { cookie, origin: ingress.url };
  switch (security.kind) {
    case 'operator':
      return { 'x-api-key': OPERATOR_KEY };
    case 'person':
      return asPerson;
    case 'caller':
      return security.keys === false ? asPerson : { 'x-api-key': ingress.organization.apiKey };
    case 'mcp':
      return { 'x-api-key': ingress.organization.apiKey, accept: 'application/json, text/event-stream' };
    default:
      return {};
  }
}
