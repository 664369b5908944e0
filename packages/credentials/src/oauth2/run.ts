import type { SignIn } from '@workflow/component-kit/run';
import { defineCredentialRunner } from '../define-runner.ts';
import { descriptor } from './descriptor.ts';

const signIn = (token: string, hosts: string[]): SignIn => ({ headers: { authorization: `Bearer ${token}` }, hosts });

export const runner = defineCredentialRunner(descriptor, {
  open: ({ hosts }, access) => ({
    ...signIn(access.token, hosts),
    renew: async () => {
      const token = await access.renew();
      return token === null ? null : signIn(token, hosts);
    },
  }),
  /** Requests a new token. If the server issues one, it knows the client and the person who signed in. */
  async test(_fields, _reach, access) {
    if ((await access.renew()) !== null) return { ok: true };
    return { ok: true, message: 'Not tested: someone has signed in, and the server returned no refresh token.' };
  },
});
