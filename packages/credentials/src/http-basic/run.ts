import { defineCredentialRunner } from '../define-runner.ts';
import { httpSignIn } from '../http-sign-in.ts';
import { descriptor } from './descriptor.ts';

export const runner = defineCredentialRunner(
  descriptor,
  httpSignIn(({ user, password }) => ({
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
  })),
);
