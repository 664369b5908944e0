import { invalidRequest } from '../../errors/api-error.ts';
import { notFound } from '../../errors/required.ts';
import { SCOPES } from '../../http/caller.ts';
import { defineRoute, defineSchema } from '../../http/define-route.ts';
import { actorOf } from '../../http/organization-of.ts';
import { name } from '../../http/schema-parts.ts';
import { hashUserCode } from './device-codes.ts';
import { deviceCodeParams, deviceSecurity, takeGuess } from './guess-limit.ts';

export const answerDeviceSignIn = defineRoute({
  method: 'POST',
  path: '/v1/device-sign-ins/{code}/answer',
  summary: 'Confirm or refuse a sign-in of a program',
  description: 'The program gets a key of the active organization, with the name and scopes of the answer.',
  security: deviceSecurity,
  params: deviceCodeParams,
  body: defineSchema('DeviceAnswer', {
    type: 'object',
    additionalProperties: false,
    required: ['accepted'],
    properties: {
      accepted: { type: 'boolean' },
      keyName: { ...name, description: 'Left out: the one that the program asked for.' },
      scopes: {
        type: 'array',
        items: { type: 'string', enum: SCOPES },
        minItems: 1,
        maxItems: SCOPES.length,
        uniqueItems: true,
        description: 'Some of those that the program asked for; left out: all of them.',
      },
    },
  }),
  responses: { 204: { description: 'The program hears of it.' } },
  async handler(context, { params: { code }, body }, caller) {
    await takeGuess(context, caller);
    const { people } = context.store.management;
    const hash = hashUserCode(code);
    const signIn = await people.findDeviceSignIn(hash);
    if (signIn === null) throw notFound('Sign-in', code);
    const { accepted, keyName = signIn.keyName, scopes = signIn.scopes } = body;
    if (!scopes.every((scope) => signIn.scopes.includes(scope)))
      throw invalidRequest(['scopes must be among those that the program asked for']);
    const { organizationId, id: userId } = caller;
    const answer = { accepted, organizationId, userId, keyName, scopes: [...scopes] };
    const entry = {
      action: accepted ? 'device-sign-in.accept' : 'device-sign-in.deny',
      targetType: 'device-sign-in',
      targetId: null,
      detail: { keyName, scopes: [...scopes], address: signIn.address },
    };
    const isAnswered = await people.answerDeviceSignIn(hash, answer, { actor: actorOf(caller), entry });
    if (!isAnswered) throw notFound('Sign-in', code);
    return { status: 204 };
  },
});
