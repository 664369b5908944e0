import { defineCredentialRunner } from '../define-runner.ts';
import { NO_REFRESH_TOKEN, tokenSignIn } from '../token-sign-in.ts';
import { descriptor } from './descriptor.ts';

export const runner = defineCredentialRunner(descriptor, {
  open: ({ hosts }, access) =>
    tokenSignIn(access, (token) => ({ headers: { authorization: `Bearer ${token}` }, hosts })),
  /** Requests a new token. If the server issues one, it knows the client and the person who signed in. */
  test: async (_fields, _reach, access) => ((await access.renew()) === null ? NO_REFRESH_TOKEN : { ok: true }),
});
