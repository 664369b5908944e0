import { defineCredentialRunner } from '../define-runner.ts';
import { httpSignIn } from '../http-sign-in.ts';
import { descriptor } from './descriptor.ts';

export const runner = defineCredentialRunner(
  descriptor,
  httpSignIn(({ parameter, value }) => ({ headers: {}, query: { [parameter]: value } })),
);
