import { defineCredentialRunner } from '../define-runner.ts';
import { tryModels } from '../try-request.ts';
import { descriptor } from './descriptor.ts';

export const runner = defineCredentialRunner(descriptor, {
  test: ({ baseUrl, apiKey }, reach) => tryModels(reach, baseUrl, { authorization: `Bearer ${apiKey}` }),
});
