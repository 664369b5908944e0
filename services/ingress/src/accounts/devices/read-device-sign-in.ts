import { notFound } from '../../errors/required.ts';
import { defineRoute } from '../../http/define-route.ts';
import { object, time } from '../../http/schema-parts.ts';
import { hashUserCode } from './device-codes.ts';
import { deviceCodeParams, deviceSecurity, takeGuess } from './guess-limit.ts';

export const readDeviceSignIn = defineRoute({
  method: 'GET',
  path: '/v1/device-sign-ins/{code}',
  summary: 'Read what a program asks for',
  security: deviceSecurity,
  params: deviceCodeParams,
  responses: {
    200: {
      description: 'The open sign-in.',
      schema: object({
        keyName: { type: 'string' },
        scopes: { type: 'array', items: { type: 'string' } },
        address: { type: 'string', description: 'The network that the program asked from.' },
        expiresAt: time,
      }),
    },
  },
  async handler(context, { params: { code } }, caller) {
    await takeGuess(context, caller);
    const signIn = await context.store.management.people.findDeviceSignIn(hashUserCode(code));
    if (signIn === null) throw notFound('Sign-in', code);
    return { status: 200, body: signIn };
  },
});
