import type { ModelServer } from '@workflow/component-kit/run';
import { defineCredentialRunner } from '../define-runner.ts';
import { tryModels } from '../try-request.ts';
import { descriptor } from './descriptor.ts';

export const runner = defineCredentialRunner(descriptor, {
  open: ({ baseUrl, apiKey }): ModelServer => ({
    api: 'chat-completions',
    baseUrl: baseUrl.replace(/\/$/, ''),
    apiKey,
  }),
  test: ({ baseUrl, apiKey }, reach) => tryModels(reach, baseUrl, { authorization: `Bearer ${apiKey}` }),
});
