import createClient from 'openapi-fetch';
import { ApiError } from './api-error.ts';
import type { paths } from './schema.d.ts';

/** The client of the management, run and sessions API; its types come from `/v3/api-docs`. */
export const api = createClient<paths>({ baseUrl: window.location.origin, credentials: 'same-origin' });

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The data of an answer. @throws ApiError for every other answer than a 2xx. */
export async function dataOf<Data>(call: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  return (await answerOf(call)).data;
}

/** The data of an answer with its ETag. @throws ApiError for every other answer than a 2xx. */
export async function answerOf<Data>(call: Promise<Answer<Data>>): Promise<{ data: NonNullable<Data>; etag: string }> {
  const { data, error, response } = await call;
  if (!response.ok) throw ApiError.fromAnswer(response.status, error);
  return { data: data as NonNullable<Data>, etag: response.headers.get('etag') ?? '' };
}
