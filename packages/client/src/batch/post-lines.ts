import type { Schemas } from '../api.ts';
import { ConnectionError } from '../errors/client-errors.ts';
import { openResponse } from '../http/open-response.ts';
import { lineGroups, textParts } from '../http/read-text.ts';
import type { Transport } from '../http/transport.ts';
import type { BatchLine } from './batch-line.ts';

export type LineAnswer = Schemas['RunLineAnswer'];

/**
 * Sends lines in one request, and gives their answers in order as they come, those of one part together.
 * @throws ConnectionError when the answer breaks off, ApiError when the request as a whole is refused, AbortError
 */
export async function* postLines(
  transport: Transport,
  lines: readonly BatchLine[],
  signal: AbortSignal | undefined,
): AsyncGenerator<LineAnswer[], void, void> {
  const { response, reading, close } = await openResponse(transport, {
    method: 'POST',
    path: '/v1/workflow/run/batch',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.map(({ text }) => text).join(''),
    repeat: 'keyed',
    signal,
  });
  try {
    for await (const texts of lineGroups(textParts(response, reading)))
      yield texts.filter((text) => text !== '').map((text) => parse(text));
  } finally {
    close();
  }
}

function parse(text: string): LineAnswer {
  try {
    return JSON.parse(text) as LineAnswer;
  } catch (error) {
    throw new ConnectionError('The answer to a batch broke off within a line', { cause: error });
  }
}
