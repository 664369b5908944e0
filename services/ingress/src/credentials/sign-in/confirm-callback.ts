import { defineRoute } from '../../http/define-route.ts';
import { answerCallback, callbackResponses } from './answer-callback.ts';
import { callbackPath } from './callback-url.ts';

export const confirmCallback = defineRoute({
  method: 'POST',
  path: callbackPath,
  summary: 'Confirm a sign-in that a key began',
  security: { kind: 'person' },
  bodyTypes: ['application/x-www-form-urlencoded'],
  responses: callbackResponses,
  async handler(context, request) {
    const { bytes } = await request.readBody();
    const search = new URLSearchParams(bytes.toString('utf8')).get('answered') ?? '';
    return answerCallback(context, request, search, { isConfirmed: true });
  },
});
