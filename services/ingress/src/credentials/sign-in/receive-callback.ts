import { defineRoute } from '../../http/define-route.ts';
import { queryOf } from '../../http/addresses/query-of.ts';
import { answerCallback, callbackResponses } from './answer-callback.ts';
import { callbackPath } from './callback-url.ts';

export const receiveCallback = defineRoute({
  method: 'GET',
  path: callbackPath,
  summary: 'Where authorization servers send browsers back to',
  security: { kind: 'person' },
  responses: callbackResponses,
  handler: (context, request) =>
    answerCallback(context, request, queryOf(request.message.url ?? ''), { isConfirmed: false }),
});
