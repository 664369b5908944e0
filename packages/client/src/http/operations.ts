import type { Operations } from '../api.ts';
import { requestPath, type QueryValues } from './request-path.ts';
import type { RepeatRule } from './retry-policy.ts';
import type { Transport } from './transport.ts';

/** A route by method and path, such as `GET /v1/sessions/{id}`. */
export type RouteName = keyof Operations;

/** The input of a route: the path, query, headers and body that it has. */
export type RouteInput<Name extends RouteName> = Omit<Operations[Name], 'answer'>;

/** The answer of a route. */
export type RouteAnswer<Name extends RouteName> = Operations[Name]['answer'];

export interface CallOptions {
  /** Aborts the call with an AbortError. */
  signal?: AbortSignal | undefined;
  /** Decides when the call may be sent again. Default: by the method. */
  repeat?: RepeatRule;
  /** Maximum time without data during one try, in milliseconds. */
  timeoutMs?: number | undefined;
}

type Given<Name extends RouteName> =
  Partial<RouteInput<Name>> extends RouteInput<Name>
    ? [input?: RouteInput<Name>, options?: CallOptions]
    : [input: RouteInput<Name>, options?: CallOptions];

/** Calls any route of the service, typed by its OpenAPI document. */
export type CallRoute = <Name extends RouteName>(
  route: Name,
  ...given: Given<Name>
) => Promise<{ data: RouteAnswer<Name>; status: number; headers: Headers }>;

/** Returns a function that calls routes by their names. */
export function routeCaller(transport: Transport): CallRoute {
  return async (route, ...given) => {
    const [input, options = {}] = given as [Record<string, QueryValues | undefined> | undefined, CallOptions?];
    const [method = '', path = ''] = route.split(' ');
    const { path: parameters, query, header, body } = input ?? {};
    const {
      body: data,
      status,
      headers,
    } = await transport.answer({
      method,
      path: requestPath(path, parameters, query),
      headers: {
        ...(header as Record<string, string> | undefined),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      repeat: options.repeat ?? (method === 'POST' ? 'unless-unknown' : 'repeatable'),
      signal: options.signal,
      timeoutMs: options.timeoutMs,
    });
    return { data: data as never, status, headers };
  };
}
