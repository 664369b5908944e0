import type { AnswerOf, Method, PathsOf, RequestOf } from '@workflow/api-types';
import { ApiError } from './api-error.ts';

/** The parts of a request other than method and path; optional when none is required. */
type Sent<Name extends Method, Path extends PathsOf<Name>> =
  Partial<RequestOf<Name, Path>> extends RequestOf<Name, Path>
    ? [request?: RequestOf<Name, Path>]
    : [request: RequestOf<Name, Path>];

interface Answer<Data> {
  /** The parsed body; undefined when there is none, or when it is no JSON. */
  body: unknown;
  response: Response;
  /** Only a type: the body of a good answer. */
  data?: Data;
}

interface CallOptions {
  signal?: AbortSignal;
}

type Values = Readonly<Record<string, unknown>>;

/** The client of the management, run and sessions API; its types follow the routes of ingress. */
export const api = {
  GET: caller('GET'),
  POST: caller('POST'),
  PUT: caller('PUT'),
  PATCH: caller('PATCH'),
  DELETE: caller('DELETE'),
};

function caller<Name extends Method>(method: Name) {
  return async <Path extends PathsOf<Name>>(
    path: Path,
    ...sent: [...Sent<Name, Path>, options?: CallOptions]
  ): Promise<Answer<AnswerOf<Name, Path>>> => {
    const [request, { signal = null } = {}] = sent as unknown as [request?: object, options?: CallOptions];
    const { path: named = {}, query = {}, header = {}, body } = (request ?? {}) as Record<string, Values | undefined>;
    const response = await fetch(urlOf(path, named, query), {
      method,
      credentials: 'same-origin',
      signal,
      headers: {
        ...(Object.fromEntries(given(header)) as Record<string, string>),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { body: parsed(await response.text()), response };
  };
}

/** Lists in a query are repeated parameters. */
function urlOf(path: string, named: Values, query: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(named[name])));
  const search = new URLSearchParams(
    given(query).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)])),
  );
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function given(values: Values): [name: string, value: unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The data of an answer. @throws ApiError for every other answer than a 2xx. */
export async function dataOf<Data>(call: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  return (await answerOf(call)).data;
}

/** The data of an answer with its ETag. @throws ApiError for every other answer than a 2xx. */
export async function answerOf<Data>(call: Promise<Answer<Data>>): Promise<{ data: NonNullable<Data>; etag: string }> {
  const { body, response } = await call;
  if (!response.ok) throw ApiError.fromAnswer(response.status, body);
  return { data: body as NonNullable<Data>, etag: response.headers.get('etag') ?? '' };
}
