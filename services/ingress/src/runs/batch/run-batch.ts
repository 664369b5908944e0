import { ApiError } from '../../errors/api-error.ts';
import { answerError } from '../../http/answers/answer.ts';
import { defineRoute, defineSchema } from '../../http/define-route.ts';
import { gatheredSchema } from '../../intake/gathered-schema.ts';
import { answerLines, MAX_BATCH_BYTES, MAX_LINES } from './answer-lines.ts';
import { lineSchema } from './start-line.ts';

const TYPE = 'application/x-ndjson';

const answerSchema = defineSchema('RunLineAnswer', {
  type: 'object',
  required: ['line', 'httpStatus'],
  properties: {
    line: { type: 'integer', description: 'From 1; empty lines are counted and not answered.' },
    httpStatus: { type: 'integer', description: 'The status that a single run would have been answered with.' },
    sessionId: { type: 'string', format: 'uuid', description: 'With 200.' },
    gathered: gatheredSchema,
    errorId: { type: 'string', format: 'uuid', description: 'With every other status.' },
    message: { type: 'string' },
    retryAfter: { type: 'integer', description: 'With 429, in seconds.' },
  },
});

/** Starts many runs with one request. Request and answer are newline-delimited JSON. */
export const runBatch = defineRoute({
  method: 'POST',
  path: '/v1/workflow/run/batch',
  summary: 'Start many runs in one request',
  description:
    `At most ${MAX_LINES} lines or ${MAX_BATCH_BYTES} bytes. Each line is a run request, and may have an ` +
    '`idempotencyKey`. Each is answered by a line, in order, as runs are committed and while the sender goes on; a ' +
    'line that is refused fails alone. Read the answers while you send: a reader that is slow slows the intake.',
  security: { kind: 'caller', scope: 'run', forBoundKeys: true },
  beforeMiddleware: true,
  body: defineSchema('RunLine', lineSchema),
  bodyTypes: [TYPE],
  responses: { 200: { description: 'One line for each line of the body.', contentType: TYPE, schema: answerSchema } },
  async handler(context, request, caller) {
    const { message } = request;
    if (message.headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== TYPE)
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { values: { expected: TYPE } });
    if ((message.headers['content-encoding'] ?? 'identity') !== 'identity')
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { values: { expected: `${TYPE} without Content-Encoding` } });
    return {
      status: 200,
      stream: (response) => {
        response.writeHead(200, { 'Content-Type': TYPE, 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
        response.flushHeaders();
        answerLines(context, request, caller, response).catch((error: unknown) => answerError(response, error));
      },
    };
  },
});
