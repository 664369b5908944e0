import { AbortError, ConnectionError } from '@workflow/client';
import { CommandFailed } from '../failures/failures.ts';

const TIMEOUT_MS = 30_000;

/** An answer of OAuth: texts and numbers by name, with `error` if the request is refused. */
export interface FormAnswer {
  status: number;
  body: Readonly<Record<string, string>>;
}

/**
 * Sends an OAuth request. A refusal in the form of OAuth is returned, not thrown.
 * @throws ConnectionError, AbortError, or CommandFailed for an answer in another form
 */
export async function postForm(
  baseUrl: string,
  path: string,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<FormAnswer> {
  const url = baseUrl.replace(/(?<!\/)\/+$/, '') + path;
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(fields),
      signal: AbortSignal.any([signal, limit]),
    });
    const text = await answer.text();
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, string>);
    if (answer.ok || typeof body['error'] === 'string') return { status: answer.status, body };
    const { message = `${url} answered ${answer.status}`, errorId } = body;
    throw new CommandFailed(errorId === undefined ? message : `${message} (errorId ${errorId})`);
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    if (signal.aborted) throw new AbortError(error);
    if (error instanceof SyntaxError)
      throw new CommandFailed(`${url} did not answer as this service does; check the address`);
    throw new ConnectionError(`Could not reach ${url}`, { cause: error });
  }
}
