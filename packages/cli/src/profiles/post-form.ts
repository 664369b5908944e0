import { AbortError } from '@workflow/client';
import { CommandFailed, TemporaryFailure } from '../failures/failures.ts';

const TIMEOUT_MS = 30_000;
/** The same request may succeed after these and every 5xx. */
const TEMPORARY = new Set([408, 425, 429]);

/** An answer of OAuth: texts and numbers by name, with `error` if the request is refused. */
export interface FormAnswer {
  status: number;
  body: Readonly<Record<string, string>>;
}

/**
 * Sends an OAuth request. A refusal in the form of OAuth is returned, not thrown.
 * @throws AbortError, TemporaryFailure, or CommandFailed for an answer in another form
 */
export async function postForm(
  baseUrl: string,
  path: string,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<FormAnswer> {
  const url = baseUrl.replace(/(?<!\/)\/+$/, '') + path;
  const { status, ok, text } = await send(url, fields, signal);
  const body = readBody(text);
  if (body !== null && (ok || typeof body['error'] === 'string')) return { status, body };
  const isTemporary = TEMPORARY.has(status) || status >= 500;
  if (body === null && !isTemporary)
    throw new CommandFailed(`${url} did not answer as this service does; check the address`);
  const { message = `${url} answered ${status}`, errorId }: Record<string, string> = body ?? {};
  const reason = errorId === undefined ? message : `${message} (errorId ${errorId})`;
  throw isTemporary ? new TemporaryFailure(reason) : new CommandFailed(reason);
}

async function send(
  url: string,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ status: number; ok: boolean; text: string }> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(fields),
      signal: AbortSignal.any([signal, limit]),
    });
    return { status: answer.status, ok: answer.ok, text: await answer.text() };
  } catch (error) {
    if (signal.aborted) throw new AbortError(error);
    throw new TemporaryFailure(`Could not reach ${url}`, { cause: error });
  }
}

/** Returns null for a text that is not a JSON object. An empty text counts as an object without members. */
function readBody(text: string): Record<string, string> | null {
  if (text === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' ? (body as Record<string, string> | null) : null;
  } catch {
    return null;
  }
}
