import type { FoundQuestion, QuestionReply } from '@workflow/session-store';
import type { QuestionPlace } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { defineRoute, type RouteReply } from '../http/define-route.ts';
import { isJsonContentType } from '../http/bodies/parse-json-body.ts';
import { answerQuestion } from './answer-question.ts';
import { readAnswer, readFieldsOf } from './read-answer.ts';
import { object } from '../http/schema-parts.ts';

/** Maximum number of reads of a question whose state keeps changing between the read and the answer. */
const MAX_LOOKS = 3;

/** Answers a callback at the URL that `$callbackUrl` returns (contract §10.1). */
export const answerCallback = defineRoute({
  method: 'POST',
  path: '/callbacks/{address}',
  summary: 'Answer a session that waits for a callback',
  description:
    'The address is the one that `$callbackUrl` gave for the caller; it permits one answer. The body is a ' +
    'JSON object with the fields that the component declares; others are ignored.',
  security: { kind: 'address' },
  beforeMiddleware: true,
  params: object({ address: { type: 'string' } }),
  body: {},
  bodyTypes: ['application/json'],
  bodyExample: { paid: true },
  responses: {
    200: {
      description: "The session goes on; this is the component's response.",
      schema: {},
      alternatives: { 'text/plain': { type: 'string' } },
    },
    202: { description: 'The session has not reached the component yet. The answer is stored and taken there.' },
    204: { description: 'The session goes on.' },
    404: { description: 'Unknown link.' },
    410: { description: 'The URL was used already, or the session no longer waits for it.' },
  },
  async handler(context, request) {
    const { message, params, exchange, readBody } = request;
    const place = await context.store.questions.addresses.placeOf('callback', params.address);
    if (place === null) throw new ApiError('NOT_FOUND');
    const { organizationId } = await findOpen(context, place);
    exchange.organizationId = organizationId;
    exchange.sessionId = place.sessionId;
    await request.enterOrganization(organizationId);
    if (!isJsonContentType(message.headers['content-type']))
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { values: { expected: 'application/json' } });
    const { bytes } = await readBody();
    await context.bodies.turns.wait(organizationId, bytes.length);
    const sent = readAnswer(bytes);
    for (let attempt = 1; attempt <= MAX_LOOKS; attempt += 1) {
      const reply = await tryToAnswer(context, place, await findOpen(context, place), sent);
      if (reply !== null) return reply;
    }
    throw new ApiError('ANSWER_GONE');
  },
});

/** @throws ApiError ANSWER_GONE if it can no longer be answered */
async function findOpen(context: AppContext, place: QuestionPlace): Promise<FoundQuestion> {
  const { questions } = context.store;
  const question = await questions.find(place);
  if (question === null || question.isOver) throw new ApiError('ANSWER_GONE');
  const { asked } = question;
  if (asked !== null && (asked.status !== 'OPEN' || asked.isExpired)) throw new ApiError('ANSWER_GONE');
  if (asked === null && !(await context.questionWays.mayBeAsked(question, place))) throw new ApiError('ANSWER_GONE');
  return question;
}

/**
 * Returns null if the question changed in the meantime.
 * @throws ApiError 400 that names an invalid field
 */
async function tryToAnswer(
  context: AppContext,
  place: QuestionPlace,
  question: FoundQuestion,
  sent: string,
): Promise<RouteReply | null> {
  const { organizationId, asked } = question;
  if (asked === null) {
    const fields = await context.questionWays.callbackFieldsOf(question, place.componentId);
    if (fields === null) throw new ApiError('ANSWER_GONE');
    const isStored = await context.store.questions.storeEarly(organizationId, place, readFieldsOf(sent, fields));
    return isStored ? { status: 202 } : null;
  }
  const answer = readFieldsOf(sent, asked.fields);
  const won = await answerQuestion(context, { organizationId, place }, answer, { decision: null, audit: null });
  return won ? replyOf(asked.reply) : null;
}

/**
 * Returns the reply. An author's text is served from a URL of this service, so a browser must not execute anything in
 * it.
 */
function replyOf(reply: QuestionReply | null): RouteReply {
  if (reply === null) return { status: 204 };
  const headers = { 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' };
  return reply.isJson ? { status: 200, json: reply.text, headers } : { status: 200, text: reply.text, headers };
}
