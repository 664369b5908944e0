import { AbortError, ConnectionError } from '@workflow/client';
import { CommandFailed } from '../failures/failures.ts';

const TIMEOUT_MS = 30_000;

/** What OAuth answers: texts and numbers by name, and `error` where it refuses. */
export interface FormAnswer {
  status: number;
  body: Readonly<Record<string, string>>;
}

/**
 * Sends a request of OAuth. Refusals in OAuth's form are answers.
 * @throws ConnectionError, AbortError, CommandFailed for an answer that is none of OAuth's
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
    if (error instanceof SyntaxError) throw new CommandFailed(`${url} does not answer as this service does`);
    throw new ConnectionError(`${url} cannot be reached`, { cause: error });
  }
}
