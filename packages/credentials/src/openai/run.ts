import type { ModelServer } from '@workflow/component-kit/run';
import { defineCredentialRunner } from '../define-runner.ts';
import { tryModels } from '../try-request.ts';
import { descriptor } from './descriptor.ts';

const OWN_BASE_URL = 'https://api.openai.com/v1';

export const runner = defineCredentialRunner(descriptor, {
  open: ({ baseUrl = OWN_BASE_URL, apiKey, organization }): ModelServer => ({
    api: 'responses',
    baseUrl: baseUrl.replace(/\/$/, ''),
    apiKey,
    organization,
  }),
  test: ({ baseUrl = OWN_BASE_URL, apiKey, organization }, reach) =>
    tryModels(reach, baseUrl, {
      authorization: `Bearer ${apiKey}`,
      ...(organization !== undefined && { 'openai-organization': organization }),
    }),
});
