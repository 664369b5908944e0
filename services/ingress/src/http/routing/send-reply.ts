import type { ServerResponse } from 'node:http';
import type { AppContext } from '../../context.ts';
import { answerError, answerJsonText, answerText } from '../answers/answer.ts';
import { answerDownload } from '../answers/answer-download.ts';
import { answerFile } from '../answers/answer-file.ts';
import { answerPage } from '../answers/served-page.ts';
import { stringifyInSlices } from '../answers/stringify-in-slices.ts';
import type { RouteReply } from '../define-route.ts';
import { UNCOUNTED_BYTES } from '../shares/unsent-bytes.ts';
import type { AnswerDeadline } from './answer-deadline.ts';
import { ownerOf, type Call } from './call.ts';

/**
 * Sends the answer of a handler, unless the handler streams. Bytes that the client has not read yet count for its
 * organization.
 * @throws ApiError TOO_MANY_REQUESTS
 */
export async function sendReply(
  context: AppContext,
  call: Call,
  reply: RouteReply,
  deadline: AnswerDeadline,
): Promise<void> {
  const { request, response } = call;
  const { unsent } = context;
  if (reply.file !== undefined) answerFile(request, response, reply.file);
  else if (reply.page !== undefined) {
    // All readers of the page share its bytes. A connection holds a few parts of them.
    if (await unsent.hold(response, ownerOf(call), 2 * UNCOUNTED_BYTES))
      answerPage(response, reply.status, reply.page, reply.headers).catch((error: unknown) =>
        answerError(response, error),
      );
  } else if (reply.download === undefined) await answer(context, call, reply, deadline);
  else {
    // A slow client must not hold it.
    call.turn.leave();
    deadline.extend(unsent.timeoutMs);
    if (await unsent.hold(response, ownerOf(call), reply.download.heldBytes))
      await answerDownload(response, reply.download);
  }
}

async function answer(
  context: AppContext,
  call: Call,
  { body, ...reply }: RouteReply,
  deadline: AnswerDeadline,
): Promise<void> {
  const { response } = call;
  const serialized = body === undefined ? reply : { ...reply, json: await stringifyInSlices(body) };
  const { length } = serialized.json ?? serialized.text ?? '';
  // It may wait until the clients of other answers have read theirs.
  if (length > UNCOUNTED_BYTES) {
    call.turn.leave();
    deadline.extend(context.unsent.timeoutMs);
  }
  if (await context.unsent.hold(response, ownerOf(call), length)) answerAtOnce(response, serialized);
}

function answerAtOnce(response: ServerResponse, reply: RouteReply): void {
  if (reply.json !== undefined) return answerJsonText(response, reply.status, reply.json, reply.headers);
  if (reply.text !== undefined) return answerText(response, { ...reply, text: reply.text });
  for (const name in reply.headers) response.setHeader(name, reply.headers[name] as string);
  response.statusCode = reply.status;
  response.end();
}
