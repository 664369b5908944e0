import type { SignIn } from '@workflow/component-kit/run';
import type { TestOutcome, TokenAccess } from './define-runner.ts';

/** Signs in with the access token of a credential, and with another one if the server refuses it. */
export function tokenSignIn(access: TokenAccess, signInBy: (token: string) => SignIn): SignIn {
  return {
    ...signInBy(access.token),
    renew: async () => {
      const other = await access.renew();
      return other === null ? null : signInBy(other);
    },
  };
}

/** The result of a test that cannot request a new token. */
export const NO_REFRESH_TOKEN: TestOutcome = {
  ok: true,
  message: 'Not tested: someone has signed in, and the server returned no refresh token.',
};
