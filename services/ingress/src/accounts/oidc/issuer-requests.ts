import type { HttpClient } from '@workflow/outbound';
import type { Claims } from './read-claims.ts';
import { SignInRefused } from './sign-in-refused.ts';
import { isJsonObject } from '@workflow/workflow-model';

interface Asked {
  method: string;
  url: URL;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Sends one request. A body that is not a JSON object is read as an empty one.
 * @throws SignInRefused `unavailable`
 */
export async function send(
  http: HttpClient,
  { method, url, headers = {}, body = '' }: Asked,
  signal: AbortSignal,
): Promise<{ status: number; json: Claims }> {
  try {
    const sent = { accept: 'application/json', ...headers };
    const answer = await http.send({ method, url, headers: sent, body: body === '' ? null : body }, signal);
    return { status: answer.status, json: parseObject(answer.body.toString('utf8')) };
  } catch (cause) {
    throw unavailable(`${url.host} did not answer`, cause);
  }
}

/** Returns an empty object for anything but a JSON object. */
export function parseObject(text: string): Claims {
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? (parsed as Claims) : {};
  } catch {
    return {};
  }
}

export function unavailable(message: string, cause?: unknown): SignInRefused {
  return new SignInRefused('unavailable', message, { cause });
}
