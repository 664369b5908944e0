import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import type { BetterAuthPlugin } from 'better-auth';
import { hashCallerKey, type People } from '@workflow/session-store';
import { asRecord } from '../organization-rules.ts';
import { SIGN_IN_LINK_PATH } from '../../oidc/ways-to-sign-in.ts';

const MAX_TOKEN_LENGTH = 200;

/** Signs a person in once by a link of the operator, if nobody may sign in with a password. */
export function signInLink(people: Pick<People, 'takeSignInLink'>): BetterAuthPlugin {
  return {
    id: 'sign-in-link',
    endpoints: {
      signInLink: createAuthEndpoint(SIGN_IN_LINK_PATH, { method: 'POST' }, async (ctx) => {
        const { token } = asRecord(ctx.body);
        const isToken = typeof token === 'string' && token.length <= MAX_TOKEN_LENGTH;
        const userId = isToken ? await people.takeSignInLink(hashCallerKey(token)) : null;
        const user = userId === null ? null : await ctx.context.internalAdapter.findUserById(userId);
        if (user === null)
          throw new APIError('BAD_REQUEST', {
            message: 'The link was used, has expired or was replaced by a newer one',
            code: 'LINK_UNUSABLE',
          });
        const session = await ctx.context.internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return ctx.json({ success: true });
      }),
    },
  };
}
